interface Placeholder {
  readonly zh: string
  readonly en: string
  /** What the contract says where the record has no value. */
  readonly absent: string
}

const NOT_GIVEN = '—'
const TO_BE_ANNOUNCED = '另行通知'

const placeholder = (zh: string, en: string, absent = NOT_GIVEN): Placeholder => ({ zh, en, absent })

/** What a template may name in double braces, as `{{expertName}}`. */
export const PLACEHOLDERS = {
  expertName: placeholder('专家姓名', 'Name of the expert'),
  idCardNo: placeholder('身份证号（部分隐藏）', 'Identity-card number, masked'),
  unit: placeholder('专家工作单位', 'Where the expert works'),
  title: placeholder('专家职称', 'Professional title'),
  orgName: placeholder('付款的执行单位', 'The paying executor'),
  projectName: placeholder('项目名称', 'Name of the project'),
  meetingName: placeholder('会议名称', 'Name of the meeting'),
  meetingTime: placeholder('会议时间', 'When the meeting takes place', TO_BE_ANNOUNCED),
  meetingPlace: placeholder('会议地点', 'Where the meeting takes place', TO_BE_ANNOUNCED),
  laborForm: placeholder('劳务形式', 'Kind of labor'),
  payableAmount: placeholder('应付金额（元）', 'Payable amount in yuan'),
  vatAmount: placeholder('增值税（元）', 'Value-added tax in yuan'),
  surchargeAmount: placeholder('附加税费（元）', 'Surcharges in yuan'),
  incomeTax: placeholder('个人所得税（元）', 'Personal income tax in yuan'),
  netAmount: placeholder('实付金额（元）', 'Net paid amount in yuan'),
  bankName: placeholder('开户银行', 'Bank'),
  bankAccount: placeholder('银行账号（部分隐藏）', 'Bank account number, masked'),
  bankRegion: placeholder('开户地区', 'Region of the bank'),
  today: placeholder('协议生成日期', 'Day on which the contract is drawn up'),
} as const

export type PlaceholderName = keyof typeof PLACEHOLDERS
export type PlaceholderValues = Readonly<Record<PlaceholderName, string | null>>

const FIELD = /\{\{\s*([^{}]*?)\s*\}\}/g
/** Braces that no pair encloses would be printed as they stand. */
const STRAY = /\{\{|\}\}/g

const isKnown = (name: string): name is PlaceholderName => Object.hasOwn(PLACEHOLDERS, name)

/** What a template has in braces that is no placeholder, each once, in order. */
export function unknownPlaceholders(content: string): string[] {
  const names = [...content.matchAll(FIELD)].map((match) => match[1] ?? '').filter((name) => !isKnown(name))
  const stray = content.replace(FIELD, '').match(STRAY) ?? []
  return [...new Set([...names, ...stray])]
}

/** On one line: a name with a line break in it would otherwise add a clause to the contract. */
export const onOneLine = (value: string) => value.replace(/\s+/g, ' ').trim()

/** The template with its placeholders filled. Values are taken as text: braces in them stay braces. */
export function fillPlaceholders(content: string, values: PlaceholderValues): string {
  return content.replace(FIELD, (whole, name: string) =>
    isKnown(name) ? onOneLine(values[name] ?? '') || PLACEHOLDERS[name].absent : whole,
  )
}
