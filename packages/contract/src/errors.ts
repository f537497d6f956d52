import { accountErrors } from './accounts/account-errors.ts'
import { attendanceErrors } from './attendance/attendance-errors.ts'
import { agreementErrors } from './agreements/agreement-errors.ts'
import { batchErrors } from './batches/batch-errors.ts'
import { paymentErrors } from './payments/payment-errors.ts'
import { pictureErrors } from './files/picture-errors.ts'
import { botErrors } from './bots/bot-errors.ts'
import { mailErrors } from './accounts/mail-errors.ts'
import { sheetErrors } from './files/sheet-errors.ts'
import { repetitionErrors } from './repetition-errors.ts'
import { approvalErrors } from './approvals/approval-errors.ts'
import { grouped } from './digits.ts'
import { bankBranchErrors } from './bank-branches/bank-branch-errors.ts'
import { hospitalErrors } from './hospitals/hospital-errors.ts'
import { dimensionErrors } from './dimensions/dimension-errors.ts'
import { limitErrors } from './caps/limit-errors.ts'
import { noticeErrors } from './notices/notice-errors.ts'

import { secondFactorErrors } from './login/second-factor-errors.ts'

/**
 * The catalogue of errors. Names are stable: clients switch on `error`, people read `msg`. The refusal's parameters
 * replace the `{placeholders}`. Errors with `warning` have code 601 instead of the status, which clients of this
 * ecosystem show as a warning and not as a failure.
 */
interface ErrorEntry {
  readonly status: number
  readonly warning?: true
  readonly zh: string
  readonly en: string
}

