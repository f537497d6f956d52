import { z } from 'zod'
import type { Words } from '../errors.ts'
import { choice, said } from '../words.ts'

const label = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

/** What a meeting can need before it moves to a stage, as the portal and a refusal say it. */
export const CHECK_LABELS = {
  executor: label('已指定执行单位', 'An executor is chosen'),
  budget: label('已填写会议劳务预算', 'The fee budget is entered'),
  invitation: label('已填写邀请标题与内容', 'The invitation has a title and a text'),
  schedule: label('已填写会议时间与地点', 'Time and place are entered'),
  attendees: label('已邀请专家', 'Experts are invited'),
  signatures: label('参会专家已全部签署现行协议', 'All attendees have signed their current agreement'),
  supervision: label('已安排督导', 'A supervisor is assigned'),
  signInSheet: label('已上传签到表', 'The sign-in sheet is uploaded'),
  photos: label('已上传现场照片', 'Photos are uploaded'),
  supervisionRecord: label('已填写督导记录', 'There is a supervision record'),
  invoices: label('已录入发票', 'Invoices are recorded'),
  duplicateInvoices: label('没有重复使用的发票', 'No invoice is used twice'),
  materialReview: label('会议资料已审核', 'The materials are reviewed'),
  agenda: label('已上传会议日程', 'The agenda is uploaded'),
  attendeePhotos: label('每位参会专家均有现场照片', 'Every attendee has an on-site photo'),
  attendanceReviewed: label('签到异常已全部复核', 'Everything odd about sign-ins is reviewed'),
  attendanceLong: label('参会时长均达到协议约定', 'Everybody attended for as long as the agreement says'),
  titles: label(
    '参会名单上的职称与审核通过的职称一致',
    'The titles of attendees are those that were reviewed',
  ),
  invoiceDifferences: label('发票识别差异已全部核对', 'All differences in recognized invoices are settled'),
  invoiceBuyers: label(
    '发票抬头均为执行单位或申办方',
    'All invoices are made out to the executor or a sponsor',
  ),
  invoiceBuyerCodes: label(
    '购买方税号均为付款单位的统一社会信用代码',
    'The tax number of every buyer is the credit code of the payer',
  ),
  invoiceDates: label(
    '开票日期均在项目期间前后规定天数内',
    'All invoices were issued within so many days of the project',
  ),
  invoiceSellers: label('销售方均非付款单位或参会专家', 'No seller is the payer or an attendee'),
  invoiceCategories: label('发票的费用类别均符合要求', 'The category of every invoice fits'),
  invoiceAllocations: label(
    '发票合计未超出会议分配额',
    'The invoices are within what was allocated to the meeting',
  ),
  invoiceSeries: label('没有同一销售方的连号发票', 'No seller issued invoices with numbers in a row'),
  invoicesVerified: label('发票均已查验一致', 'All invoices were verified with the tax authority'),
  invoiceOriginals: label(
    '电子发票均有签名有效的原件',
    'Every electronic invoice has its original with a valid signature',
  ),
  feesWithinBudget: label('劳务费未超出会议预算', 'The fees are within the budget of the meeting'),
  tiers: label('劳务费未超出职称与职务对应的标准', 'No fee is above the tier of its expert'),
  caps: label('未超出专家的年度上限', 'No expert is above a cap'),
  overlaps: label('参会专家没有时间冲突', 'No attendee is at another meeting at the same time'),
  conflicts: label('参会专家均已提交本年度利益声明', 'All attendees have declared their interests this year'),
  meals: label('人均餐费未超出标准（元）', 'Meals are within the amount a head (¥)'),
  budgetHeld: label(
    '未超出项目预算与会议分配额',
    'Spending is within the budget of the project and the meeting',
  ),
  ended: label('会议已结束满规定天数', 'The meeting ended at least so many days ago'),
  endedWithin: label('会议结束未超过规定天数', 'The meeting ended at most so many days ago'),
} as const satisfies Record<string, Words>

export type MeetingCheck = keyof typeof CHECK_LABELS
export const MEETING_CHECKS = Object.keys(CHECK_LABELS) as [MeetingCheck, ...MeetingCheck[]]

export const CheckId = z.enum(MEETING_CHECKS, said('没有这项检查', 'There is no such check'))

/** Checks that compare with a number of the policy, with its default and its limits. */
export const CHECK_THRESHOLDS: Partial<Record<MeetingCheck, { initial: number; min: number; max: number }>> =
  {
    meals: { initial: 300, min: 0, max: 100_000 },
    invoiceDates: { initial: 30, min: 0, max: 3650 },
    invoiceSeries: { initial: 1, min: 1, max: 100 },
    ended: { initial: 0, min: 0, max: 3650 },
    endedWithin: { initial: 30, min: 0, max: 3650 },
  }

const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)

export const EvidenceWords = z.object({
  'zh-CN': z.string().meta({ description: 'In Chinese' }),
  en: z.string().meta({ description: 'In English' }),
})
interface Named {
  name: string
  expected?: Words | undefined
}

/** What the evidence of a check is called: days since the end of a meeting are negative before it, and are said in words. */
export function evidenceWords(check: MeetingCheck, { name, expected }: Named): Words {
  if (expected) return label(`${name}（${expected['zh-CN']}）`, `${name} (${expected.en})`)
  if (check !== 'ended' && check !== 'endedWithin') return label(name, name)
  const days = Number(name)
  if (days < 0) return label(`会议还有${-days}天才结束`, `The meeting ends in ${inDays(-days)}`)
  return days === 0
    ? label('会议今天结束', 'The meeting ends today')
    : label(`会议已结束${days}天`, `The meeting ended ${inDays(days)} ago`)
}

/** Whether a check has one finding at most, so that counting what is open says nothing. */
export const isOfOne = (check: MeetingCheck): boolean => check === 'ended' || check === 'endedWithin'

export const GATE_MODE_LABELS = {
  block: label('必须满足', 'Required'),
  warn: label('仅提醒', 'Warning'),
  off: label('不检查', 'Off'),
} as const
export const GATE_MODES = ['block', 'warn', 'off'] as const
export const GateMode = choice(GATE_MODES, GATE_MODE_LABELS)
export type GateMode = z.infer<typeof GateMode>

export const CheckResult = z
  .object({
    id: z.enum(MEETING_CHECKS),
    met: z.boolean(),
    count: z.int().nullable().meta({
      description:
        'Records found; for checks that look for faults those still open; for those of its end the days since then, negative before it; null if fields of the meeting decide',
    }),
    mode: GateMode.meta({ description: 'block: refused while open; warn: only shown' }),
    isWaived: z.boolean().meta({ description: 'Whether an approved waiver covers all that is open' }),
  })
  .meta({ id: 'CheckResult' })
export type CheckResult = z.infer<typeof CheckResult>

/** True if the check keeps the meeting from its next stage. */
export const keepsBack = ({ met, mode, isWaived }: Pick<CheckResult, 'met' | 'mode' | 'isWaived'>): boolean =>
  !met && mode === 'block' && !isWaived
