import type { z } from 'zod'
import type { RoleType } from '../accounts/roles.ts'
import type { Words } from '../errors.ts'
import type { MessageKind } from '../messages/messages.ts'
import { choice } from '../words.ts'

/** The ways of a notice; `portal` is the list of messages, which every notice stands in. */
export const NOTICE_CHANNELS = ['portal', 'sms', 'mail', 'wecom', 'dingtalk', 'feishu'] as const
export const NOTICE_CHANNEL_LABELS = {
  portal: { 'zh-CN': '站内消息', en: 'Portal' },
  sms: { 'zh-CN': '短信', en: 'SMS' },
  mail: { 'zh-CN': '邮件', en: 'Mail' },
  wecom: { 'zh-CN': '企业微信群', en: 'WeCom group' },
  dingtalk: { 'zh-CN': '钉钉群', en: 'DingTalk group' },
  feishu: { 'zh-CN': '飞书群', en: 'Feishu group' },
} as const satisfies Record<(typeof NOTICE_CHANNELS)[number], Words>
export const NoticeChannel = choice(NOTICE_CHANNELS, NOTICE_CHANNEL_LABELS)
export type NoticeChannel = z.infer<typeof NoticeChannel>

/** The channels that reach one person outside of the portal. */
export const PERSONAL_CHANNELS = ['sms', 'mail'] as const
export type PersonalChannel = (typeof PERSONAL_CHANNELS)[number]

export const NOTICE_CATEGORIES = ['security', 'signing', 'payment', 'meeting', 'review', 'platform'] as const
export type NoticeCategory = (typeof NOTICE_CATEGORIES)[number]
export const NOTICE_CATEGORY_LABELS = {
  security: { 'zh-CN': '账号安全', en: 'Account security' },
  signing: { 'zh-CN': '协议签署', en: 'Signing' },
  payment: { 'zh-CN': '付款与申报', en: 'Payment and filing' },
  meeting: { 'zh-CN': '会议', en: 'Meetings' },
  review: { 'zh-CN': '审核', en: 'Reviews' },
  platform: { 'zh-CN': '平台', en: 'Platform' },
} as const satisfies Record<NoticeCategory, Words>

/** `staff` is everybody but experts. */
type NoticeAudience = 'experts' | 'staff' | 'administrators'

/** What a notice of a kind does unless its person says otherwise. */
interface NoticeKindRules {
  readonly category: NoticeCategory
  readonly sms: boolean
  readonly mail: boolean
  /** Whom it may be for; left out: anybody. */
  readonly audience?: NoticeAudience
  /** The account itself sends these text messages at once, to the phone it had before a change. */
  readonly textedByAccount?: true
  /** Nothing sends it any more; messages of it are still in lists. */
  readonly isFormer?: true
}

const rules = (
  category: NoticeCategory,
  ways: 'sms and mail' | 'mail',
  more: Pick<NoticeKindRules, 'audience' | 'textedByAccount' | 'isFormer'> = {},
): NoticeKindRules => ({ category, sms: ways === 'sms and mail', mail: true, ...more })

/** Every kind of notice. */
export const NOTICE_KINDS: Readonly<Record<MessageKind, NoticeKindRules>> = {
  accountChanged: rules('payment', 'sms and mail', { audience: 'experts' }),
  accountSecurity: rules('security', 'mail', { textedByAccount: true }),
  agreementInvalidated: rules('signing', 'sms and mail', { isFormer: true }),
  agreementReady: rules('signing', 'sms and mail', { audience: 'experts' }),
  amendmentDecided: rules('meeting', 'mail', { audience: 'staff' }),
  amendmentProposed: rules('signing', 'sms and mail', { audience: 'experts' }),
  approvalAsked: rules('review', 'mail', { audience: 'staff' }),
  approvalEnded: rules('review', 'mail', { audience: 'staff' }),
  attendeeRemoved: rules('meeting', 'sms and mail', { audience: 'experts' }),
  expertAudit: rules('review', 'sms and mail', { audience: 'experts' }),
  factorsReset: rules('security', 'sms and mail'),
  filingDue: rules('payment', 'sms and mail', { audience: 'staff' }),
  gatePolicy: rules('platform', 'mail', { audience: 'administrators' }),
  invitationReply: rules('meeting', 'mail', { audience: 'staff' }),
  invoiceDoubtful: rules('review', 'mail', { audience: 'staff' }),
  meetingAwaitsApproval: rules('review', 'mail', { audience: 'staff' }),
  meetingInvitation: rules('meeting', 'sms and mail', { audience: 'experts' }),
  meetingMoved: rules('meeting', 'sms and mail', { audience: 'experts' }),
  noticeLimit: rules('platform', 'mail', { audience: 'administrators' }),
  paymentReturned: rules('payment', 'sms and mail', { audience: 'experts' }),
  planAudit: rules('review', 'mail'),
  reviewWaits: rules('review', 'mail', { audience: 'staff' }),
  sealKeeperMissing: rules('signing', 'mail', { audience: 'staff' }),
}

