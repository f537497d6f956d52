import type { Language } from '@consilium/contract/errors.ts'
import { grouped } from '@consilium/contract/digits.ts'
import { AuditStatus } from '@consilium/contract/experts/experts.ts'
import type { MessageKind } from '@consilium/contract/messages/messages.ts'
import type { Entry, MessageParams, MessageText } from './text-entry.ts'
import { approvalAsked, approvalEnded } from './approval-texts.ts'
import { accountChanged, paymentReturned } from './payment-texts.ts'
import { filingDue, invoiceDoubtful, noticeLimit, reviewWaits } from './reminder-texts.ts'

const joined = (language: Language, ...parts: (string | false)[]) =>
  parts.filter(Boolean).join(language === 'en' ? ' ' : '')

const AUDIT_RESULT: Readonly<Record<AuditStatus, Record<Language, string>>> = {
  approved: { 'zh-CN': '您的专家资料已通过审核。', en: 'Your expert profile has been approved.' },
  rejected: { 'zh-CN': '您的专家资料未通过审核。', en: 'Your expert profile has not been approved.' },
  pending: { 'zh-CN': '您的专家资料已转为待审核。', en: 'Your expert profile is waiting for review again.' },
}

const auditResult = (params: MessageParams, language: Language) =>
  AUDIT_RESULT[AuditStatus.catch('pending').parse(params['auditStatus'])][language]

const expertAudit: Entry = {
  'zh-CN': (params) => ({
    title: '专家审核结果',
    content: joined(
      'zh-CN',
      auditResult(params, 'zh-CN'),
      !!params['opinion'] && `审核意见：${params['opinion']}`,
    ),
  }),
  en: (params) => ({
    title: 'Review of your expert profile',
    content: joined('en', auditResult(params, 'en'), !!params['opinion'] && `Remark: ${params['opinion']}`),
  }),
}

const PLAN_RESULT: Readonly<Record<AuditStatus, Record<Language, string>>> = {
  approved: { 'zh-CN': '已通过审核。', en: 'has been approved.' },
  rejected: { 'zh-CN': '未通过审核。', en: 'has not been approved.' },
  pending: { 'zh-CN': '已转为待审核。', en: 'is waiting for review again.' },
}

const planResult = (params: MessageParams, language: Language) =>
  PLAN_RESULT[AuditStatus.catch('pending').parse(params['auditStatus'])][language]

const planAudit: Entry = {
  'zh-CN': (params) => ({
    title: `方案审核结果：${params['planName'] ?? ''}`,
    content: joined(
      'zh-CN',
      !!params['projectName'] && `项目“${params['projectName']}”的`,
      `方案“${params['planName'] ?? ''}”`,
      planResult(params, 'zh-CN'),
      !!params['opinion'] && `审核意见：${params['opinion']}`,
    ),
  }),
  en: (params) => ({
    title: `Review of your plan: ${params['planName'] ?? ''}`,
    content: joined(
      'en',
      `Your plan “${params['planName'] ?? ''}”`,
      !!params['projectName'] && `for the project “${params['projectName']}”`,
      planResult(params, 'en'),
      !!params['opinion'] && `Remark: ${params['opinion']}`,
    ),
  }),
}

const factorsReset: Entry = {
  'zh-CN': ({ by }) => ({
    title: '两步验证已被重置',
    content: `管理员${by}已移除您账号的身份验证器、通行密钥和恢复码，并结束了所有登录。如非您本人申请，请立即修改密码并联系管理员。`,
  }),
  en: ({ by }) => ({
    title: 'Your second factors were reset',
    content: `The administrator ${by} has removed the authenticator app, passkeys and recovery codes of your account and ended all its sessions. If you did not ask for it, change your password now and contact an administrator.`,
  }),
}

const meetingInvitation: Entry = {
  'zh-CN': ({ meetingName = '', projectName = '', time, place }) => ({
    title: `会议邀请：${meetingName}`,
    content: joined(
      'zh-CN',
      meetingName === projectName
        ? `诚邀您参加会议“${meetingName}”。`
        : `诚邀您参加项目“${projectName}”的会议“${meetingName}”。`,
      !!time && `时间：${time}。`,
      !!place && `地点：${place}。`,
    ),
  }),
  en: ({ meetingName = '', projectName = '', time, place }) => ({
    title: `Invitation: ${meetingName}`,
    content: joined(
      'en',
      meetingName === projectName
        ? `You are invited to the meeting “${meetingName}”.`
        : `You are invited to the meeting “${meetingName}” of the project “${projectName}”.`,
      !!time && `Time: ${time}.`,
      !!place && `Place: ${place}.`,
    ),
  }),
}

