import { randomUUID } from 'node:crypto'
import assert from 'node:assert/strict'
import { attendanceRoutes as routes } from '@consilium/contract/attendance/attendance.ts'
import { conferenceRoutes } from '@consilium/contract/attendance/conference.ts'
import { signInRoutes } from '@consilium/contract/attendance/sign-in.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import type { Route } from '@consilium/contract/route.ts'
import { SMS_CODE, type Api } from '../harness.ts'
import { seasonClock } from '../meeting-world.ts'
import { plainPicture } from '../plain-picture.ts'
import type { World } from './meetings.ts'

const HOUR_MS = 3_600_000
const SCREEN_TOKEN = /[\w-]+$/

const at = (hours: number) => seasonClock.wire(new Date(seasonClock.now().getTime() + hours * HOUR_MS))

/** Somebody at the door, whose browser keeps its cookie. */
export function guestOf(api: Api) {
  let cookie = ''
  return async (route: Route, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(api.baseUrl + route.path, {
      method: route.method,
      headers: { 'content-type': 'application/json', [SESSION_HEADER]: SESSION_IN_COOKIE, cookie },
      body: JSON.stringify(body),
    })
    const [set] = response.headers.getSetCookie()
    if (set) cookie = set.split(';')[0]!
    const answer = (await response.json()) as { data: Record<string, unknown> }
    assert.equal(response.status, 200, JSON.stringify(answer))
    return answer.data
  }
}

/** A screen, a guest who signs in, what a device has kept, and an entry by hand that somebody else accepts. */
export async function attendance(api: Api, world: World): Promise<void> {
  const { executor, manager } = world
  const { meetingId } = await world.meeting({ scheduleStartTime: at(-1), scheduleEndTime: at(1) })
  const { version } = await executor.call(routes.setting, { params: { meetingId } })
  const place = { latitude: null, longitude: null }
  await executor.call(routes.changeSetting, { body: { meetingId, version, signature: 'off', ...place } })
  const screen = await executor.call(routes.openScreen, { body: { meetingId } })
  const [token = ''] = SCREEN_TOKEN.exec(screen.url) ?? []
  const { phone } = await world.expert({}, null)
  const { attendeeId, name } = await world.attendee(meetingId, { phone })
  const guest = guestOf(api)
  const shown = await fetch(api.baseUrl + signInRoutes.screen.path.replace('{token}', token))
  const { data } = (await shown.json()) as { data: { url: string } }
  await guest(signInRoutes.open, { code: data.url.slice(-10) })
  await guest(signInRoutes.sendCode, { phone })
  await guest(signInRoutes.identify, { phone, smsCode: SMS_CODE })
  await guest(signInRoutes.mark, { kind: 'in' })
  const entry = { entryKey: randomUUID(), kind: 'out' as const, phone, time: at(0) }
  await executor.call(routes.sendEntries, { body: { meetingId, deviceTime: at(0), entries: [entry] } })
  const bytes = await plainPicture(64, 64).png().toBuffer()
  const { fileId: photoFileId } = await executor.call(fileRoutes.upload, {
    file: new File([new Uint8Array(bytes)], 'photo.png'),
  })
  await executor.call(routes.recordByHand, {
    body: { attendeeId, kind: 'in', markTime: at(-1), reason: '手机没电', photoFileId },
  })
  await manager.call(routes.review, { body: { attendeeId, review: 'accepted', reason: '照片可见' } })
  const file = new File(
    [`用户昵称（入会昵称）,首次入会时间,最后退会时间\n甲&乙&${name},${at(-1)},${at(0)}`],
    'online.csv',
  )
  await executor.call(conferenceRoutes.titles, { file })
  await executor.call(conferenceRoutes.import, { query: { meetingId }, file })
  const { rows } = await executor.call(conferenceRoutes.rows, { query: { meetingId } })
  await executor.call(conferenceRoutes.settle, { body: { rowId: rows[0]!.rowId, attendeeIds: [] } })
  await executor.call(routes.endScreen, { params: { screenId: screen.screenId } })
}
