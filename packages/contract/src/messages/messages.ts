import { z } from 'zod'
import * as f from '../fields.ts'
import { choice } from '../words.ts'
import { data, page, type RouteTable } from '../route.ts'

/** Labels of message kinds. */
export const MESSAGE_KIND_LABELS = {
  accountChanged: { 'zh-CN': '收款账户变更', en: 'Account changed' },
  accountSecurity: { 'zh-CN': '安全提醒', en: 'Security alert' },
  agreementInvalidated: { 'zh-CN': '协议失效', en: 'Agreement invalidated' },
  agreementReady: { 'zh-CN': '协议待签署', en: 'Agreement to sign' },
  amendmentDecided: { 'zh-CN': '费用变更结果', en: 'Amendment decided' },
  amendmentProposed: { 'zh-CN': '费用变更', en: 'Amendment proposed' },
  approvalAsked: { 'zh-CN': '待您审批', en: 'To approve' },
  approvalEnded: { 'zh-CN': '审批结果', en: 'Result of an approval' },
  attendeeRemoved: { 'zh-CN': '移出会议', en: 'Removed from a meeting' },
  expertAudit: { 'zh-CN': '专家审核', en: 'Expert review' },
  factorsReset: { 'zh-CN': '两步验证重置', en: 'Second factors reset' },
  filingDue: { 'zh-CN': '申报提醒', en: 'Month to file' },
  gatePolicy: { 'zh-CN': '阶段要求', en: 'Stage requirements' },
  invoiceDoubtful: { 'zh-CN': '发票待核对', en: 'Invoice to check' },
  meetingAwaitsApproval: { 'zh-CN': '会议待批准', en: 'Meeting to approve' },
  meetingInvitation: { 'zh-CN': '会议邀请', en: 'Meeting invitation' },
  invitationReply: { 'zh-CN': '邀请答复', en: 'Reply to an invitation' },
  meetingMoved: { 'zh-CN': '时间地点变更', en: 'Time or place changed' },
  noticeLimit: { 'zh-CN': '通知用量', en: 'Limit of notices' },
  paymentReturned: { 'zh-CN': '付款退回', en: 'Payment returned' },
  planAudit: { 'zh-CN': '方案审核', en: 'Plan review' },
  reviewWaits: { 'zh-CN': '待审事项提醒', en: 'Review that waits' },
  sealKeeperMissing: { 'zh-CN': '印章责任人待填写', en: 'Seal without a person' },
} as const

export const MessageKind = choice(
  [
    'accountChanged',
    'accountSecurity',
    'agreementInvalidated',
    'agreementReady',
    'amendmentDecided',
    'amendmentProposed',
    'approvalAsked',
    'approvalEnded',
    'attendeeRemoved',
    'expertAudit',
    'factorsReset',
    'filingDue',
    'gatePolicy',
    'invoiceDoubtful',
    'meetingAwaitsApproval',
    'meetingInvitation',
    'invitationReply',
    'meetingMoved',
    'noticeLimit',
    'paymentReturned',
    'planAudit',
    'reviewWaits',
    'sealKeeperMissing',
  ],
  MESSAGE_KIND_LABELS,
)
export type MessageKind = z.infer<typeof MessageKind>

export const Message = z
  .object({
    msgId: f.id,
    kind: MessageKind,
    title: z.string(),
    content: z.string(),
    link: z
      .object({ resource: z.string(), id: f.id })
      .nullable()
      .meta({ description: 'The record that the message is about' }),
    isRead: z.boolean(),
    readTime: z.string().nullable(),
    createTime: z.string(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

export const MESSAGE_COLUMNS = ['msgId', 'createTime'] as const
export const MessageQuery = f.listQuery(
  { isRead: f.queryFlag.optional(), kind: MessageKind.optional() },
  MESSAGE_COLUMNS,
)
export type MessageQuery = z.output<typeof MessageQuery>

/**
 * Data of the stream's `new_message` event, with `msgId` and `kind` of a new message. The stream also sends
 * `heartbeat`, and `replaced` as its last event when the same session has opened another stream.
 */
export const NewMessage = z
  .object({ unreadCount: z.int().min(0), msgId: f.id.optional(), kind: MessageKind.optional() })
  .meta({ id: 'NewMessageEvent' })
export type NewMessage = z.infer<typeof NewMessage>

/**
 * Data of the stream's `recognition_progress` event. The submitter of a batch gets it whenever one of its files waits
 * again, is done or has failed. Events may be lost with the connection; the batch route returns the complete state.
 */
export const RecognitionProgress = z
  .object({
    batchId: f.id,
    meetingId: f.id,
    done: z.int().min(0),
    failed: z.int().min(0),
    total: z.int().min(1),
  })
  .meta({ id: 'RecognitionProgressEvent' })
export type RecognitionProgress = z.infer<typeof RecognitionProgress>

const Unread = z.object({ unreadCount: z.int().min(0) }).meta({ id: 'UnreadCount' })
const tag = 'Messages'

export const messageRoutes = {
  list: {
    method: 'GET',
    path: '/business/message/list',
    access: 'session',
    caller: 'person',
    tag,
    summary: "List the caller's messages",
    query: MessageQuery,
    answer: page(Message),
  },
  stream: {
    method: 'GET',
    path: '/business/message/stream',
    access: 'session',
    caller: 'person',
    tag,
    summary:
      "Event stream: new_message with the unread count, recognition_progress of the caller's batches, and a heartbeat every 25 seconds",
    answer: { kind: 'stream' },
  },
  readAll: {
    method: 'PUT',
    path: '/business/message/readAll',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'Mark all messages read',
    answer: data(Unread),
  },
  get: {
    method: 'GET',
    path: '/business/message/{msgId}',
    access: 'session',
    caller: 'person',
    tag,
    summary: "Read one of the caller's messages",
    params: z.object({ msgId: f.queryId }),
    answer: data(Message),
  },
  markRead: {
    method: 'PUT',
    path: '/business/message/{msgId}/read',
    target: ['msgId'],
    access: 'session',
    caller: 'person',
    tag,
    summary: 'Mark a message read',
    params: z.object({ msgId: f.queryId }),
    answer: data(Unread),
  },
} as const satisfies RouteTable