const SECURITY_EVENTS: Readonly<Record<string, Record<Language, string>>> = {
  phoneChangeStarted: {
    'zh-CN':
      '有人申请将您账号的手机号改为{phone}。如确有此事，请在“账号安全”中用发送到新手机号的验证码确认；否则请勿确认，并联系管理员。',
    en: 'Somebody asked to change the phone of your account to {phone}. If this is right, confirm it under “Account security” with a code sent to the new phone. If not, do not confirm it and contact an administrator.',
  },
  phoneChanged: {
    'zh-CN': '您账号的手机号已改为{phone}，此前的登录均已退出。如非本人操作，请立即联系管理员。',
    en: 'The phone of your account is now {phone}, and all sessions have ended. If this was not you, contact an administrator at once.',
  },
  passwordReset: {
    'zh-CN': '您账号的密码已被重置，此前的登录均已退出。如非本人要求，请立即联系管理员。',
    en: 'The password of your account was reset, and all sessions have ended. If you did not ask for this, contact an administrator.',
  },
}

const securityEvent = ({ event = '', phone = '' }: MessageParams, language: Language) =>
  (SECURITY_EVENTS[event]?.[language] ?? '').replace('{phone}', phone)

const accountSecurity: Entry = {
  'zh-CN': (params) => ({ title: '账号安全提醒', content: securityEvent(params, 'zh-CN') }),
  en: (params) => ({ title: 'Security of your account', content: securityEvent(params, 'en') }),
}

const agreementInvalidated: Entry = {
  'zh-CN': ({ meetingName = '', from = '', to = '' }) => ({
    title: `劳务协议已失效，请重新签署：${meetingName}`,
    content: `您为会议“${meetingName}”签署的劳务协议因劳务费由${from}元调整为${to}元而失效，请重新阅读并签署协议。`,
  }),
  en: ({ meetingName = '', from = '', to = '' }) => ({
    title: `Your labor agreement is no longer valid, please sign again: ${meetingName}`,
    content: `The labor fee for the meeting “${meetingName}” has changed from ¥\u00a0${from} to ¥\u00a0${to}, so your signature is no longer valid. Please read and sign the agreement again.`,
  }),
}

const amendmentProposed: Entry = {
  'zh-CN': ({ meetingName = '', from = '', to = '', reason = '' }) => ({
    title: `劳务费变更待您确认：${meetingName}（${from}元改为${to}元）`,
    content: `会议“${meetingName}”的劳务费拟由${from}元变更为${to}元，原因：${reason}。已签署的协议在您签署变更协议之前继续有效，您也可以不同意变更。`,
  }),
  en: ({ meetingName = '', from = '', to = '', reason = '' }) => ({
    title: `A change of your fee waits for you: ${meetingName} (¥\u00a0${from} to ¥\u00a0${to})`,
    content: `The labor fee for the meeting “${meetingName}” is to change from ¥\u00a0${from} to ¥\u00a0${to}. Reason: ${reason}. The agreement you signed stays in force until you sign the amendment; you may also decline.`,
  }),
}

const amendmentDecided: Entry = {
  'zh-CN': ({ meetingName = '', name = '', to = '', outcome }) => ({
    title: `${name}${outcome === 'signed' ? '已签署费用变更' : '未同意费用变更'}：${meetingName}（${to}元）`,
    content:
      outcome === 'signed'
        ? `${name}已签署会议“${meetingName}”的变更协议，劳务费为${to}元。`
        : `${name}未同意将会议“${meetingName}”的劳务费变更为${to}元，原协议继续有效。`,
  }),
  en: ({ meetingName = '', name = '', to = '', outcome }) => ({
    title: `${name} ${outcome === 'signed' ? 'signed' : 'declined'} the amendment: ${meetingName} (¥\u00a0${to})`,
    content:
      outcome === 'signed'
        ? `${name} has signed the amendment for the meeting “${meetingName}”. The fee is ¥\u00a0${to}.`
        : `${name} has declined to change the fee for the meeting “${meetingName}” to ¥\u00a0${to}. The agreement signed before stays in force.`,
  }),
}

const attendeeRemoved: Entry = {
  'zh-CN': ({ meetingName = '' }) => ({
    title: `会议变动：${meetingName}`,
    content: `您已不在会议“${meetingName}”的参会名单中，无需再准备参会。如有疑问，请联系会务方。`,
  }),
  en: ({ meetingName = '' }) => ({
    title: `Change: ${meetingName}`,
    content: `You are no longer on the attendee list of the meeting “${meetingName}” and need not prepare for it. If you have questions, please contact the organizers.`,
  }),
}

const agreementReady: Entry = {
  'zh-CN': ({ meetingName = '', amount = '' }) => ({
    title: `劳务协议可以签署：${meetingName}（${amount}元）`,
    content: `会议“${meetingName}”的劳务费为${amount}元（税前），现在可以填写并签署劳务协议。`,
  }),
  en: ({ meetingName = '', amount = '' }) => ({
    title: `Your labor agreement can be signed: ${meetingName} (¥\u00a0${amount})`,
    content: `The labor fee for the meeting “${meetingName}” is ¥\u00a0${amount} before tax. You can fill in and sign the labor agreement now.`,
  }),
}