/** Kinds that are sent. */
export const SENT_KINDS: readonly MessageKind[] = (Object.keys(NOTICE_KINDS) as MessageKind[]).filter(
  (kind) => !NOTICE_KINDS[kind].isFormer,
)

const isFor = (audience: NoticeAudience | undefined, role: RoleType): boolean => {
  if (audience === 'experts') return role === 'doctor'
  if (audience === 'staff') return role !== 'doctor'
  return audience === undefined || role === 'admin'
}

/** Kinds that somebody of a role may get, and so has something to say about. */
export const kindsFor = (role: RoleType): readonly MessageKind[] =>
  SENT_KINDS.filter((kind) => isFor(NOTICE_KINDS[kind].audience, role))

/** Kinds of these categories reach their person outside of the portal, whatever else is switched off. */
const NEVER_OFF: readonly NoticeCategory[] = ['security', 'signing', 'payment']
export const isRequired = (kind: MessageKind): boolean => NEVER_OFF.includes(NOTICE_KINDS[kind].category)

/** Goes out in the night as well. */
export const isUrgent = (kind: MessageKind): boolean => NOTICE_KINDS[kind].category === 'security'

export const NOTICE_MODES = ['now', 'digest', 'off'] as const
export const NOTICE_MODE_LABELS = {
  now: { 'zh-CN': '立即', en: 'At once' },
  digest: { 'zh-CN': '每日汇总', en: 'Daily summary' },
  off: { 'zh-CN': '关闭', en: 'Off' },
} as const
export const NoticeMode = choice(NOTICE_MODES, NOTICE_MODE_LABELS)
export type NoticeMode = z.infer<typeof NoticeMode>

/** When the digest of a day goes out, and the quiet hours of whoever has chosen none, in the zone of the service. */
export const DIGEST_AT = '08:30'
export const QUIET_FROM = '21:00'
export const QUIET_UNTIL = '08:00'

export const DELIVERY_STATES = ['queued', 'sent', 'delivered', 'failed', 'suppressed'] as const
export const DELIVERY_STATE_LABELS = {
  queued: { 'zh-CN': '待发送', en: 'Waiting' },
  sent: { 'zh-CN': '已发送', en: 'Sent' },
  delivered: { 'zh-CN': '已送达', en: 'Delivered' },
  failed: { 'zh-CN': '失败', en: 'Failed' },
  suppressed: { 'zh-CN': '未发送', en: 'Left out' },
} as const
export const DeliveryState = choice(DELIVERY_STATES, DELIVERY_STATE_LABELS)
export type DeliveryState = z.infer<typeof DeliveryState>

/** Why a delivery was not sent. What a provider says itself stands in its own words. */
export const SUPPRESSED_BECAUSE = {
  OFF: { 'zh-CN': '本人已关闭此类通知', en: 'The person has switched these notices off' },
  NO_ADDRESS: { 'zh-CN': '没有手机号或邮箱', en: 'No phone or mail address' },
  NO_CHANNEL: { 'zh-CN': '平台未开通该渠道', en: 'The service has no such channel' },
  GONE: { 'zh-CN': '账号或消息已不存在', en: 'The account or the message is gone' },
  LIMIT: { 'zh-CN': '已达发送上限', en: 'The limit of messages is reached' },
  NOTICE_PARAM_INVALID: { 'zh-CN': '内容不符合服务商规则', en: 'The provider would refuse the content' },
  TOO_LATE: { 'zh-CN': '多次尝试后仍未发出', en: 'Not accepted after many tries' },
} as const satisfies Record<string, Words>
export type SuppressedBecause = keyof typeof SUPPRESSED_BECAUSE
