/** Errors of approvals, their policies and absences. */
export const approvalErrors = {
  APPROVAL_DECIDED: {
    status: 409,
    zh: '此步骤已由{name}于{time}处理，无需再次审批',
    en: '{name} decided this step at {time} already',
  },
  APPROVAL_STALE: {
    status: 409,
    zh: '申请内容在提交后已变更，本次审批已作废，请申请人重新提交',
    en: 'What was asked for has changed since, so this request has ended; it has to be asked for again',
  },
  APPROVAL_PENDING: {
    status: 409,
    zh: '该事项已提交审批，请等待审批结果，或由申请人撤回后再操作',
    en: 'This was submitted for approval already; wait for the decision, or have it withdrawn first',
  },
  APPROVAL_NOT_YOURS: {
    status: 403,
    zh: '此步骤不由您审批',
    en: 'This step is for others to decide',
  },
  APPROVAL_ONE_STEP: {
    status: 409,
    zh: '您已审批过该申请，同一人只能审批一次',
    en: 'You have decided a step of this request already; one person decides one step',
  },
  APPROVAL_SENT_BACK: {
    status: 409,
    zh: '申请已退回申请人，待其补充说明后重新审批',
    en: 'The request was sent back and waits for whoever asked',
  },
  APPROVAL_NO_ASKER: {
    status: 409,
    zh: '该申请没有可退回的申请人，请驳回并说明理由',
    en: 'Nobody is there to whom it could be sent back; reject it and say why',
  },
  APPROVAL_NOT_SENT_BACK: {
    status: 409,
    zh: '该申请未被退回，无需重新提交',
    en: 'The request was not sent back',
  },
  APPROVAL_NO_STEPS: {
    status: 409,
    zh: '该类申请须在其页面上审批',
    en: 'Requests of this kind are decided on their own page',
  },
  APPROVAL_NOT_IN_BULK: {
    status: 409,
    zh: '该类申请须逐项审批',
    en: 'Requests of this kind are decided one by one',
  },
  APPROVAL_SIGNERS_SPENT: {
    status: 409,
    zh: '每个步骤最多加签{max}人',
    en: 'At most {max} persons can be added to a step',
  },
  APPROVAL_PERSON_UNFIT: {
    status: 409,
    zh: '只能选择本单位正常使用、具有同样权限、且不是申请人也未审批过该申请的人员',
    en: 'Choose an active person of the same organization with the same right who has neither asked nor decided yet',
  },
  APPROVAL_PERSON_OTHER: {
    status: 400,
    zh: '只能选择本单位的人员，且账号须为正常状态',
    en: 'Choose active persons of your organization',
  },
  APPROVAL_STEP_EMPTY: {
    status: 400,
    zh: '目前没有人员具有该步骤所选的角色，请另选角色或指定人员',
    en: 'Nobody has the chosen role at present; choose another one, or name persons',
  },
  APPROVAL_POLICY_OVERLAPS: {
    status: 409,
    zh: '该类审批在这一天已有生效的版本，请选择其他生效日期',
    en: 'A version of this kind begins on that day already; choose another day',
  },
  APPROVAL_KIND_NOT_YOURS: {
    status: 400,
    zh: '该类审批由平台设置',
    en: 'Approvals of this kind are set up by the platform',
  },
  ABSENCE_OVERLAPS: {
    status: 409,
    zh: '与您已登记的另一段外出时间重叠',
    en: 'It overlaps with another absence of yours',
  },
  ABSENCE_PAST: {
    status: 400,
    zh: '结束时间须晚于现在',
    en: 'The end must be in the future',
  },
} as const
