import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { maskPhone } from '../../infra/mask.ts'
import type { NoticeKind, SmsMessage } from '../../infra/sms.ts'
import type { Messages } from '../messages/service.ts'

const TEXTS: Readonly<Record<NoticeKind, Record<'zh-CN' | 'en', string>>> = {
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
 * Tells owners about security changes of their accounts: by a message in the portal and an SMS to the previous phone.
 */
export function createNotices({ log, sms }: Pick<Context, 'log' | 'sms'>, messages: Messages) {
  return {
    /** Stores the message in the transaction of the change it reports. */
    async leave(within: Db, userId: number, notice: NoticeKind, newPhone = ''): Promise<void> {
      const params = { event: notice, phone: maskPhone(newPhone) }
      await messages.send(within, { userId, kind: 'accountSecurity', params, link: null })
    },

    /** Call it after the commit. The SMS is sent in the background, and a failure is only logged. */
    text(phone: string | null, notice: NoticeKind, newPhone = ''): void {
      if (phone === null) return
      const fill = (text: string) => text.replace('{phone}', maskPhone(newPhone))
      const { 'zh-CN': zh, en } = TEXTS[notice]
      const text = { 'zh-CN': fill(zh), en: fill(en) }
      const message: SmsMessage = { id: randomUUID(), kind: 'notice', phone, notice, text }
      sms.deliver(message).catch((error: unknown) => log.error(error))
    },
  }
}

export type Notices = ReturnType<typeof createNotices>