const catalogue = {
  ...accountErrors,
  ...hospitalErrors,
  ...bankBranchErrors,
  ...dimensionErrors,
  VALIDATION_FAILED: { status: 400, zh: '提交的内容有误，请检查标出的字段', en: 'Some fields are not valid' },
  MALFORMED_REQUEST: { status: 400, zh: '请求格式无法解析', en: 'The request cannot be parsed' },
  UNAUTHENTICATED: { status: 401, zh: '请先登录', en: 'Please log in first' },
  ...secondFactorErrors,
  FORBIDDEN: { status: 403, zh: '当前角色无权执行此操作', en: 'Your role does not allow this' },
  NOT_FOUND: { status: 404, zh: '未找到该记录', en: 'No such record' },
  ROUTE_NOT_FOUND: { status: 404, zh: '接口不存在', en: 'No such endpoint' },
  BODY_TOO_LARGE: { status: 413, zh: '提交的内容过大', en: 'The request body is too large' },
  BODY_TOO_COMPLEX: {
    status: 400,
    zh: '提交的内容过于复杂：最多{fields}个字段、{items}个列表项、{depth}层',
    en: 'The body is too complex: at most {fields} fields, {items} list items and {depth} levels',
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, zh: '不支持的内容类型', en: 'Unsupported content type' },
  TOO_MANY_REQUESTS: {
    status: 429,
    zh: '操作过于频繁，请在{seconds}秒后再试',
    en: 'Too many requests; try again in {seconds} seconds',
  },
  STALE_RECORD: {
    status: 409,
    zh: '该记录已被他人修改，请刷新后重试',
    en: 'Someone else has changed this record; reload it and try again',
  },
  RECORD_IN_USE: {
    status: 409,
    zh: '该记录仍被其他数据引用，不能删除',
    en: 'Other records still refer to this record, so it cannot be deleted',
  },
  ...repetitionErrors,
  ...attendanceErrors,
  ...noticeErrors,
  ...mailErrors,
  ...botErrors,
  ...approvalErrors,

  ORG_NAME_TAKEN: {
    status: 409,
    zh: '已有同类型的同名单位',
    en: 'An organization of this type already has this name',
  },
  ADMIN_PERSON_FIXED: {
    status: 409,
    zh: '单位主账号人员不能停用或删除',
    en: 'The main person of an organization cannot be disabled or deleted',
  },
  STARTS_ACTIVE: {
    status: 400,
    zh: '主账号新建的人员默认为正常状态，如需停用请在创建后操作',
    en: 'People created by a main account are active at first; disable them afterwards',
  },
  EXECUTOR_NAME_FIXED: {
    status: 400,
    zh: '执行单位主账号人员与单位同名，请修改单位名称',
    en: 'The main person of an executor has the name of the organization; rename the organization instead',
  },
  OWN_RECORD_FIXED: {
    status: 409,
    zh: '不能停用、启用或删除自己的账号',
    en: 'You cannot disable, enable or delete your own account',
  },
  EXPERT_DISABLED: {
    status: 409,
    zh: '专家“{name}”已停用，不能邀请参会',
    en: 'The expert {name} is disabled and cannot be invited',
  },
  EXPERT_REJECTED: {
    status: 409,
    zh: '专家“{name}”的资料审核未通过，不能邀请参会',
    en: 'The expert {name} has been rejected and cannot be invited',
  },
  EXPERT_ARCHIVED: {
    status: 409,
    zh: '专家“{name}”已归档，请先由项目管理员取消归档',
    en: 'The expert {name} is archived; a manager must unarchive the record first',
  },
  RECORD_ARCHIVED: {
    status: 409,
    zh: '该记录已归档，请先取消归档',
    en: 'This record is archived; unarchive it first',
  },
  ORGANIZATION_DISABLED: {
    status: 409,
    zh: '该单位已停用，不能新增人员',
    en: 'This organization is disabled; people cannot be added to it',
  },
  ORGANIZATION_ACCOUNT_FIXED: {
    status: 409,
    zh: '单位、人员和专家的账号请在各自的页面维护',
    en: 'Accounts of organizations, people and experts are managed on their own pages',
  },

  PROJECT_NO_TAKEN: { status: 409, zh: '项目编号已存在', en: 'This project number is taken' },
  PERIOD_REVERSED: {
    status: 400,
    zh: '结束时间不能早于开始时间',
    en: 'The end is before the start',
  },
  ORGANIZATION_NOT_ASSIGNABLE: {
    status: 400,
    zh: '以下账号不是状态正常的{kind}主账号（编号：{ids}）',
    en: '{kind}: these are not active main accounts (ids {ids})',
  },
  LEAD_NOT_ELIGIBLE: {
    status: 400,
    zh: '所选账号不能担任项目负责人',
    en: 'This account cannot lead a project',
  },
  EXECUTOR_HAS_MEETINGS: {
    status: 409,
    zh: '该执行单位在项目下已有会议，不能取消指派',
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
    en: 'This project already has the same intent; there is no need to submit it again',
  },
  INTENT_DECIDED: {
    status: 409,
    zh: '该意向已处理，不能再修改或撤回',
    en: 'The intent has been processed and can no longer be changed or withdrawn',
  },

  EXECUTOR_NOT_ASSIGNED: {
    status: 400,
    zh: '所选执行单位未指派到该项目',
    en: 'This executor is not assigned to the project',
  },
  EXECUTOR_NOT_CHOSEN: {
    status: 409,
    zh: '请先为会议指定执行单位，再邀请专家',
    en: 'Choose the executor of the meeting before inviting experts',
  },
  EXECUTOR_NEEDED: {
    status: 409,
    zh: '会议已邀请专家，只能更换执行单位，不能取消',
    en: 'Experts have been invited, so the executor can be replaced but not removed',
  },
  MEETING_NAME_FIXED: {
    status: 400,
    zh: '新建会议的名称须与项目名称一致，创建后可修改',
    en: 'A new meeting must have the name of its project; rename it afterwards',
  },
  BUSINESS_ID_TAKEN: { status: 409, zh: '会议编号已存在', en: 'This meeting number is taken' },
  STAGE_NOT_REACHABLE: {
    status: 409,
    zh: '会议不能从“{from}”直接变更为“{to}”',
    en: 'A meeting cannot move from {from} to {to}',
  },
  STAGE_NEEDS_REASON: {
    status: 400,
    zh: '退回会议阶段须填写原因',
    en: 'Moving a meeting back requires a reason',
  },
  VERIFIER_OFF: {
    status: 409,
    zh: '运营方尚未接入发票查验服务',
    en: 'The operator has set up no verifier of invoices',
  },
  IDENTITY_VERIFIER_OFF: {
    status: 409,
    zh: '运营方尚未接入身份核验服务',
    en: 'The operator has set up no verifier of identities',
  },
  IDENTITY_INCOMPLETE: {
    status: 409,
    zh: '该专家尚未登记证件号码或手机号，无法核验身份',
    en: 'The expert has no document number or no phone that could be matched',
  },
  IDENTITY_ASKS_SPENT: {
    status: 409,
    zh: '该专家今日的身份核验次数已用完，请明天再试',
    en: 'The identity of this expert was checked as often as a day allows; try again tomorrow',
  },
  IDENTITY_NOT_MATCHED: {
    status: 409,
    zh: '该专家的身份未经核验一致，审核通过须填写理由',
    en: 'The identity of this expert is not matched; an approval needs a reason',
  },
  MEETING_CLOSED: {
    status: 409,
    zh: '会议已关闭，不能再修改',
    en: 'The meeting is closed and can no longer be changed',
  },

  ATTENDEE_EXISTS: {
    status: 409,
    warning: true,
    zh: '该专家已在参会名单中，无需重复添加',
    en: 'This expert is already on the attendee list',
  },
  PHONE_NOT_EXPERT: {
    status: 409,
    zh: '该手机号属于其他类型的账号，不能作为专家添加',
    en: 'This phone belongs to an account that is not an expert',
  },
  EXPERT_UNKNOWN: { status: 400, zh: '所选专家不存在：{ids}', en: 'These experts do not exist: {ids}' },

  FEE_RULE_MISSING: {
    status: 422,
    zh: '{date}没有适用的税费规则，请联系系统管理员',
    en: 'No tax rules apply on {date}; contact an administrator',
  },
  FEE_NET_UNREACHABLE: {
    status: 422,
    zh: '实付金额{net}元超出上限，最多为{largest}元',
    en: 'A net amount of ¥\u00a0{net} is too large; the maximum is ¥\u00a0{largest}',
  },
  ...limitErrors,
  ...agreementErrors,
  ...paymentErrors,
  ...batchErrors,
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
  SIGNATURE_NAME_DIFFERS: {
    status: 400,
    zh: '键入的姓名须与协议上的姓名一致',
    en: 'The typed name must be the name on the agreement',
  },
  TEMPLATE_MISSING: {
    status: 409,
    zh: '没有可用的劳务协议模板',
    en: 'No agreement template is available',
  },
  TEMPLATE_PLACEHOLDER_UNKNOWN: {
    status: 400,
    zh: '模板中有未知占位符：{names}',
    en: 'The template has unknown placeholders: {names}',
  },

  FILE_MISSING: { status: 400, zh: '请选择要上传的文件', en: 'Choose a file to upload' },
  TOO_MANY_FILES: { status: 400, zh: '一次最多上传{max}个文件', en: 'At most {max} files at once' },
  FILE_TYPE_REFUSED: { status: 415, zh: '不支持的文件类型', en: 'This file type is not supported' },
  FILE_INFECTED: {
    status: 422,
    zh: '文件中检测到恶意内容（{name}），未保存',
    en: 'Malware was found in the file ({name}); it was not saved',
  },
  SCANNER_UNAVAILABLE: {
    status: 503,
    zh: '文件安全扫描暂不可用，请在{seconds}秒后重试',
    en: 'Files cannot be scanned for malware right now; try again in {seconds} seconds',
  },
  ...pictureErrors,
  FILE_UNKNOWN: { status: 400, zh: '引用的文件不存在：{ids}', en: 'These files do not exist: {ids}' },
  LINK_EXPIRED: { status: 403, zh: '链接无效或已过期', en: 'The link is invalid or has expired' },

  BATCH_REPLACED: {
    status: 409,
    zh: '该会议的发票已重新提交识别，请查看最新一次提交',
    en: 'The invoices of this meeting have been submitted again; see the latest submission',
  },

  ...sheetErrors,
  PHONE_UNREADABLE: {
    status: 400,
    zh: '不是11位手机号；若显示为科学计数法，请将该列设为文本格式后重新填写',
    en: 'Not an 11-digit phone number; if it shows as 1.38E+10, format the column as text and enter it again',
  },
  PERSON_ROLE_UNKNOWN: { status: 400, zh: '须为{roles}', en: 'Must be {roles}' },
  PERSON_EXISTS: {
    status: 409,
    warning: true,
    zh: '该人员已存在，未作更改',
    en: 'This person already exists; nothing was changed',
  },

  DICT_CLOSED: {
    status: 409,
    zh: '该字典的值由系统固定，不能新增或删除，只能修改显示名称和排序',
    en: 'The values of this dictionary are fixed by the service; only their labels and order can be changed',
  },
  DICT_EXISTS: { status: 409, zh: '字典中已有该值', en: 'The dictionary already has this value' },

  SERVICE_BUSY: {
    status: 503,
    zh: '系统繁忙，请在{seconds}秒后再试',
    en: 'The service is busy; try again in {seconds} seconds',
  },
  DATABASE_BUSY: { status: 503, zh: '系统繁忙，请稍后再试', en: 'The service is busy; try again shortly' },
  STORAGE_UNAVAILABLE: {
    status: 503,
    zh: '文件存储暂不可用，请稍后重试',
    en: 'Files cannot be stored or read right now; try again shortly',
  },
  SERVICE_STOPPING: {
    status: 503,
    zh: '服务正在重启，请稍后重试',
    en: 'This node of the service is stopping; try again shortly',
  },
  SEALED_VALUE_INVALID: {
    status: 500,
    zh: '保存的加密数据未通过完整性校验，已停止读取，请联系系统管理员并提供请求编号',
    en: 'Stored encrypted data failed its integrity check and was not read; contact an administrator with the request id',
  },
  INTERNAL_ERROR: {
    status: 500,
    zh: '系统出现异常，请联系系统管理员并提供请求编号',
    en: 'Something went wrong; contact an administrator with the request id',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof catalogue

export const errorCatalogue: Readonly<Record<ErrorName, ErrorEntry>> = catalogue

/** The code that clients show as a warning. */
export const WARNING_CODE = 601

export type Language = 'zh-CN' | 'en'

/** A text in both languages. */
export type Words = Readonly<Record<Language, string>>

/** Values of a message's placeholders: the same in both languages, or a text in each. */
export type ErrorParams = Readonly<Record<string, string | number | Words>>

const AN_AMOUNT = /^-?\d+\.\d\d$/

/** Returns the message of an error with its placeholders filled. */
export function errorMessage(name: ErrorName, language: Language, params: ErrorParams = {}): string {
  const entry = errorCatalogue[name]
  const text = language === 'en' ? entry.en : entry.zh
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = params[key] ?? whole
    if (typeof value === 'object') return value[language]
    return AN_AMOUNT.test(String(value)) ? grouped(value) : String(value)
  })
}

/** Returns the `code` of the envelope: the status, or 601 for a refusal shown as a warning. */
export function errorCode(name: ErrorName): number {
  return errorCatalogue[name].warning ? WARNING_CODE : errorCatalogue[name].status
}
