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
  DAY_PAST: {
    status: 400,
    zh: '生效日期不能早于今天',
    en: 'The first day cannot be before today',
  },
} as const
