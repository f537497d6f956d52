/** What refuses an expert for whom there is no room. */
export const ROOM_ERRORS = ['CAP_EXCEEDED', 'FEE_OVER_TIER', 'EXPERT_BUSY', 'BUDGET_EXCEEDED'] as const
/** What refuses an invitation, or a change of one. */
export const INVITING_LIMITS = [...ROOM_ERRORS, 'CAP_TRIES_SPENT'] as const
/** What refuses a signature beyond what was allowed. */
export const SIGNING_LIMITS = [...ROOM_ERRORS, 'PERSON_OVER_CAP'] as const

/** Errors of gates, caps and budgets. */
export const limitErrors = {
  GATE_NOT_MET: {
    status: 409,
    zh: '进入“{stage}”阶段前，还有{count}项要求未满足',
    en: 'Before the stage {stage}, {count} required checks are still open',
  },
  WAIVER_NOT_NEEDED: {
    status: 409,
    zh: '该项检查目前没有未满足的内容，无需豁免',
    en: 'Nothing is open in this check, so there is nothing to waive',
  },
  WAIVER_PENDING: {
    status: 409,
    warning: true,
    zh: '该项检查已有待审批的豁免申请',
    en: 'A waiver of this check is already waiting for a decision',
  },
  OWN_REQUEST: {
    status: 409,
    zh: '不能审批自己提交的申请，须由另一人审批',
    en: 'You cannot decide your own request; somebody else has to',
  },
  REQUEST_DECIDED: {
    status: 409,
    zh: '该申请已审批，不能再次审批',
    en: 'The request has already been decided',
  },
  CAP_EXCEEDED: {
    status: 409,
    zh: '专家“{name}”将超出{rule}规定的劳务上限，不能按此安排',
    en: 'This would take the expert {name} above a cap of {rule}',
  },
  CAP_TRIES_SPENT: {
    status: 409,
    zh: '今天对专家“{name}”的安排已多次接近或超出劳务上限，请明天再试，或联系平台管理员',
    en: 'Too many plans for the expert {name} came near a cap or went above it today; try again tomorrow, or ask the platform administrator',
  },
  PERSON_OVER_CAP: {
    status: 409,
    zh: '按身份证件，该专家另有账号；各账号合计将超出劳务上限，不能继续。请联系平台管理员',
    en: 'By the identity number this expert has another account; together they would be above a cap. Ask the platform administrator',
  },
  FEE_OVER_TIER: {
    status: 409,
    zh: '按{rule}的标准，专家“{name}”的劳务费最高为{highest}元；如需超出，请先申请豁免并由另一人批准',
    en: 'By the tiers of {rule}, the fee of {name} is at most ¥\u00a0{highest}; a higher one needs a waiver that somebody else approves',
  },
  EXPERT_BUSY: {
    status: 409,
    zh: '专家“{name}”在会议时间内已有其他会议；如需安排，请先申请豁免并由另一人批准',
    en: 'The expert {name} is at another meeting at that time; this needs a waiver that somebody else approves',
  },
  BUDGET_EXCEEDED: {
    status: 409,
    zh: '劳务费将超出项目预算；如需增加，请先申请调整预算并由另一人批准',
    en: 'The fees would exceed the budget of the project; a larger budget needs a change that somebody else approves',
  },
  BUDGET_LINE_EXISTS: {
    status: 409,
    zh: '该类别已有预算，如需修改请申请调整',
    en: 'This category has a budget already; ask for a change of it',
  },
  BUDGET_LINE_MISSING: {
    status: 409,
    zh: '该类别尚未编制预算',
    en: 'This category has no budget yet',
  },
  BUDGET_CHANGE_PENDING: {
    status: 409,
    warning: true,
    zh: '该类别已有待审批的预算调整',
    en: 'A change of this line is already waiting for a decision',
  },
  PROJECT_ENDED: {
    status: 409,
    zh: '项目已结束，不能再设定或调整预算',
    en: 'The project has ended, so its budget can no longer be planned',
  },
  ALLOCATION_EXCEEDED: {
    status: 409,
    zh: '分配给会议的金额合计超出该类别的预算',
    en: 'The amounts allocated to meetings would exceed the budget of this category',
  },
  CAP_SCOPE_BEYOND: {
    status: 400,
    zh: '申办方的上限只统计自身项目，范围须为“每家申办方”',
    en: 'A cap of a sponsor counts its own projects only, so its scope is “Each sponsor”',
  },
  CAP_PRODUCT_BEYOND: {
    status: 400,
    zh: '产品属于申办方，平台的上限不能指定产品',
    en: 'A product belongs to a sponsor; caps of the platform name none',
  },
  DAY_PAST: {
    status: 400,
    zh: '生效日期不能早于今天',
    en: 'The first day cannot be before today',
  },
} as const
