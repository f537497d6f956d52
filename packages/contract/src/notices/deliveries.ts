import { z } from 'zod'
import { MEETING_RUNNERS } from '../accounts/roles.ts'
import { BOT_KIND_LABELS } from '../bots/bots.ts'
import * as f from '../fields.ts'
import { MESSAGE_KIND_LABELS } from '../messages/messages.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'
import { DeliveryState, NoticeChannel, PERSONAL_CHANNELS, NOTICE_CHANNEL_LABELS } from './notice-kinds.ts'

/** Messages of a day and a month, unless the operator says otherwise. */
export const DEFAULT_LIMITS = {
  sms: {
    whole: { perDay: 5000, perMonth: 50_000 },
    organization: { perDay: 1000, perMonth: 10_000 },
  },
  mail: {
    whole: { perDay: 20_000, perMonth: 200_000 },
    organization: { perDay: 5000, perMonth: 50_000 },
  },
} as const

/** What the log names beside the kinds of messages: what groups are told, codes, and summaries. */
export const DELIVERY_KIND_LABELS = {
  ...BOT_KIND_LABELS,
  ...MESSAGE_KIND_LABELS,
  code: { 'zh-CN': '验证码', en: 'One-time passcode' },
  digest: { 'zh-CN': '每日汇总', en: 'Daily summary' },
} as const
const KINDS = Object.keys(DELIVERY_KIND_LABELS) as (keyof typeof DELIVERY_KIND_LABELS)[]
export const DeliveryKind = choice(
  KINDS as [keyof typeof DELIVERY_KIND_LABELS, ...typeof KINDS],
  DELIVERY_KIND_LABELS,
)
export type DeliveryKind = z.infer<typeof DeliveryKind>

