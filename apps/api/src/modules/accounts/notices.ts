import { randomUUID } from 'node:crypto'
import { afterCommit } from '../../infra/db/after-commit.ts'
import { maskPhone } from '../../infra/mask.ts'
import type { NoticeKind, SecurityNotice, SmsMessage } from '../../infra/sms.ts'
import { noticeAllowance } from './code-limits.ts'
import { takeAllowance } from './code-repository.ts'
import { findAccounts } from './repository.ts'
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
  const message: SmsMessage = { id: randomUUID(), kind: 'notice', phone, notice, text }
  afterCommit(() => void sms.deliver(message).catch((error: unknown) => log.error(error)))
}

export interface Notice {
  /** Of the message, by which the gateway knows one that is sent again. */
  id: string
  userId: number
  notice: NoticeKind
  text: Record<'zh-CN' | 'en', string>
}

/**
 * Tells an account by SMS what a message in the portal says as well: beyond the day's limit nothing is sent, and a failure is
 * only logged.
 */
export async function textAccount(scope: Scope, { id, userId, notice, text }: Notice): Promise<void> {
  const { db, clock, sms, log } = scope
  const [account] = await findAccounts(db, [userId])
  if (!account?.phone) return
  const moment = { now: clock.wire(), today: clock.today() }
  if (!(await takeAllowance(db, noticeAllowance(scope, userId), moment))) return
  const message: SmsMessage = { id, kind: 'notice', phone: account.phone, notice, text }
  await sms.deliver(message).catch((error: unknown) => log.error(error))
}
