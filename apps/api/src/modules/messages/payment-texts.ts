import type { Entry } from './text-entry.ts'

export const accountChanged: Entry = {
  'zh-CN': ({ accountFrom }) => ({
    title: '收款账户变更',
    content: accountFrom
      ? `您新的收款账户自${accountFrom}起用于付款。如非您本人操作，请立即联系平台。`
      : '您的收款账户已变更，审核通过后次日起用于付款。如非您本人操作，请立即修改密码并联系平台。',
  }),
  en: ({ accountFrom }) => ({
    title: 'Your account has changed',
    content: accountFrom
      ? `You are paid to your new account from ${accountFrom}. If this was not you, contact us at once.`
      : 'The account that you are paid to has changed. It is used from the day after its review. If this was not you, change your password and contact us at once.',
  }),
}

export const paymentReturned: Entry = {
  'zh-CN': ({ meetingName = '', reason }) => ({
    title: `付款被银行退回：${meetingName}`,
    content: `会议“${meetingName}”的劳务费被银行退回${reason ? `（${reason}）` : ''}。请核对并更正“我的资料”中的收款账户，审核通过后次日起可重新付款。`,
  }),
  en: ({ meetingName = '', reason }) => ({
    title: `The bank returned your payment: ${meetingName}`,
    content: `The bank returned your fee of the meeting “${meetingName}”${reason ? ` (${reason})` : ''}. Please check and mend the account in your profile; you can be paid from the day after its review.`,
  }),
}