export const Delivery = z
  .object({
    deliveryId: f.id,
    kind: DeliveryKind,
    userId: f.id.nullable(),
    name: z.string().nullable().meta({ description: 'The person or the group it is for' }),
    orgId: f.id.nullable(),
    meetingId: f.id.nullable(),
    attendeeId: f.id.nullable(),
    channel: NoticeChannel,
    provider: z.string().nullable(),
    templateVersion: z.int().nullable(),
    params: z
      .record(z.string(), z.string())
      .meta({ description: 'Without names of persons, numbers and amounts' }),
    isReminder: z.boolean(),
    state: DeliveryState,
    reason: z.string().nullable().meta({ description: 'Why it failed, was not sent, or waits again' }),
    attempts: z.int(),
    createTime: z.string(),
    dueTime: z.string().nullable().meta({ description: 'When it is sent, while it waits' }),
    sentTime: z.string().nullable(),
    settledTime: z.string().nullable().meta({ description: 'When it was delivered, failed or not sent' }),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>

export const DELIVERY_COLUMNS = ['deliveryId'] as const
export const DeliveryQuery = f.listQuery(
  {
    meetingId: f.queryId.optional(),
    attendeeId: f.queryId.optional(),
    userId: f.queryId.optional(),
    orgId: f.queryId.optional(),
    channel: NoticeChannel.optional(),
    state: DeliveryState.optional(),
    kind: DeliveryKind.optional(),
  },
  DELIVERY_COLUMNS,
)
export type DeliveryQuery = z.output<typeof DeliveryQuery>

const Unreached = z.object({ attendeeId: f.id, name: z.string() }).meta({ id: 'UnreachedAttendee' })
export type Unreached = z.infer<typeof Unreached>
export const UNREACHED_MAX = 200

const ChannelState = z
  .object({
    channel: NoticeChannel,
    provider: z.string(),
    sent: z.int().meta({ description: 'Sent within 24 hours, whether delivered or not' }),
    delivered: z.int(),
    failed: z.int(),
    units: z
      .int()
      .meta({ description: 'What providers charge for within 24 hours; a long text message is several' }),
    waiting: z.int(),
    oldestWaiting: z.string().nullable(),
    lastError: z.string().nullable(),
    lastErrorTime: z.string().nullable(),
  })
  .meta({ id: 'NoticeChannelState' })
export type ChannelState = z.infer<typeof ChannelState>

const PersonalChannel = choice(PERSONAL_CHANNELS, NOTICE_CHANNEL_LABELS)
const LIMIT_MAX = 1_000_000
const limit = z.int().min(0).max(LIMIT_MAX)
const NoticeLimit = z
  .object({
    orgId: f.id.nullable().meta({ description: 'null: the whole service' }),
    orgName: z.string().nullable(),
    channel: PersonalChannel,
    perDay: z.int(),
    perMonth: z.int(),
    isDefault: z.boolean(),
    sentToday: z.int(),
    sentThisMonth: z.int(),
  })
  .meta({ id: 'NoticeLimit' })
export type NoticeLimit = z.infer<typeof NoticeLimit>

const NoticeLimitUpdate = z.strictObject({
  orgId: f.id.nullable(),
  channel: PersonalChannel,
  perDay: limit,
  perMonth: limit,
})
export type NoticeLimitUpdate = z.output<typeof NoticeLimitUpdate>

const RECEIPTS_MAX = 500
const SECRET_MAX = 200
const REPORT_TEXT_MAX = 200
const reportText = z.string().max(REPORT_TEXT_MAX)
/** One report in the form of any provider. Fields that a provider adds are left out. */
const Receipt = z.object({
  id: reportText
    .optional()
    .meta({ description: 'Of the webhook: the delivery or what the gateway called it' }),
  delivered: z.boolean().optional(),
  reason: reportText.optional(),
  biz_id: reportText.optional(),
  success: z.boolean().optional(),
  err_code: reportText.optional(),
  sid: reportText.optional(),
  report_status: reportText.optional(),
  errmsg: reportText.optional(),
})
export type Receipt = z.output<typeof Receipt>

const tag = 'Deliveries'

export const deliveryRoutes = {
  list: {
    method: 'GET',
    path: '/business/delivery/list',
    access: MEETING_RUNNERS,
    tag,
    summary:
      'What was sent to whom when, and whether it arrived; who runs a meeting sees what its experts were sent',
    query: DeliveryQuery,
    answer: page(Delivery),
  },
  unreached: {
    method: 'GET',
    path: '/business/delivery/unreached',
    access: MEETING_RUNNERS,
    tag,
    summary: 'Experts of a meeting whom no channel outside of the portal reaches',
    query: z.strictObject({ meetingId: f.queryId }),
    answer: data(z.object({ attendees: z.array(Unreached) }).meta({ id: 'UnreachedAttendees' })),
    errors: ['NOT_FOUND'],
  },
  channels: {
    method: 'GET',
    path: '/system/delivery/channels',
    access: ['admin'],
    tag,
    summary: 'How the channels have done within 24 hours',
    answer: data(z.object({ channels: z.array(ChannelState) }).meta({ id: 'NoticeChannelStates' })),
  },
  limits: {
    method: 'GET',
    path: '/system/delivery/limits',
    access: ['admin'],
    tag,
    summary:
      'Limits of messages and what was sent, of the whole service and of organizations with a limit or messages this month',
    answer: data(z.object({ limits: z.array(NoticeLimit) }).meta({ id: 'NoticeLimits' })),
  },
  ownLimits: {
    method: 'GET',
    path: '/business/delivery/limits',
    access: ['sponsor', 'executor'],
    caller: 'person',
    tag,
    summary: "Limits of messages of the caller's organization and what was sent",
    answer: data(z.object({ limits: z.array(NoticeLimit) }).meta({ id: 'OwnNoticeLimits' })),
  },
  setLimit: {
    method: 'PUT',
    path: '/system/delivery/limit',
    target: ['orgId', 'channel'],
    access: ['admin'],
    tag,
    summary: 'Set how many messages a day and a month the service or one organization may send',
    body: NoticeLimitUpdate,
    answer: data(NoticeLimit),
    errors: ['NOT_FOUND'],
  },
  resend: {
    method: 'POST',
    path: '/system/delivery/{deliveryId}/resend',
    target: ['deliveryId'],
    access: ['admin'],
    tag,
    summary: 'Send a delivery again that failed or was not sent, with the same id for the gateway',
    params: z.object({ deliveryId: f.queryId }),
    answer: data(Delivery),
    errors: ['NOT_FOUND', 'DELIVERY_NOT_REPEATABLE'],
  },
  receipt: {
    method: 'POST',
    path: '/notice/receipt/{provider}/{secret}',
    access: 'public',
    rateLimit: 'pictures',
    keyless: 'each',
    tag,
    summary: 'Reports of a provider whether messages arrived; the secret is NOTICE_RECEIPT_SECRET',
    params: z.object({ provider: z.string().max(SECRET_MAX), secret: z.string().max(SECRET_MAX) }),
    body: z.array(Receipt).max(RECEIPTS_MAX),
    answer: file('text/plain'),
    errors: ['NOT_FOUND'],
  },
} as const satisfies RouteTable
