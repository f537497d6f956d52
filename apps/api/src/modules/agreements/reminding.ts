import type { ReminderJob, Scope } from './scope.ts'

export const REMINDERS = { name: 'agreement-reminder', expireSeconds: 60, concurrency: 1 } as const

/** Without the fee, which a locked phone would show to everybody. */
const TEXT = {
  'zh-CN': '您有一份劳务协议待签署（{meeting}），请登录平台签署。{url}',
  en: 'An agreement waits for your signature ({meeting}). Please log in to sign it. {url}',
}

/** Tells the expert by SMS that an agreement waits, as the message in the portal does. */
export async function textReminder(
  { accounts, config }: Scope,
  { id, userId, meetingName }: ReminderJob,
): Promise<void> {
  const fill = (text: string) =>
    text
      .replace('{meeting}', () => meetingName)
      .replace('{url}', () => config.publicUrl ?? '')
      .trim()
  const text = { 'zh-CN': fill(TEXT['zh-CN']), en: fill(TEXT.en) }
  await accounts.text({ id, userId, notice: 'agreementReady', text })
}
