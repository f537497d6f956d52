/** What a field is shown with in the API document, where its shape does not say: by the field's name. */
const byName: Readonly<Record<string, unknown>> = {
  name: '李文博',
  userName: 'renhe_admin',
  username: 'renhe_admin',
  password: 'Secret-2026',
  oldPassword: 'Secret-2026',
  newPassword: 'Secret-2027',
  orgName: '仁和会务',
  businessNature: '会议服务',
  unit: '首都医科大学附属医院',
  hospital: '首都医科大学附属医院',
  department: '心内科',
  position: '会务经理',
  title: '主任医师',
  projectName: '心血管专家研讨',
  meetingName: '心血管专家研讨',
  planName: '2027年度学术计划',
  templateName: '标准劳务协议',
  content: '甲方{{orgName}}与乙方{{expertName}}达成如下协议。',
  bankName: '中国建设银行北京朝阳支行',
  bankRegion: '北京市 朝阳区',
  scheduleLocation: '北京国际会议中心',
  handsign: 'data:image/png;base64,iVBORw0KGgo…',
  dictType: 'title_level',
  dictValue: 'chief',
  dictLabel: '主任医师',
  dictLabelEn: 'Chief physician',
  dictName: '职称',
  dictNameEn: 'Titles',
  businessId: 'M20261120-1',
  projectNo: 'P20261120-1',
  supervisionUserName: '周敏',
  reason: '资料不全',
  remark: '请提前联系',
  auditOpinion: '资料齐全，同意',
  idCardAttachments: '57241434646529,57241434646530',
}

interface Schema {
  type?: string | string[]
  const?: unknown
  default?: unknown
  enum?: unknown[]
  example?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minLength?: number
}

const byType: Readonly<Record<string, unknown>> = {
  string: '示例',
  integer: 1,
  number: 1,
  boolean: true,
  null: null,
}

/** An example of a JSON Schema's value: what the schema says, otherwise the usual value of the field's name or type. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.example !== undefined) return schema.example
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? []
  if (first) return exampleOf(first, name)
  const [type = 'string'] = [schema.type ?? 'string'].flat()
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, property]) => [key, exampleOf(property, key)]),
    )
  if (type === 'array') return schema.items ? [exampleOf(schema.items, name)] : []
  return type === 'string' && byName[name] !== undefined ? byName[name] : byType[type]
}
