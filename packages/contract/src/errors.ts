import { accountErrors } from './account-errors.ts'
import { agreementErrors } from './agreement-errors.ts'

import { secondFactorErrors } from './second-factor-errors.ts'

/**
 * The catalogue of refusals. A name is stable: clients switch on `error`, people read `msg`.
 * `{placeholders}` are filled from the refusal's parameters. `warning` answers carry code 601 in place of
 * the status, which clients of this ecosystem show as a warning rather than as a failure.
 */
interface ErrorEntry {
  readonly status: number
  readonly warning?: true
  readonly zh: string
  readonly en: string
}

const catalogue = {
  ...accountErrors,
  VALIDATION_FAILED: { status: 400, zh: '提交的内容有误，请检查标出的字段', en: 'Some fields are not valid' },
  MALFORMED_REQUEST: { status: 400, zh: '请求格式无法解析', en: 'The request cannot be parsed' },
  UNAUTHENTICATED: { status: 401, zh: '请先登录', en: 'Please log in first' },
  ...secondFactorErrors,
  FORBIDDEN: { status: 403, zh: '当前角色无权执行此操作', en: 'Your role does not allow this' },
  NOT_FOUND: { status: 404, zh: '未找到该记录', en: 'No such record' },
  ROUTE_NOT_FOUND: { status: 404, zh: '接口不存在', en: 'No such endpoint' },
  BODY_TOO_LARGE: { status: 413, zh: '提交的内容过大', en: 'The request body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, zh: '不支持的内容类型', en: 'Unsupported content type' },
  TOO_MANY_REQUESTS: {
    status: 429,
    zh: '操作过于频繁，请在{seconds}秒后再试',
    en: 'Too many requests; try again in {seconds} seconds',
  },
  STALE_RECORD: {
    status: 409,
    zh: '该记录已被他人修改，请刷新后重试',
    en: 'Someone else has changed this record; reload it',
  },
  RECORD_IN_USE: {
    status: 409,
    zh: '该记录仍被其他数据引用，不能删除',
    en: 'Other records still refer to this one',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    zh: '同一幂等键不能用于不同的请求',
    en: 'This idempotency key was used for a different request',
  },
  REQUEST_IN_PROGRESS: {
    status: 409,
    zh: '同一请求正在处理中，请稍候',
    en: 'The same request is still being worked on',
  },

  ORG_NAME_TAKEN: {
    status: 409,
    zh: '该类型下已有同名单位',
    en: 'An organization of this kind already has this name',
  },
  ADMIN_PERSON_FIXED: {
    status: 409,
    zh: '单位主账号人员不能停用或删除',
    en: 'The main person of an organization cannot be disabled or deleted',
  },
  STARTS_ACTIVE: {
    status: 400,
    zh: '主账号新建的人员初始为正常状态，需要时请在创建后停用',
    en: 'People created by a main account start active; disable them afterwards',
  },
  EXECUTOR_NAME_FIXED: {
    status: 400,
    zh: '执行单位主账号人员与单位同名，请修改单位名称',
    en: 'The main person of an executor carries the name of the unit; rename the unit',
  },
  OWN_RECORD_FIXED: {
    status: 409,
    zh: '不能停用、恢复或删除自己的账号',
    en: 'You cannot disable, restore or delete your own account',
  },
  EXPERT_DISABLED: {
    status: 409,
    zh: '专家“{name}”已停用，不能邀请参会',
    en: 'The expert {name} is disabled and cannot be invited',
  },
  EXPERT_REJECTED: {
    status: 409,
    zh: '专家“{name}”的资料审核未通过，不能邀请参会',
    en: 'The expert {name} was not approved and cannot be invited',
  },
  EXPERT_ARCHIVED: {
    status: 409,
    zh: '专家“{name}”已归档，请先由管理员恢复',
    en: 'The expert {name} is archived; a manager must bring the record back first',
  },
  RECORD_ARCHIVED: {
    status: 409,
    zh: '该记录已归档，请先恢复',
    en: 'This record is archived; bring it back first',
  },
  ORGANIZATION_DISABLED: {
    status: 409,
    zh: '该单位已停用，不能新增人员',
    en: 'This organization is disabled; nobody can join it',
  },
  ORGANIZATION_ACCOUNT_FIXED: {
    status: 409,
    zh: '单位、人员和专家的账号请在各自的页面维护',
    en: 'Accounts of organizations, their people and experts are kept on their own pages',
  },

  PROJECT_NO_TAKEN: { status: 409, zh: '项目编号已存在', en: 'This project number is taken' },
  PERIOD_REVERSED: {
    status: 400,
    zh: '结束时间不能早于开始时间',
    en: 'The end lies before the start',
  },
  ORGANIZATION_NOT_ASSIGNABLE: {
    status: 400,
    zh: '所选账号中有的不是正常状态的{kind}主账号（编号：{ids}）',
    en: '{kind}: not active main accounts (ids {ids})',
  },
  LEAD_NOT_ELIGIBLE: {
    status: 400,
    zh: '所选账号不能担任项目负责人',
    en: 'This account cannot lead a project',
  },
  EXECUTOR_HAS_MEETINGS: {
    status: 409,
    zh: '该执行单位在项目下已有会议，不能取消分配',
    en: 'This executor already runs meetings of the project and cannot be unassigned',
  },
  PLAN_APPROVED: {
    status: 409,
    zh: '方案已通过审核，不能再修改或删除',
    en: 'The plan is approved and can no longer be changed or deleted',
  },
  INTENT_EXISTS: {
    status: 409,
    warning: true,
    zh: '该项目已收到相同的意向，无需重复提交',
    en: 'The project already has this intent; there is no need to send it again',
  },
  INTENT_DECIDED: {
    status: 409,
    zh: '该意向已有处理结果，不能再修改或撤回',
    en: 'The intent is decided and can no longer be changed or withdrawn',
  },

  EXECUTOR_NOT_ASSIGNED: {
    status: 400,
    zh: '所选执行单位未分配到该项目',
    en: 'This executor is not assigned to the project',
  },
  EXECUTOR_NOT_CHOSEN: {
    status: 409,
    zh: '请先为会议指定执行单位，再邀请专家',
    en: 'Choose the executor of the meeting before inviting experts',
  },
  EXECUTOR_NEEDED: {
    status: 409,
    zh: '会议已邀请专家，不能取消执行单位；可改为其他执行单位',
    en: 'Experts are invited, so the meeting needs its executor; another one can take it over',
  },
  MEETING_NAME_FIXED: {
    status: 400,
    zh: '新建会议时名称与项目名称一致，创建后方可修改',
    en: 'A new meeting carries the project name; rename it afterwards',
  },
  BUSINESS_ID_TAKEN: { status: 409, zh: '业务编号已存在', en: 'This business id is taken' },
  STAGE_NOT_REACHABLE: {
    status: 409,
    zh: '会议不能从“{from}”直接变更为“{to}”',
    en: 'A meeting cannot go from {from} to {to}',
  },
  STAGE_NEEDS_REASON: { status: 400, zh: '退回会议阶段须填写原因', en: 'Going back needs a reason' },
  MEETING_CLOSED: { status: 409, zh: '会议已关闭，不能再修改', en: 'The meeting is closed' },

  ATTENDEE_EXISTS: {
    status: 409,
    warning: true,
    zh: '该专家已在参会名单中，无需重复添加',
    en: 'This expert is already on the attendee list',
  },
  PHONE_NOT_EXPERT: {
    status: 409,
    zh: '该手机号属于其他类型的账号，不能作为专家添加',
    en: 'This phone belongs to an account that is no expert',
  },
  EXPERT_UNKNOWN: { status: 400, zh: '所选专家不存在：{ids}', en: 'No such experts: {ids}' },

  FEE_RULE_MISSING: {
    status: 422,
    zh: '{date}没有适用的税费规则，请联系管理员',
    en: 'No tax rule is known for {date}',
  },
  FEE_NET_UNREACHABLE: {
    status: 422,
    zh: '实付{net}元超出上限，应付金额在允许范围内时实付最多为{largest}元',
    en: 'A net of {net} is out of reach; the largest possible is {largest}',
  },
  ...agreementErrors,
  GLYPH_MISSING: {
    status: 400,
    zh: '文档字体缺少字符：{characters}',
    en: 'The document font lacks these characters: {characters}',
  },
  SIGNATURE_NOT_IMAGE: {
    status: 400,
    zh: '签名不是有效的PNG图片',
    en: 'The signature is not a valid PNG image',
  },
  SIGNATURE_TOO_LARGE: { status: 400, zh: '签名图片过大', en: 'The signature image is too large' },
  SIGNATURE_EMPTY: {
    status: 400,
    zh: '签名为空或过小，请重新签写',
    en: 'The signature is empty or too small; please sign again',
  },
  TEMPLATE_MISSING: {
    status: 409,
    zh: '没有可用的劳务协议模板',
    en: 'There is no agreement template to use',
  },
  TEMPLATE_PLACEHOLDER_UNKNOWN: {
    status: 400,
    zh: '模板中有未知占位符：{names}',
    en: 'The template has unknown placeholders: {names}',
  },

  FILE_MISSING: { status: 400, zh: '请选择要上传的文件', en: 'No file was sent' },
  TOO_MANY_FILES: { status: 400, zh: '一次最多上传{max}个文件', en: 'At most {max} files at once' },
  FILE_TYPE_REFUSED: { status: 415, zh: '不支持的文件类型', en: 'This kind of file is not accepted' },
  FILE_INFECTED: {
    status: 422,
    zh: '文件中检测到恶意内容（{name}），未保存',
    en: 'Malware was found in the file ({name}); it was not kept',
  },
  SCANNER_UNAVAILABLE: {
    status: 503,
    zh: '文件安全扫描暂不可用，请在{seconds}秒后重试',
    en: 'Files cannot be scanned for malware right now; try again in {seconds} seconds',
  },
  FILE_UNKNOWN: { status: 400, zh: '引用的文件不存在：{ids}', en: 'No such files: {ids}' },
  LINK_EXPIRED: { status: 403, zh: '链接无效或已过期', en: 'The link is not valid or has expired' },

  BATCH_REPLACED: {
    status: 409,
    zh: '该会议的发票已重新提交识别，请查看最新批次',
    en: 'The invoices of this meeting have been submitted again; see the newest batch',
  },

  SHEET_NOT_READABLE: {
    status: 400,
    zh: '文件不是可读取的表格，请另存为 .xlsx 或 CSV 后再上传',
    en: 'This is no spreadsheet that can be read; save it as .xlsx or CSV',
  },
  SHEET_OLD_FORMAT: {
    status: 400,
    zh: '这是旧版 .xls 文件，请另存为 .xlsx 后再上传',
    en: 'This is an old .xls file; save it as .xlsx',
  },
  SHEET_ENCRYPTED: {
    status: 400,
    zh: '文件设有打开密码，请取消密码后再上传',
    en: 'The file is protected by a password; remove it and upload again',
  },
  SHEET_HAS_MACROS: {
    status: 400,
    zh: '文件含有宏，请另存为不含宏的 .xlsx 后再上传',
    en: 'The file holds macros; save it as .xlsx without them',
  },
  SHEET_TOO_LARGE: {
    status: 413,
    zh: '文件解压后过大或过于复杂，无法读取',
    en: 'Unpacked, the file is too large or too complex to be read',
  },
  SHEET_TOO_MANY_ROWS: {
    status: 413,
    zh: '数据超过{max}行，请拆分后分次上传',
    en: 'More than {max} rows; split the file',
  },
  SHEET_EMPTY: { status: 400, zh: '表格中没有数据', en: 'The sheet holds no rows' },
  SHEET_COLUMN_MISSING: {
    status: 400,
    zh: '表头缺少以下列：{columns}',
    en: 'These columns are missing from the header row: {columns}',
  },
  SHEET_COLUMN_TWICE: {
    status: 400,
    zh: '表头中以下列重复：{columns}',
    en: 'These columns stand twice in the header row: {columns}',
  },
  SHEET_ROW_REPEATED: {
    status: 409,
    warning: true,
    zh: '{column}与第{row}行重复',
    en: '{column} is the same as in row {row}',
  },
  PHONE_UNREADABLE: {
    status: 400,
    zh: '不是11位手机号；若显示为科学计数法，请将该列设为文本格式后重新填写',
    en: 'Not a phone of 11 digits; where it shows as 1.38E+10, format the column as text and enter it again',
  },
  PERSON_ROLE_UNKNOWN: { status: 400, zh: '须为{roles}', en: 'Must be {roles}' },
  PERSON_EXISTS: {
    status: 409,
    warning: true,
    zh: '该人员已存在，未作更改',
    en: 'This person is already there; nothing was changed',
  },

  DICT_CLOSED: {
    status: 409,
    zh: '该字典的取值由系统固定，不能新增或删除，只能修改显示名称和排序',
    en: 'The values of this dictionary are fixed by the service; only their labels and order can be changed',
  },
  DICT_EXISTS: { status: 409, zh: '字典中已有该值', en: 'The dictionary already holds this value' },

  SERVICE_BUSY: {
    status: 503,
    zh: '系统繁忙，请在{seconds}秒后再试',
    en: 'The service is busy; try again in {seconds} seconds',
  },
  DATABASE_BUSY: { status: 503, zh: '系统繁忙，请稍后再试', en: 'The service is busy; try again shortly' },
  INTERNAL_ERROR: {
    status: 500,
    zh: '系统出现问题，请凭请求编号联系管理员',
    en: 'Something went wrong; quote the request id',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof catalogue

export const errorCatalogue: Readonly<Record<ErrorName, ErrorEntry>> = catalogue

/** The code that clients show as a warning. */
export const WARNING_CODE = 601

export type Language = 'zh-CN' | 'en'

/** A text in both languages. */
export type Words = Readonly<Record<Language, string>>

/** What fills the placeholders of a message: the same in both languages, or a word in each. */
export type ErrorParams = Readonly<Record<string, string | number | Words>>

/** The message of an error in a language, its placeholders filled. */
export function errorMessage(name: ErrorName, language: Language, params: ErrorParams = {}): string {
  const entry = errorCatalogue[name]
  const text = language === 'en' ? entry.en : entry.zh
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = params[key] ?? whole
    return typeof value === 'object' ? value[language] : String(value)
  })
}

/** The `code` of the envelope: the status, or 601 for a refusal that is shown as a warning. */
export function errorCode(name: ErrorName): number {
  return errorCatalogue[name].warning ? WARNING_CODE : errorCatalogue[name].status
}
