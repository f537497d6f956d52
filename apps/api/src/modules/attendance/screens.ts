import { SCREENS_MAX, type DoorScreen, type OpenedScreen } from '@consilium/contract/attendance/attendance.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { Refusal } from '../../infra/refusal.ts'
import { lockMeetings, requireMeeting, requireOpen } from '../meetings/service.ts'
import { hashOfToken, newToken } from './codes.ts'
import * as doors from './door-repository.ts'
import { requireTime } from './marking.ts'
import { secondsOf, wireOf, type Scope } from './scope.ts'

const SCREEN_PATH = '/screen'

/** Screens that show codes now; those of a meeting that is over have ended by themselves. */
export async function listScreens(scope: Scope, actor: Actor, meetingId: number): Promise<DoorScreen[]> {
  await requireMeeting(scope.db, actor, meetingId)
  const door = await doors.findDoor(scope.db, meetingId)
  if (door.start === null || door.end === null) return []
  const { end } = requireTime(door)
  if (secondsOf(scope) > end) return []
  const open = await doors.openScreens(scope.db, meetingId)
  return open.map((screen) => ({ ...screen, endsTime: wireOf(scope, end) }))
}

/** Makes an address for a tablet. The lock of the meeting keeps concurrent requests within SCREENS_MAX. */
export const openScreen = (scope: Scope, actor: Actor, meetingId: number): Promise<OpenedScreen> =>
  inTransaction(scope.db, async (trx) => {
    const { clock, config } = scope
    const locked = await lockMeetings(trx, actor, [meetingId])
    if (locked.length === 0) throw new Refusal('NOT_FOUND')
    requireOpen(actor, locked)
    const window = requireTime(await doors.findDoor(trx, meetingId))
    if (secondsOf(scope) > window.end)
      throw new Refusal('NOT_IN_WINDOW', {
        params: { from: wireOf(scope, window.start), to: wireOf(scope, window.end) },
      })
    if ((await doors.openScreens(trx, meetingId)).length >= SCREENS_MAX)
      throw new Refusal('SCREENS_MANY', { params: { max: SCREENS_MAX } })
    const token = newToken()
    const screenId = await doors.insertScreen(trx, {
      meetingId,
      tokenHash: hashOfToken(token),
      createUserId: actor.userId,
      createTime: clock.wire(),
    })
    const made = (await doors.openScreens(trx, meetingId)).find((screen) => screen.screenId === screenId)!
    return { ...made, endsTime: wireOf(scope, window.end), url: `${config.baseUrl}${SCREEN_PATH}/${token}` }
  })

export async function endScreen(scope: Scope, actor: Actor, screenId: number): Promise<null> {
  if ((await doors.endScreen(scope.db, actor, screenId, scope.clock.wire())) === undefined)
    throw new Refusal('NOT_FOUND')
  return null
}
