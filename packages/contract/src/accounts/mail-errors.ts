/** Errors of the mail addresses of accounts, a part of the catalogue in `errors.ts`. */
export const mailErrors = {
  MAIL_NOT_OFFERED: {
    status: 409,
    zh: '平台未开通邮件通知',
    en: 'This service sends no mail',
  },
  MAIL_UNAVAILABLE: {
    status: 503,
    zh: '确认邮件暂时无法发送，请稍后再试',
    en: 'The mail cannot be sent right now; try again later',
  },
  MAIL_LINK_EXPIRED: {
    status: 410,
    zh: '确认链接已失效或已使用，请重新填写邮箱获取新链接',
    en: 'This link has expired or was used; enter the address again to get a new one',
  },
} as const
