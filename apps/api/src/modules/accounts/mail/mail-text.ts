import { MAIL_LINK_HOURS } from '@consilium/contract/accounts/own-mail.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const LINES = {
  'zh-CN': [
    '有人将此邮箱登记为会务平台账号的通知邮箱。',
    `如是您本人操作，请在${MAIL_LINK_HOURS}小时内打开以下链接确认；链接仅可使用一次。`,
    '如非本人操作，请忽略此邮件，不会再向您发送通知。',
  ],
  en: [
    'Somebody entered this address for the notices of an account of Consilium.',
    `If this was you, open the link within ${MAIL_LINK_HOURS} hours to confirm it. It works once.`,
    'If it was not, ignore this mail: nothing more will be sent to you.',
  ],
} as const

/** The mail that a proposed address is confirmed by, in both languages. */
export function confirmationMail(link: string): { subject: string; text: string; html: string } {
  const [zh, en] = [LINES['zh-CN'], LINES.en]
  const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${escaped(line)}</p>`).join('')
  const anchor = (label: string) => `<p><a href="${escaped(link)}">${label}</a></p>`
  return {
    subject: '请确认您的邮箱 / Confirm your mail address',
    text: [...zh, link, '', ...en, link].join('\n'),
    html: `<!doctype html><html><head><meta charset="utf-8"></head><body>${paragraphs(zh)}${anchor('确认邮箱')}${paragraphs(en)}${anchor('Confirm the address')}</body></html>`,
  }
}
