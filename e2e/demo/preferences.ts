import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ownMailRoutes } from '@consilium/contract/accounts/own-mail.ts'
import { NOTICE_KINDS } from '@consilium/contract/notices/notice-kinds.ts'
import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import type { Platform, Player } from './platform.ts'

/** By the place among this many experts: in the daily summary, or not at all. */
const EACH = 8
const MODES = ['digest', 'off'] as const
/** The data is filled at any hour, and notices leave then. */
const NO_QUIET_HOURS = { quietFrom: '00:00', quietUntil: '00:00' }

/** Some experts want to hear of meetings in their daily summary and some not at all, so that deliveries are of every state. */
export async function choosePreferences({ call }: Player, place: number): Promise<void> {
  const mode = MODES[place % EACH]
  const { kinds } = await call(noticeRoutes.preferences, {})
  const ofMeetings = kinds.filter(({ kind }) => NOTICE_KINDS[kind].category === 'meeting')
  const chosen = mode ? ofMeetings.map(({ kind, sms, mail }) => ({ kind, mode, sms, mail })) : []
  await call(noticeRoutes.changePreferences, { body: { ...NO_QUIET_HOURS, kinds: chosen } })
}

/** By the place among the same number of experts. */
const MAIL_PLACES = [2, 4, 6]
const LOOKS = 100
const LOOK_MS = 50

/** Some experts read their notices by mail as well: they confirm an address by the link that development writes to a file. */
export async function confirmMail(
  { days, anonymous }: Platform,
  player: Player,
  place: number,
): Promise<void> {
  if (days === null || !MAIL_PLACES.includes(place % EACH)) return
  const outbox = join(days.dataDir, 'mail-outbox.txt')
  const address = `expert${place}@example.com`
  await player.call(ownMailRoutes.propose, { body: { address } })
  for (let look = 0; look < LOOKS; look++) {
    const mails = existsSync(outbox) ? readFileSync(outbox, 'utf8').split('\n') : []
    const mail = mails.findLast((line) => line.startsWith(`${address} `))
    const token = /token=([\w-]+)/.exec(mail ?? '')?.[1]
    if (token !== undefined) {
      await anonymous.call(ownMailRoutes.confirm, { body: { token } })
      return
    }
    await pause(LOOK_MS)
  }
}