const meetingAwaitsApproval: Entry = {
  'zh-CN': ({ meetingName = '', orgName, time }) => ({
    title: `会议待批准：${meetingName}${time ? `（${time}）` : ''}`,
    content: joined('zh-CN', orgName ?? '', `新建了会议“${meetingName}”，请审阅并批准。`),
  }),
  en: ({ meetingName = '', orgName, time }) => ({
    title: `Meeting to approve: ${meetingName}${time ? ` (${time})` : ''}`,
    content: orgName
      ? `${orgName} has created the meeting “${meetingName}”. Please review and approve it.`
      : `The meeting “${meetingName}” was created. Please review and approve it.`,
  }),
}

/** Shown for a place or a time that is not set yet. */
const TO_COME: Record<Language, string> = { 'zh-CN': '待定', en: 'to be announced' }

const meetingMoved: Entry = {
  'zh-CN': ({ meetingName = '', time, place }) => ({
    title: `会议时间或地点变更：${meetingName}`,
    content: `会议“${meetingName}”的安排有变。时间：${time || TO_COME['zh-CN']}。地点：${place || TO_COME['zh-CN']}。`,
  }),
  en: ({ meetingName = '', time, place }) => ({
    title: `Time or place changed: ${meetingName}`,
    content: `The meeting “${meetingName}” has changed. Time: ${time || TO_COME.en}. Place: ${place || TO_COME.en}.`,
  }),
}

const gatePolicy: Entry = {
  'zh-CN': () => ({
    title: '阶段要求可改为严格模式',
    content:
      '您的现行规则保持不变。新版本提供“严格”规则：协议未签署、资料未审核或发票差异未核对时，会议不能关闭。可在首页查看影响并一键启用。',
  }),
  en: () => ({
    title: 'Meetings can have strict gates',
    content:
      'Your rules stay as they are. There is now a strict set: a meeting does not close while agreements are unsigned, materials not reviewed or differences of invoices not settled. Your home page shows what it would change and applies it in one click.',
  }),
}

const invitationReply: Entry = {
  'zh-CN': ({ name = '', meetingName = '', reply, reason }) => ({
    title: `${name}${reply === 'accepted' ? '确认参加' : '不参加'}“${meetingName}”`,
    content: joined(
      'zh-CN',
      `${name}答复会议“${meetingName}”的邀请：${reply === 'accepted' ? '参加' : '不参加'}。`,
      !!reason && `原因：${reason}`,
    ),
  }),
  en: ({ name = '', meetingName = '', reply, reason }) => ({
    title: `${name} ${reply === 'accepted' ? 'will' : 'will not'} attend “${meetingName}”`,
    content: joined(
      'en',
      `${name} has ${reply === 'accepted' ? 'accepted' : 'declined'} the invitation to the meeting “${meetingName}”.`,
      !!reason && `Reason: ${reason}`,
    ),
  }),
}

const sealKeeperMissing: Entry = {
  'zh-CN': () => ({
    title: '请填写印章责任人',
    content:
      '有协议正在等待贵单位盖章，但印章尚未登记责任人，暂时不能盖章，盖章前也不能付款。请在单位页面的“单位印章”中填写责任人的姓名。',
  }),
  en: () => ({
    title: 'Your seal names no person',
    content:
      'Agreements wait for the seal of your organization, which names no person who answers for it. They cannot be sealed, nor paid before that. Please enter the name under “Seal” on the page of your organization.',
  }),
}

const catalogue: Readonly<Record<MessageKind, Entry>> = {
  accountChanged,
  accountSecurity,
  agreementInvalidated,
  agreementReady,
  amendmentDecided,
  amendmentProposed,
  approvalAsked,
  approvalEnded,
  attendeeRemoved,
  expertAudit,
  factorsReset,
  filingDue,
  meetingAwaitsApproval,
  meetingInvitation,
  gatePolicy,
  invitationReply,
  invoiceDoubtful,
  meetingMoved,
  noticeLimit,
  paymentReturned,
  planAudit,
  reviewWaits,
  sealKeeperMissing,
}

/** Times on the wire have seconds, which nobody needs of a meeting. */
const TO_THE_MINUTE = 'yyyy-MM-dd HH:mm'.length

/** Parameters that are amounts in yuan. */
const AMOUNTS = ['amount', 'from', 'to']

const readable = (name: string, value: string): string =>
  name === 'time' ? value.slice(0, TO_THE_MINUTE) : AMOUNTS.includes(name) ? grouped(value) : value

/** The text of a message in the reader's language. Parts whose values are missing are left out. */
export function textOf(kind: MessageKind, params: MessageParams, language: Language): MessageText {
  const told = Object.entries(params).map(([name, value]) => [name, readable(name, value)])
  return catalogue[kind][language](Object.fromEntries(told) as MessageParams)
}
