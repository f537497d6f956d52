import type { z } from 'zod'
import { PAYMENT_OBSTACLE_LABELS } from '../payments/payments.ts'
import { PAYMENT_OBSTACLES } from '../signing/signing.ts'
import { choice } from '../words.ts'

export const BATCH_STATES = ['draft', 'locked', 'exported', 'settled', 'cancelled'] as const
export const BATCH_STATE_LABELS = {
  draft: { 'zh-CN': '草稿', en: 'Draft' },
  locked: { 'zh-CN': '已锁定', en: 'Locked' },
  exported: { 'zh-CN': '已放行', en: 'Released' },
  settled: { 'zh-CN': '已结清', en: 'Settled' },
  cancelled: { 'zh-CN': '已作废', en: 'Void' },
} as const
export const BatchState = choice(BATCH_STATES, BATCH_STATE_LABELS)
export type BatchState = z.infer<typeof BatchState>

/** What the service does with a batch at the moment. */
export const BATCH_WORK = ['locking', 'releasing', 'settling'] as const
export const BATCH_WORK_LABELS = {
  locking: { 'zh-CN': '锁定中', en: 'Being locked' },
  releasing: { 'zh-CN': '放行中', en: 'Being released' },
  settling: { 'zh-CN': '登记付款结果中', en: 'Being settled' },
} as const
export const BatchWork = choice(BATCH_WORK, BATCH_WORK_LABELS)
export type BatchWork = z.infer<typeof BatchWork>

/** `refused`: not locked; `dropped`: locked and left out of the release. The others follow the batch. */
export const LINE_STATES = [
  'draft',
  'refused',
  'locked',
  'dropped',
  'exported',
  'paid',
  'returned',
  'cancelled',
] as const
export const LINE_STATE_LABELS = {
  draft: { 'zh-CN': '待锁定', en: 'Not checked yet' },
  refused: { 'zh-CN': '未纳入', en: 'Not included' },
  locked: { 'zh-CN': '已锁定', en: 'Locked' },
  dropped: { 'zh-CN': '放行时剔除', en: 'Left out at release' },
  exported: { 'zh-CN': '待付款结果', en: 'At the bank' },
  paid: { 'zh-CN': '已到账', en: 'Paid' },
  returned: { 'zh-CN': '已退回', en: 'Returned' },
  cancelled: { 'zh-CN': '已作废', en: 'Void' },
} as const
export const LineState = choice(LINE_STATES, LINE_STATE_LABELS)
export type LineState = z.infer<typeof LineState>

/** Where the account that a line pays to was stated. */
export const ACCOUNT_SOURCES = ['agreement', 'profile'] as const
export const ACCOUNT_SOURCE_LABELS = {
  agreement: { 'zh-CN': '协议中的账户', en: 'Account of the agreement' },
  profile: { 'zh-CN': '专家更正后的账户', en: 'Mended account of the profile' },
} as const
export const AccountSource = choice(ACCOUNT_SOURCES, ACCOUNT_SOURCE_LABELS)
export type AccountSource = z.infer<typeof AccountSource>

/** Why a fee is not payable by a batch, most basic first. */
export const LINE_REASONS = [
  ...PAYMENT_OBSTACLES,
  'paid',
  'taken',
  'absent',
  'gateOpen',
  'overLimit',
  'notAudited',
  'nameDiffers',
  'bankAccountMissing',
  'bankAccountInvalid',
  'bankNameMissing',
  'bankRegionMissing',
  'clearingCodeMissing',
  'notInEncoding',
  'bankAccountWaits',
  'bankAccountNew',
  'payerMissing',
  'beforeSigning',
  'overCap',
  'netNegative',
  'rulesMissing',
  'changed',
] as const
export const LINE_REASON_LABELS = {
  ...PAYMENT_OBSTACLE_LABELS,
  paid: { 'zh-CN': '已有付款记录', en: 'The fee has been paid' },
  taken: { 'zh-CN': '已在另一批次中', en: 'Another batch holds it' },
  attendanceOpen: {
    'zh-CN': '出席情况待复核或未通过',
    en: 'The attendance is not reviewed, or was rejected',
  },
  absent: { 'zh-CN': '没有签到记录', en: 'Did not sign in' },
  gateOpen: { 'zh-CN': '会议结算前的检查未完成', en: 'Checks before the settlement of the meeting are open' },
  overLimit: { 'zh-CN': '超出费用或时间上限', en: 'A cap, tier or time is exceeded' },
  notAudited: { 'zh-CN': '专家信息未审核通过', en: 'The expert is not approved' },
  nameDiffers: { 'zh-CN': '户名与审核姓名不一致', en: 'The name of the account is not the reviewed name' },
  bankAccountMissing: { 'zh-CN': '缺少银行账号', en: 'The bank account is missing' },
  bankAccountInvalid: { 'zh-CN': '银行账号应为12–19位数字', en: 'The bank account needs 12 to 19 digits' },
  bankNameMissing: { 'zh-CN': '缺少开户银行', en: 'The bank is missing' },
  bankAccountWaits: { 'zh-CN': '收款账户变更待审核', en: 'A changed account waits for its review' },
  bankAccountNew: {
    'zh-CN': '变更后的收款账户次日起可付款',
    en: 'A changed account is paid to from the day after its review',
  },
  bankRegionMissing: { 'zh-CN': '缺少开户地区', en: 'The region of the bank is missing' },
  clearingCodeMissing: {
    'zh-CN': '缺少联行号：按开户银行和支行查不到',
    en: 'The clearing code is missing: bank and branch are not in the directory',
  },
  notInEncoding: {
    'zh-CN': '户名或开户行含有GBK编码没有的字，请改用其他格式的银行文件',
    en: 'GBK lacks characters of the name or the bank: choose another bank file format',
  },
  payerMissing: { 'zh-CN': '会议没有执行单位', en: 'The meeting has no payer' },
  beforeSigning: { 'zh-CN': '付款日期早于签署日期', en: 'The day is before the agreement was signed' },
  overCap: { 'zh-CN': '同一人的费用合计超出上限', en: 'The fees of this person exceed a cap together' },
  netNegative: { 'zh-CN': '合并计税后实付为负', en: 'Taxed together, less than nothing would be left' },
  rulesMissing: { 'zh-CN': '当日没有适用的计税规则', en: 'No tax rules cover the day' },
  changed: { 'zh-CN': '放行时金额或税额已变化', en: 'The fee or its tax changed before the release' },
} as const
export const LineReason = choice(LINE_REASONS, LINE_REASON_LABELS)
export type LineReason = z.infer<typeof LineReason>
