import { z } from 'zod'
import { MEETING_RUNNERS } from '../accounts/roles.ts'
import * as f from '../fields.ts'
import { data, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'

export const REMINDER_KINDS = ['agreement', 'invitation', 'review', 'invoice', 'filing'] as const
export const REMINDER_KIND_LABELS = {
  agreement: { 'zh-CN': '协议待签署', en: 'Agreement to sign' },
  invitation: { 'zh-CN': '邀请待答复', en: 'Invitation to answer' },
  review: { 'zh-CN': '会议待批准', en: 'Meeting to approve' },
  invoice: { 'zh-CN': '发票待核对', en: 'Invoice to check' },
  filing: { 'zh-CN': '个税待申报', en: 'Month to file' },
} as const
export const ReminderKind = choice(REMINDER_KINDS, REMINDER_KIND_LABELS)
export type ReminderKind = z.infer<typeof ReminderKind>

/** What the first number of a rule of each kind counts. */
export const FIRST_AFTER_UNITS = {
  agreement: 'hours',
  invitation: 'hoursBefore',
  review: 'workingDays',
  invoice: 'days',
  filing: 'dayOfMonth',
} as const satisfies Record<ReminderKind, string>
export type FirstAfterUnit = (typeof FIRST_AFTER_UNITS)[ReminderKind]
export const FIRST_AFTER_UNIT_LABELS = {
  hours: { 'zh-CN': '开始等待后的小时数', en: 'Hours after it began to wait' },
  hoursBefore: { 'zh-CN': '截止时间前的小时数', en: 'Hours before the deadline' },
  workingDays: { 'zh-CN': '开始等待后的工作日数', en: 'Working days after it began to wait' },
  days: { 'zh-CN': '开始等待后的天数', en: 'Days after it began to wait' },
  dayOfMonth: { 'zh-CN': '次月的第几日', en: 'Day of the next month' },
} as const satisfies Record<FirstAfterUnit, { 'zh-CN': string; en: string }>

/** Every rule ends with what it waits for, as `UNTIL_LABELS` says. */
export const UNTIL_LABELS = {
  agreement: { 'zh-CN': '已签署、已拒签、答复不参加或会议关闭', en: 'signed, declined, “no” or closed' },
  invitation: { 'zh-CN': '已答复或会议开始', en: 'answered, or the meeting begins' },
  review: { 'zh-CN': '已批准或会议取消', en: 'approved or cancelled' },
  invoice: { 'zh-CN': '已核对或删除', en: 'checked or deleted' },
  filing: { 'zh-CN': '已登记申报', en: 'recorded as filed' },
} as const satisfies Record<ReminderKind, { 'zh-CN': string; en: string }>

const FIRST_MAX = 720
const EVERY_MAX = 720
export const REMINDERS_MAX = 20
const RULE_FIELDS = {
  kind: ReminderKind,
  validFrom: f.date,
  isOn: z.boolean(),
  firstAfter: z.int().min(0).max(FIRST_MAX),
  everyHours: z.int().min(1).max(EVERY_MAX).nullable(),
  atMost: z.int().min(1).max(REMINDERS_MAX),
}

export const ReminderRule = z
  .object({
    ruleId: f.id,
    ...RULE_FIELDS,
    isCurrent: z.boolean().meta({ description: 'It holds today' }),
    createTime: z.string(),
  })
  .meta({ id: 'ReminderRule' })
export type ReminderRule = z.infer<typeof ReminderRule>

const ReminderRuleCreate = z.strictObject(RULE_FIELDS)
export type ReminderRuleCreate = z.output<typeof ReminderRuleCreate>

export const PREVIEW_MAX = 500
const PreviewRow = z
  .object({
    kind: ReminderKind,
    recordId: f.id,
    name: z.string().meta({ description: 'Who is reminded' }),
    number: z.int(),
    time: z.string().meta({ description: 'When, before quiet hours' }),
  })
  .meta({ id: 'ReminderPreviewRow' })
export type PreviewRow = z.infer<typeof PreviewRow>

const tag = 'Reminders'

export const reminderRoutes = {
  rules: {
    method: 'GET',
    path: '/business/reminder/rules',
    access: MEETING_RUNNERS,
    tag,
    summary: 'The rules of reminders by kind and day, the newest first',
    answer: data(z.object({ rules: z.array(ReminderRule) }).meta({ id: 'ReminderRules' })),
  },
  createRule: {
    method: 'POST',
    path: '/business/reminder/rule',
    target: ['ruleId'],
    access: ['admin', 'manager'],
    beyondPortfolio: true,
    tag,
    summary: 'A rule that holds from a day on, in place of the one before',
    body: ReminderRuleCreate,
    answer: data(ReminderRule),
    errors: ['REMINDER_RULE_TAKEN', 'REMINDER_RULE_PAST'],
    creates: true,
  },
  preview: {
    method: 'GET',
    path: '/business/reminder/preview',
    access: MEETING_RUNNERS,
    tag,
    summary: 'Who of a meeting would be reminded when, by the rules that hold today',
    query: z.strictObject({ meetingId: f.queryId }),
    answer: data(
      z.object({ rows: z.array(PreviewRow), isComplete: z.boolean() }).meta({ id: 'ReminderPreview' }),
    ),
    errors: ['NOT_FOUND'],
  },
} as const satisfies RouteTable
