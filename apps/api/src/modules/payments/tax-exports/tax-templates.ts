import type { IdType } from '@consilium/contract/persons/identity.ts'
import type { FileTerms } from '@consilium/contract/organizations/tax-settings.ts'
import type { TaxRegime } from '@consilium/contract/payments/payments.ts'
import type { Sex } from '@consilium/contract/persons/personal-facts.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { covers, type Dated } from '../../fees/service.ts'

/** What the cell of a withholding row holds. */
export type WithholdingField =
  | 'number'
  | 'name'
  | 'idType'
  | 'idNumber'
  | 'item'
  | 'income'
  | 'taxes'
  | 'relief'
  | 'remark'
  | 'empty'
/** What the cell of a personnel row holds. */
export type PersonnelField =
  | 'number'
  | 'name'
  | 'idType'
  | 'idNumber'
  | 'nationality'
  | 'gender'
  | 'birth'
  | 'state'
  | 'employment'
  | 'matter'
  | 'phone'
  | 'empty'

type Column<Field> = readonly [title: string, field: Field, width: number]

/**
 * The files that the tax authority's withholding client (自然人电子税务局扣缴端) imports. The client changes its templates:
 * a change ends a template and adds another. Titles and words are those of the client, in any language of the request.
 */
export interface TaxTemplate extends Dated {
  /** Residents, whose tax is withheld in advance (居民个人所得税预扣预缴). */
  withholding: Readonly<Record<FileTerms['withholdingColumn'], readonly Column<WithholdingField>[]>>
  /** Non-residents, whose tax is final (非居民个人所得税代扣代缴). */
  nonResident: readonly Column<WithholdingField>[]
  /** People with a resident card (境内人员). */
  personnel: readonly Column<PersonnelField>[]
  /** All others (境外人员). When they entered and will leave is not known here and is entered in the client. */
  foreignPersonnel: readonly Column<PersonnelField>[]
  idTypes: Readonly<Record<IdType, string>>
  /** A passport of China itself. */
  ownPassport: string
  sexes: Readonly<Record<Sex, string>>
  items: Readonly<Record<Exclude<TaxRegime, 'nonResident'>, string>>
  /** The first is that of the client's own list (0401); a payer whose version has another chooses it. */
  nonResidentItems: Readonly<Record<FileTerms['nonResidentItem'], string>>
  /** State and employment of a person who is paid for labor. */
  state: string
  employment: string
  /** Why such a person owes tax in China (涉税事由). */
  matter: string
}

/** The columns of residents, of which one differs by the version of the client. */
const withholdingWith = (title: string, field: WithholdingField): readonly Column<WithholdingField>[] => [
  ['工号', 'number', 14],
  ['*姓名', 'name', 14],
  ['*证件类型', 'idType', 26],
  ['*证件号码', 'idNumber', 22],
  ['*所得项目', 'item', 24],
  ['*收入', 'income', 14],
  ['免税收入', 'empty', 12],
  ['商业健康保险', 'empty', 14],
  ['税延养老保险', 'empty', 14],
  ['其他', 'empty', 10],
  [title, field, 18],
  ['减免税额', 'empty', 12],
  ['协定减免', 'empty', 12],
  ['备注', 'remark', 24],
]

export const TAX_TEMPLATES: readonly TaxTemplate[] = [
  {
    id: 'client-2019',
    from: '2019-01-01',
    to: null,
    withholding: {
      taxes: withholdingWith('允许扣除的税费', 'taxes'),
      donations: withholdingWith('准予扣除的捐赠额', 'empty'),
    },
    nonResident: [
      ['工号', 'number', 14],
      ['*姓名', 'name', 14],
      ['*证件类型', 'idType', 26],
      ['*证件号码', 'idNumber', 22],
      ['*所得项目', 'item', 24],
      ['*收入', 'income', 14],
      ['免税收入', 'empty', 12],
      ['其他', 'empty', 10],
      ['允许扣除的税费', 'taxes', 16],
      ['准予扣除的捐赠额', 'empty', 18],
      ['减免税额', 'empty', 12],
      ['协定减免', 'relief', 12],
      ['备注', 'remark', 24],
    ],
    personnel: [
      ['工号', 'number', 14],
      ['*姓名', 'name', 14],
      ['*证件类型', 'idType', 26],
      ['*证件号码', 'idNumber', 22],
      ['*国籍(地区)', 'nationality', 14],
      ['*性别', 'gender', 8],
      ['*出生日期', 'birth', 14],
      ['*人员状态', 'state', 12],
      ['*任职受雇从业类型', 'employment', 20],
      ['手机号码', 'phone', 16],
      ['备注', 'empty', 24],
    ],
    foreignPersonnel: [
      ['工号', 'number', 14],
      ['*姓名', 'name', 14],
      ['*证件类型', 'idType', 26],
      ['*证件号码', 'idNumber', 22],
      ['*国籍(地区)', 'nationality', 14],
      ['*性别', 'gender', 8],
      ['*出生日期', 'birth', 14],
      ['*人员状态', 'state', 12],
      ['*任职受雇从业类型', 'employment', 20],
      ['手机号码', 'phone', 16],
      ['*涉税事由', 'matter', 16],
      ['出生国家(地区)', 'empty', 16],
      ['首次入境时间', 'empty', 14],
      ['预计离境时间', 'empty', 14],
      ['备注', 'empty', 24],
    ],
    idTypes: {
      residentCard: '居民身份证',
      passport: '外国护照',
      hkMacauPermit: '港澳居民来往内地通行证',
      taiwanPermit: '台湾居民来往大陆通行证',
    },
    ownPassport: '中国护照',
    sexes: { male: '男', female: '女' },
    items: {
      resident: '一般劳务报酬所得',
      platform: '其他连续劳务报酬所得',
    },
    nonResidentItems: { general: '一般劳务报酬所得', whole: '劳务报酬所得' },
    state: '正常',
    employment: '其他',
    matter: '提供临时劳务',
  },
]

/** The template of a month's last day. @throws Refusal FEE_RULE_MISSING for a month that none covers */
export function templateOf(period: string): TaxTemplate {
  const date = `${period}-28`
  const template = TAX_TEMPLATES.find((each) => covers(each, date))
  if (!template) throw new Refusal('FEE_RULE_MISSING', { params: { date } })
  return template
}
