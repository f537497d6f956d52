interface Placeholder {
  readonly zh: string
  readonly en: string
  /** A sample value for previews. */
  readonly sample: string
  /** Printed in the contract if the record has no value. */
  readonly absent: string
}

const NOT_GIVEN = '—'

const placeholder = (zh: string, en: string, sample: string, absent = NOT_GIVEN): Placeholder => ({
  zh,
  en,
  sample,
  absent,
})

/** The placeholders of templates, written as `{{expertName}}`. The sample amounts belong to one and the same fee. */
export const PLACEHOLDERS = {
  expertName: placeholder('专家姓名', 'Name of the expert', '王堃'),
  idCardNo: placeholder('身份证号（部分隐藏）', 'Identity-card number, masked', '110105********002X'),
  unit: placeholder('专家工作单位', 'Workplace of the expert', '首都医院'),
  title: placeholder('专家职称', 'Professional title', '主任医师'),
  orgName: placeholder('付款的执行单位', 'The paying executor', '仁和会务有限公司'),
  payerCreditCode: placeholder(
    '付款单位的统一社会信用代码',
    'Unified social credit code of the payer',
    '91350100M000100Y43',
  ),
  projectName: placeholder('项目名称', 'Name of the project', '心血管专家研讨'),
  meetingName: placeholder('会议名称', 'Name of the meeting', '心血管专家研讨（北京站）'),
  meetingTime: placeholder(
    '会议时间',
    'When the meeting takes place',
    '2026-12-05 09:00 至 2026-12-05 17:30',
  ),
  meetingPlace: placeholder('会议地点', 'Place of the meeting', '北京国际会议中心'),
  laborForm: placeholder('劳务形式', 'Service type', '讲课'),
  payableAmount: placeholder('应付金额（元）', 'Payable amount in yuan', '5000.00'),
  payableCapital: placeholder('应付金额（大写）', 'Payable amount in Chinese capitals', '伍仟元整'),
  vatAmount: placeholder('增值税（元）', 'VAT in yuan', '49.50'),
  surchargeAmount: placeholder('附加税费（元）', 'Surcharges in yuan', '2.97'),
  incomeTax: placeholder('个人所得税（元）', 'Individual income tax in yuan', '792.08'),
  netAmount: placeholder('实付金额（元）', 'Net amount in yuan', '4155.45'),
  netCapital: placeholder('实付金额（大写）', 'Net amount in Chinese capitals', '肆仟壹佰伍拾伍元肆角伍分'),
  feeMinutes: placeholder(
    '约定参会时长（分钟；模板未使用时附于文末）',
    'Minutes of attendance that the fee is for; appended where the template does not place them',
    '90',
  ),
  bankName: placeholder('开户银行', 'Bank', '中国工商银行北京分行'),
  bankAccount: placeholder(
    '银行账号（签署的文件中首次出现处完整显示）',
    'Bank account number; the signed document shows it in full where it first stands',
    '6222***********5678',
  ),
  bankRegion: placeholder('开户地区', 'Region of the bank', '北京市 海淀区'),
  today: placeholder('协议生成日期', 'Date on which the contract is drawn up', '2026年11月20日'),
  relationClause: placeholder(
    '劳务关系条款（随付款单位的扣缴设置）',
    "Clause on the relation of the parties, by the payer's tax settings",
    '本协议建立的是平等主体之间的劳务关系，双方之间不因此产生劳动关系、代理关系或者长期合作的承诺。',
  ),
  taxClause: placeholder(
    '计税方式条款（随付款单位的扣缴设置；模板未使用时附于文末）',
    "Clause on the taxation, by the payer's tax settings; appended where the template does not place it",
    '乙方的劳务报酬以一个月内从甲方取得的同一项目收入为一次计税。',
  ),
  partyDetails: placeholder(
    '付款单位的住所、法定代表人与签订地点（模板未使用时附于文末）',
    'Address and legal representative of the payer, and place of signing; appended where the template does not place them',
    '甲方住所：北京市朝阳区建国路1号；甲方法定代表人：王晓明。',
    '',
  ),
} as const

export type PlaceholderName = keyof typeof PLACEHOLDERS
export type PlaceholderValues = Readonly<Record<PlaceholderName, string | null>>

export const SAMPLE_VALUES = Object.fromEntries(
  Object.entries(PLACEHOLDERS).map(([name, { sample }]) => [name, sample]),
) as PlaceholderValues

const FIELD = /\{\{([^{}]*)\}\}/g
/** Unpaired braces would be printed in the contract. */
const STRAY = /\{\{|\}\}/g

const isKnown = (name: string): name is PlaceholderName => Object.hasOwn(PLACEHOLDERS, name)

/** The unknown names and unpaired braces of a template, each once, in order. */
export function unknownPlaceholders(content: string): string[] {
  const given = [...content.matchAll(FIELD)].map(([, name = '']) => name.trim())
  const names = given.filter((name) => !isKnown(name))
  const stray = content.replace(FIELD, '').match(STRAY) ?? []
  return [...new Set([...names, ...stray])]
}

/** Whether a template places a placeholder anywhere. */
export const usesPlaceholder = (content: string, wanted: PlaceholderName): boolean =>
  [...content.matchAll(FIELD)].some(([, name = '']) => name.trim() === wanted)

/** Removes line breaks: a value that contains one could add a clause to the contract. */
export const onOneLine = (value: string) => value.replace(/\s+/g, ' ').trim()

/** Fills the placeholders once. Braces inside a value are not placeholders. */
export function fillPlaceholders(content: string, values: PlaceholderValues): string {
  return content.replace(FIELD, (whole, given: string) => {
    const name = given.trim()
    return isKnown(name) ? onOneLine(values[name] ?? '') || PLACEHOLDERS[name].absent : whole
  })
}

/** A line of its own for what may be unknown altogether. */
const OWN_LINE = /^[ \t]*\{\{ *partyDetails *\}\}[ \t]*\n/m
const ACCOUNT = /\{\{\s*bankAccount\s*\}\}/

/**
 * Fills a template, and says where its first bank account begins; null if it has none. That is where the document shows
 * the account in full, since the text itself is kept with the masked one.
 */
export function fillContract(
  content: string,
  values: PlaceholderValues,
): { text: string; accountAt: number | null } {
  const used = values.partyDetails ? content : content.replace(OWN_LINE, '')
  const place = ACCOUNT.exec(used)
  const before = place && fillPlaceholders(used.slice(0, place.index), values)
  return { text: fillPlaceholders(used, values), accountAt: before?.length ?? null }
}
