import type { Config } from '../../config.ts'
import type { Accounts } from '../../modules/accounts/service.ts'

/** An expert who is told by SMS that an agreement waits. */
export interface ReminderJob {
  /** Of the message, the same if the job is repeated. */
  id: string
  userId: number
  meetingName: string
}

export const REMINDERS = { name: 'agreement-reminder', expireSeconds: 60, concurrency: 1 } as const

/** Without the fee, which a locked phone would show to everybody. */
const TEXT = {
  'zh-CN': '您有一份劳务协议待签署（{meeting}），请登录平台签署。{url}',
  en: 'An agreement waits for your signature ({meeting}). Please log in to sign it. {url}',
}

/** What phones turn into something to tap: addresses and long numbers. */
const TAPPED = /:\/\/|[\w-]\.[a-z]{2}|\d{9}/i

/**
 * The name of a meeting as it stands in a text message. People choose it, and the message comes in the name of the service:
 * one that would show an address or a number of theirs is left out.
 */
function nameInText(meetingName: string): string {
  const name = meetingName.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return TAPPED.test(name.normalize('NFKC')) ? '' : name
}

interface Deps {
  accounts: Pick<Accounts, 'text'>
  config: Pick<Config, 'publicUrl'>
}

/** Tells the expert by SMS that an agreement waits, as the message in the portal does. */
export async function textReminder(
  { accounts, config }: Deps,
  { id, userId, meetingName }: ReminderJob,
): Promise<void> {
  const name = nameInText(meetingName)
  const fill = (text: string) =>
    text
      .replace('{url}', () => config.publicUrl ?? '')
      .replace(/ ?[（(]\{meeting\}[）)]/u, (shown) => (name ? shown.replace('{meeting}', () => name) : ''))
      .trim()
  const text = { 'zh-CN': fill(TEXT['zh-CN']), en: fill(TEXT.en) }
  await accounts.text({ id, userId, notice: 'agreementReady', text })
}
