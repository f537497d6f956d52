import type { SmsMessage } from '../../infra/sms.ts'
import type { ReminderJob, Scope } from './scope.ts'

export const REMINDERS = { name: 'agreement-reminder', expireSeconds: 60, concurrency: 1 } as const

/** Without the fee, which a locked phone would show to everybody. */
const TEXT = {
  'zh-CN': '您有一份劳务协议待签署（{meeting}），请登录平台签署。{url}',
  en: 'An agreement waits for your signature ({meeting}). Please log in to sign it. {url}',
}

/**
 * Tells the expert by SMS that an agreement waits. The message in the portal says the same, so that a failure is only
 * logged; the gateway takes a message that is sent again for the same one by its id.
 */
export async function textReminder(
  { accounts, config, db, log, sms }: Scope,
  { id, userId, meetingName }: ReminderJob,
): Promise<void> {
  const [account] = await accounts.findMany(db, [userId])
  if (!account?.phone) return
  const fill = (text: string) =>
    text
      .replace('{meeting}', () => meetingName)
      .replace('{url}', () => config.publicUrl ?? '')
      .trim()
  const text = { 'zh-CN': fill(TEXT['zh-CN']), en: fill(TEXT.en) }
  const message: SmsMessage = { id, kind: 'notice', phone: account.phone, notice: 'agreementReady', text }
  await sms.deliver(message).catch((error: unknown) => log.error(error))
}
