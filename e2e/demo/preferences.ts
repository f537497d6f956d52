import { NOTICE_KINDS } from '@consilium/contract/notices/notice-kinds.ts'
import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import type { Player } from './platform.ts'

/** By the place among this many experts: in the daily summary, or not at all. */
const EACH = 8
const MODES = ['digest', 'off'] as const

/** Some experts want to hear of meetings in their daily summary and some not at all, so that deliveries are of every state. */
export async function choosePreferences({ call }: Player, place: number): Promise<void> {
  const mode = MODES[place % EACH]
  if (mode === undefined) return
  const { kinds } = await call(noticeRoutes.preferences, {})
  const ofMeetings = kinds.filter(({ kind }) => NOTICE_KINDS[kind].category === 'meeting')
  await call(noticeRoutes.changePreferences, {
    body: { kinds: ofMeetings.map(({ kind, sms, mail }) => ({ kind, mode, sms, mail })) },
  })
}
