import type { TaxTerms } from '@consilium/contract/organizations/tax-settings.ts'
import { onOneLine, usesPlaceholder, type PlaceholderName } from './placeholders.ts'

/** What of a payer's tax settings a contract depends on. */
export type Taxed = Pick<TaxTerms, 'isContinuous' | 'isPlatform' | 'vatBasis'>

const NO_EMPLOYMENT = '双方之间不因此产生劳动关系、代理关系或者长期合作的承诺'

/**
 * The relation of the parties. Income that is taxed by the month or the year as a whole is not what a contract may call
 * a single occasion (IIT Regulations, article 14).
 */
export function relationClause({ isContinuous, isPlatform }: Taxed): string {
  if (isPlatform)
    return `本协议建立的是平等主体之间的劳务关系，${NO_EMPLOYMENT}；甲方作为互联网平台企业，就乙方的劳务报酬按累计预扣法扣缴税款。`
  return isContinuous
    ? `本协议建立的是平等主体之间的劳务关系，${NO_EMPLOYMENT}；乙方在同一月内为甲方多次提供同一项目劳务的，其收入属于连续性收入。`
    : `本协议建立的是一次性劳务关系，${NO_EMPLOYMENT}。`
}

const ABOVE_ESTIMATE = '可能高于本协议载明的估算金额，实付金额相应减少。'

/** How the fee is taxed, and which earlier fees raise what is withheld now. */
export function taxClause({ isContinuous, isPlatform, vatBasis }: Taxed): string {
  if (isPlatform)
    return `乙方本纳税年度从甲方取得的劳务报酬按累计预扣法计税。乙方当月或者本年度此前已从甲方取得劳务费的，累计计算后本次扣缴的税款${ABOVE_ESTIMATE}`
  if (isContinuous)
    return `乙方的劳务报酬以一个月内从甲方取得的同一项目收入为一次计税。乙方当月此前已从甲方取得同一项目劳务费的，合并计算后本次扣缴的税款${ABOVE_ESTIMATE}`
  const single = '乙方的劳务报酬以取得该项收入为一次计税，当月取得的其他收入不与本次合并计算个人所得税。'
  return vatBasis === 'month'
    ? `${single}增值税按月申报，乙方当月此前已从甲方取得劳务费的，合并计算后本次扣缴的增值税及附加税费${ABOVE_ESTIMATE}`
    : single
}

/** What is known of the payer beyond its name; empty if nothing is. */
export function partyDetails(payer: { address: string | null; representative: string | null }): string {
  const address = onOneLine(payer.address ?? '')
  const representative = onOneLine(payer.representative ?? '')
  const known = [
    ...(address ? [`甲方住所：${address}`] : []),
    ...(representative ? [`甲方法定代表人：${representative}`] : []),
  ]
  if (known.length === 0) return ''
  return `${known.join('；')}。${address ? '双方约定以甲方住所地为本协议的签订地点。' : ''}`
}

const minutesClause = (minutes: string) =>
  `本协议约定的劳务费对应的参会时长为${minutes}分钟。乙方实际参会时长不足的，双方另行协商变更劳务费。`

const SUPPLEMENT = '补充约定'
const PRECEDENCE = '本协议其他条款关于劳务性质或者计税方式的表述与此不一致的，以此为准。'

/** Lines for a template that does not place the parts which every contract needs. */
export function supplementOf(
  content: string,
  {
    taxClause: tax,
    partyDetails: parties,
    feeMinutes: minutes,
  }: Record<'taxClause' | 'partyDetails' | 'feeMinutes', string | null>,
): string {
  const lacks = (name: PlaceholderName) => !usesPlaceholder(content, name)
  const lines = [
    ...(parties && lacks('partyDetails') ? [parties] : []),
    ...(minutes && lacks('feeMinutes') ? [minutesClause(minutes)] : []),
    ...(tax && lacks('taxClause') ? [`${tax}${PRECEDENCE}`] : []),
  ]
  return lines.length === 0 ? '' : `\n${[SUPPLEMENT, ...lines].join('\n')}`
}
