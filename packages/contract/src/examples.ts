import { BASE_PATH } from './addresses.ts'
import { feeRecord } from './agreements/fee-record.ts'
import { attendeeRecord } from './attendees/attendee-record.ts'
import { expertRecord } from './experts/expert-record.ts'
import { invoiceRecord } from './invoices/invoice-record.ts'
import { meetingRecord } from './meetings/meeting-record.ts'
import { projectRecord } from './projects/project-record.ts'
import { examplesOf } from './record.ts'

/** Example values by field name, for the API document. */
const byName: Readonly<Record<string, unknown>> = {
  ...examplesOf(expertRecord),
  ...examplesOf(projectRecord),
  ...examplesOf(meetingRecord),
  ...examplesOf(attendeeRecord),
  ...examplesOf(feeRecord),
  ...examplesOf(invoiceRecord),
  name: '李文博',
  userName: 'renhe_admin',
  username: 'renhe_admin',
  password: 'Secret-2026',
  oldPassword: 'Secret-2026',
  newPassword: 'Secret-2027',
  orgName: '仁和会务',
  businessNature: '会议服务',
  hospital: '首都医科大学附属医院',
  position: '会务经理',
  planName: '2027年度学术计划',
  templateName: '标准劳务协议',
  content: '甲方{{orgName}}与乙方{{expertName}}达成如下协议。',
  handsign: 'data:image/png;base64,iVBORw0KGgo…',
  dictType: 'title_level',
  dictValue: 'chief',
  dictLabel: '主任医师',
  dictLabelEn: 'Chief physician',
  dictName: '职称',
  dictNameEn: 'Titles',
  reason: '资料不全',
  remark: '请提前联系',
  orgType: 'executor',
  unitType: 'executor',
  phone: '13800138000',
  mainPhone: '13800138000',
  mainUserName: 'renhe_admin',
  createUserName: '陈静',
  submitterName: '李文博',
  auditByName: '陈静',
  supersededByName: '陈静',
  supervisorName: '周敏',
  personName: '孙莉',
  surchargeRate: '0.06',
  amount: '5000.00',
  auditItem: '签到表核对',
  taskName: '会场布置',
  workContent: '背景板与签到台',
  conclusion: 'normal',
  findings: '现场秩序良好',
  planDirection: '学术交流',
  planCategory: '年度计划',
  planType: '专项',
  projectForm: '线下会议',
  laborProtocol: '甲方仁和会务与乙方李文博达成如下协议。',
  documentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  contentHash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  token: 'qkV0cXl2dGhpc2lzYW5leGFtcGxl',
  ip: '203.0.113.7',
  address: '203.0.113.7',
  operation: 'project.create',
  target: 'projectId=12',
  requestId: '6f1c2d0e-7c1b-4f0a-9a53-0e3b6f2f8d11',
  msg: '操作成功',
  label: '仁和会务',
  labelEn: 'Chief physician',
  fileName: '签到表.pdf',
  originalFilename: '签到表.pdf',
  file: '签到表.pdf',
  mediaType: 'application/pdf',
  size: 20480,
  resource: 'meeting',
  formula: '5000.00 ÷ (1 + 1%) × 1%',
  qrRaw: '01,32,,26427000000375586818,10.70,20260430,,FAFB',
  version: 3,
  total: 1,
  httpStatus: 200,
  uri: 'otpauth://totp/Consilium:renhe_admin?secret=JBSWY3DPEHPK3PXP',
  secret: 'JBSWY3DPEHPK3PXP',
  challenge: 'Zm9vYmFy',
  date: '2026-11-20',
  invoice_type: '32',
  invoice_number: '26427000000375586818',
  issue_date: '2026-04-30',
  buyer_name: '仁和医药有限公司',
  seller_name: '北京会议酒店',
  total_amount: '10.70',
  qr_raw: '01,32,,26427000000375586818,10.70,20260430,,FAFB',
  request_id: '6f1c2d0e-7c1b-4f0a-9a53-0e3b6f2f8d11',
  path: '/srv/invoices/2026-11-20.pdf',
}

/** Example values by the ending of a field's name. */
const byEnding: readonly (readonly [RegExp, unknown])[] = [
  [/(Time|expiresAt|Deadline)$/, '2026-11-20 09:30:00'],
  [
    /(Url|Urls|url|document|handsign)$/,
    `${BASE_PATH}/common/file/57241434646529?expires=1795000000&signature=Zm9v`,
  ],
  [/(Id|Ids|By)$/, 12],
]

interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  default?: unknown
  enum?: unknown[]
  example?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
}

const byType: Readonly<Record<string, unknown>> = {
  string: '示例',
  integer: 1,
  number: 1,
  boolean: true,
  null: null,
}

/** Finds the schema that a `$ref` names. */
type Find = (ref: string) => Schema

/** Returns the usual value of a field with this name, if it has the type. */
function usual(name: string, type: string): unknown {
  const known = byName[name] ?? byEnding.find(([ending]) => ending.test(name))?.[1]
  const kind = type === 'integer' ? 'number' : type
  return typeof known === kind ? known : undefined
}

const atLeast = (value: unknown, minimum = Number.NEGATIVE_INFINITY) =>
  typeof value === 'number' ? Math.max(value, minimum) : value

/** Returns an example value of a JSON Schema: the schema's own, or else the usual value of the field's name or type. */
export function exampleOf(schema: Schema, name = '', find?: Find): unknown {
  if (schema.$ref && find) return exampleOf(find(schema.$ref), name, find)
  if (schema.example !== undefined) return schema.example
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum.includes(byName[name]) ? byName[name] : schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return exampleOf(first, name, find)
  const [type = 'string'] = [schema.type ?? 'string'].flat()
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, property]) => [key, exampleOf(property, key, find)]),
    )
  if (schema.prefixItems) return schema.prefixItems.map((item) => exampleOf(item, name, find))
  if (type === 'array') return schema.items ? [exampleOf(schema.items, name, find)] : []
  return atLeast(usual(name, type) ?? byType[type], schema.minimum)
}
