import { randomUUID } from 'node:crypto'
import type { Db } from '../../infra/db/db.ts'
import { maskPhone } from '../../infra/mask.ts'
import type { SecurityNotice, SmsMessage } from '../../infra/sms.ts'
import type { Scope } from './scope.ts'

const TEXTS: Readonly<Record<SecurityNotice, Record<'zh-CN' | 'en', string>>> = {
  phoneChangeStarted: {
    'zh-CN': '有人申请将您账号的手机号改为{phone}。如非本人要求，请勿确认并联系管理员。',
    en: 'Somebody asked to change the phone of your account to {phone}. If you did not want this, do not confirm it and tell the administrator.',
  },
  phoneChanged: {
    'zh-CN': '您账号的手机号已改为{phone}，此前的登录均已退出。如非本人操作，请立即联系管理员。',
    en: 'The phone of your account is now {phone}, and all sessions have ended. If this was not you, tell the administrator at once.',
  },
  passwordReset: {
    'zh-CN': '您账号的密码已被重置，请使用短信验证码登录并设置新密码。',
    en: 'The password of your account was reset. Log in with a code by SMS and choose a new one.',
  },
}

/**
 * Tells the owner about a security change of the account by a message in the portal, stored in the transaction of the
 * change.
 */
export async function leaveNotice(
  { messages }: Scope,
  within: Db,
  userId: number,
  { notice, newPhone = '' }: { notice: SecurityNotice; newPhone?: string },
): Promise<void> {
  const params = { event: notice, phone: maskPhone(newPhone) }
  await messages.send(within, { userId, kind: 'accountSecurity', params, link: null })
}

/**
 * Tells the previous phone by SMS. Call it after the commit; the SMS is sent in the background, and a failure is only
 * logged.
 */
export function textNotice(
  { sms, log }: Scope,
  phone: string | null,
  notice: SecurityNotice,
  newPhone = '',
): void {
  if (phone === null) return
  const fill = (text: string) => text.replace('{phone}', maskPhone(newPhone))
  const { 'zh-CN': zh, en } = TEXTS[notice]
  const text = { 'zh-CN': fill(zh), en: fill(en) }
  const message: SmsMessage = { id: randomUUID(), kind: 'notice', phone, notice, text }
  sms.deliver(message).catch((error: unknown) => log.error(error))
}
