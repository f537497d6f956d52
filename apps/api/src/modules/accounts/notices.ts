import { randomUUID } from 'node:crypto'
import { afterCommit } from '../../infra/db/transactions/after-commit.ts'
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

/** Digits of a phone that say which one it is to whoever knows it. */
const TAIL_LENGTH = 4

/**
 * Tells the previous phone by SMS. Call it after the commit; where that is a part of a request's transaction, it waits for
 * the whole. The SMS is sent in the background, and a failure is only logged.
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
  const params: Record<string, string> = newPhone === '' ? {} : { tail: newPhone.slice(-TAIL_LENGTH) }
  const message: SmsMessage = { id: randomUUID(), kind: 'notice', phone, notice, params, text }
  afterCommit(() => void sms.deliver(message).catch((error: unknown) => log.error(error)))
}
