import type { Language } from '@consilium/contract/errors.ts'
import type { MessageKind } from '@consilium/contract/messages/messages.ts'
import type { TemplateKind } from '@consilium/contract/notices/templates.ts'
import { paramFrom } from '../../infra/channels/sms-params.ts'

/** Of the texts below; what the operator writes counts on from it, so that the log says which one a person got. */
export const SHIPPED_VERSION = 1

export type NoticeText = TemplateKind
/** A short text in both languages. */
export type TextPair = Readonly<Record<Language, string>>
/** What a text may show. Links stand in the fixed text, since providers refuse addresses in values. */
export const PLACEHOLDERS = ['meeting', 'count', 'month'] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

interface Template {
  placeholders: readonly Placeholder[]
  text: TextPair
}

const about = (zh: string, en: string): Template => ({
  placeholders: ['meeting'],
  text: { 'zh-CN': zh, en },
})
const plain = (zh: string, en: string): Template => ({ placeholders: [], text: { 'zh-CN': zh, en } })

/**
 * The short texts of notices, for text messages and subjects. They show no name of a person, no number and no amount, since a
 * locked phone shows them to everybody.
 */
export const NOTICE_TEXTS: Readonly<Record<NoticeText, Template>> = {
  accountChanged: plain('您的收款账户有变更', 'The account that you are paid to has changed'),
  accountSecurity: plain('您的账号有一条安全提醒', 'There is a security notice of your account'),
  agreementInvalidated: about(
    '您的劳务协议需要重新签署（{meeting}）',
    'Your labor agreement has to be signed again ({meeting})',
  ),
  agreementReady: about(
    '您有一份劳务协议待签署（{meeting}）',
    'An agreement waits for your signature ({meeting})',
  ),
  amendmentDecided: about('费用变更有了结果（{meeting}）', 'A change of a fee was decided ({meeting})'),
  amendmentProposed: about(
    '您有一项费用变更待确认（{meeting}）',
    'A change of your fee waits for you ({meeting})',
  ),
  approvalAsked: plain('有一项申请待您审批', 'A request waits for your decision'),
  approvalEnded: plain('您的一项申请有了结果', 'A request of yours was decided'),
  attendeeRemoved: about(
    '您已不在参会名单中（{meeting}）',
    'You are no longer on the list of attendees ({meeting})',
  ),
  expertAudit: plain('您的专家资料有了审核结果', 'Your expert profile was reviewed'),
  factorsReset: plain('您账号的两步验证已被重置', 'The second factors of your account were reset'),
  filingDue: {
    placeholders: ['month'],
    text: { 'zh-CN': '请申报{month}的个人所得税', en: 'Please file the tax of {month}' },
  },
  gatePolicy: plain('会议检查规则可以更新', 'The rules of meetings can be updated'),
  invitationReply: about(
    '有专家答复了会议邀请（{meeting}）',
    'An expert replied to an invitation ({meeting})',
  ),
  invoiceDoubtful: about('有发票待核对（{meeting}）', 'An invoice waits to be checked ({meeting})'),
  meetingAwaitsApproval: about('有会议待批准（{meeting}）', 'A meeting waits for approval ({meeting})'),
  meetingInvitation: about('您收到一份会议邀请（{meeting}）', 'You are invited to a meeting ({meeting})'),
  meetingMoved: about(
    '会议时间或地点有变（{meeting}）',
    'The time or place of a meeting changed ({meeting})',
  ),
  noticeLimit: plain('通知用量接近或达到上限', 'The limit of notices is near or reached'),
  paymentReturned: about(
    '您的一笔劳务费被银行退回，请更正收款账户（{meeting}）',
    'The bank returned a payment; please mend your account ({meeting})',
  ),
  planAudit: plain('您的方案有了审核结果', 'Your plan was reviewed'),
  reviewWaits: about('有会议仍待批准（{meeting}）', 'A meeting still waits for approval ({meeting})'),
  sealKeeperMissing: plain('请填写印章责任人', 'Your seal names no person'),
  digest: {
    placeholders: ['count'],
    text: { 'zh-CN': '您有{count}条新通知', en: 'You have {count} new notices' },
  },
}

/** Kinds that lead to no record, whose registered templates have no `{link}`. */
export const WITHOUT_LINK: ReadonlySet<NoticeText> = new Set<NoticeText>([
  'accountSecurity',
  'attendeeRemoved',
  'digest',
  'factorsReset',
  'filingDue',
  'gatePolicy',
  'noticeLimit',
])

const PLEASE_OPEN: Record<Language, (url: string) => string> = {
  'zh-CN': (url) => (url ? `，请登录查看：${url}` : '，请登录平台查看。'),
  en: (url) => (url ? `. Please log in: ${url}` : '. Please log in to the platform.'),
}

export type NoticeParams = Readonly<Partial<Record<Placeholder, string>>>

/** A short text with its values, without those that are missing. */
export const shortText = (text: string, params: NoticeParams): string =>
  text
    // In one pass, so that a name with braces stays as it is.
    .replaceAll(/ ?[（(]\{meeting\}[）)]|\{(\w+)\}/gu, (shown: string, name: Placeholder | undefined) => {
      if (name !== undefined) return params[name] ?? ''
      return params.meeting ? shown.replace('{meeting}', () => params.meeting!) : ''
    })
    .trim()

/** A text message: what happened, and where to read it. */
export const textMessage = (
  text: TextPair,
  params: NoticeParams,
  { language, url }: { language: Language; url: string },
): string => shortText(text[language], params) + PLEASE_OPEN[language](url)

/** A value of a template may not be empty. */
const UNNAMED = '会议'

/** The values as a provider's template takes them. */
export const valuesOf = (kind: NoticeText, params: NoticeParams): Record<string, string> =>
  Object.fromEntries(
    NOTICE_TEXTS[kind].placeholders.map((name) => [
      name,
      params[name] || (name === 'meeting' ? UNNAMED : '-'),
    ]),
  )

/** The values of a short text, from the parameters of the message. */
export function paramsOf(kind: MessageKind, told: Readonly<Record<string, string>>): NoticeParams {
  const { placeholders } = NOTICE_TEXTS[kind]
  return {
    ...(placeholders.includes('meeting') ? { meeting: paramFrom(told['meetingName'] ?? '', '') } : {}),
    ...(placeholders.includes('month') ? { month: told['month'] ?? '' } : {}),
  }
}

/** Values for a look at a text. */
export const SAMPLE_PARAMS: Required<NoticeParams> = { meeting: '示例会议', count: '3', month: '2026-01' }
