import type { Entry } from './text-entry.ts'

export const reviewWaits: Entry = {
  'zh-CN': ({ meetingName = '' }) => ({
    title: `会议仍待批准：${meetingName}`,
    content: `会议“${meetingName}”提交后已过一个工作日，仍待批准，请尽快审阅。`,
  }),
  en: ({ meetingName = '' }) => ({
    title: `A meeting still waits for approval: ${meetingName}`,
    content: `The meeting “${meetingName}” has waited for its approval for more than a working day. Please review it.`,
  }),
}

export const invoiceDoubtful: Entry = {
  'zh-CN': ({ meetingName = '', invoiceNumber }) => ({
    title: `发票待核对：${meetingName}`,
    content: `会议“${meetingName}”有发票${invoiceNumber ? `（${invoiceNumber}）` : ''}的识别结果存疑，已等待核对数日，请在会议的发票页核对。`,
  }),
  en: ({ meetingName = '', invoiceNumber }) => ({
    title: `An invoice to check: ${meetingName}`,
    content: `An invoice${invoiceNumber ? ` (${invoiceNumber})` : ''} of the meeting “${meetingName}” was read with doubts and has waited for days. Please check it among the invoices of the meeting.`,
  }),
}

export const filingDue: Entry = {
  'zh-CN': ({ month = '' }) => ({
    title: `请申报${month}的个人所得税`,
    content: `${month}支付的劳务费尚未标记为已申报，请在申报期内完成扣缴申报，并在“劳务付款”中登记。`,
  }),
  en: ({ month = '' }) => ({
    title: `Please file the tax of ${month}`,
    content: `The labor fees paid in ${month} are not marked as filed. Please file what was withheld within the period, and record it under “Payments”.`,
  }),
}

const PERIODS = {
  'zh-CN': { day: '今日', month: '本月' },
  en: { day: 'today', month: 'this month' },
} as const

export const noticeLimit: Entry = {
  'zh-CN': ({ scope, channel, period, percent = '', limit = '' }) => {
    const when = PERIODS['zh-CN'][period === 'month' ? 'month' : 'day']
    const what = channel === 'mail' ? '邮件' : '短信'
    return {
      title: `${when}${what}用量已达上限的${percent}%`,
      content: `${scope ? `单位“${scope}”` : '全平台'}${when}发送的${what}已达上限${limit}条的${percent}%。${
        percent === '100' ? '提醒等通知已停止发送，验证码、账号安全和签署通知照常。' : ''
      }`,
    }
  },
  en: ({ scope, channel, period, percent = '', limit = '' }) => {
    const when = PERIODS.en[period === 'month' ? 'month' : 'day']
    const what = channel === 'mail' ? 'mails' : 'text messages'
    return {
      title: `${percent}% of the ${what} for ${when} are used`,
      content: `${scope ? `The organization ${scope} has` : 'The service has'} used ${percent}% of ${limit} ${what} for ${when}.${
        percent === '100'
          ? ' Reminders and the like have stopped; codes, account security and signing go on.'
          : ''
      }`,
    }
  },
}
