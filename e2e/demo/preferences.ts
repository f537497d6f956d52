import { NOTICE_KINDS } from '@consilium/contract/notices/notice-kinds.ts'
import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import type { Player } from './platform.ts'

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
