import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { signInRoutes } from '@consilium/contract/attendance/sign-in.ts'
import { codeOnScreen, comeIn, openGuest } from '../../guest.ts'
import type { MeetingThere } from '../meetings.ts'
import { drawSignature } from '../pictures/pictures.ts'
import { unlessThere, type Platform } from '../platform.ts'
import { createRandom } from '../random.ts'

/** The code that development mode sends to the demo's phones. */
const SMS_CODE = process.env['SMS_FIXED_CODE'] ?? '123456'
/** Where the meeting is taken to be. */
const PLACE = { latitude: 39.9087, longitude: 116.3975 }
/** About 90 m and 2 km to the north, in degrees. */
const NEAR = 0.0008
const FAR = 0.018
const WALK_IN = { phone: '10055500001', name: '顾清扬' }

interface Arrival {
  phone: string
  name?: string
  /** Degrees from the place; null for who does not tell where they are. */
  away: number | null
  device: string
}

/** Two share a phone, one is far away, one does not say where; the last attendee has not come yet. */
const ARRIVALS: readonly Omit<Arrival, 'phone'>[] = [
  { away: NEAR, device: 'demo-phone-1' },
  { away: NEAR, device: 'demo-phone-2' },
  { away: NEAR, device: 'demo-phone-2' },
  { away: FAR, device: 'demo-phone-3' },
  { away: null, device: 'demo-phone-4' },
]

async function arrive(
  baseUrl: string,
  screenUrl: string,
  { phone, name, away, device }: Arrival,
  handsign: string,
): Promise<void> {
  const guest = openGuest(baseUrl)
  await comeIn(guest, await codeOnScreen(baseUrl, screenUrl), phone, SMS_CODE)
  const position =
    away === null ? {} : { position: { ...PLACE, latitude: PLACE.latitude + away, accuracy: 15 } }
  const body = { kind: 'in' as const, handsign, device, ...position, ...(name === undefined ? {} : { name }) }
  await guest.call(signInRoutes.mark, { body })
}

/** People sign in at the meeting that is held now; one of them was not invited. A run on another day has none. */
export async function signInAtDoor(
  { baseUrl }: Platform,
  meeting: MeetingThere,
  seed: number,
): Promise<void> {
  const { main } = meeting.executor
  const { meetingId } = meeting.record
  const { rows } = await main.call(attendanceRoutes.ofMeeting, { query: { meetingId } })
  if (rows.some(({ firstIn }) => firstIn !== null)) return
  const { version, signature } = await main.call(attendanceRoutes.setting, { params: { meetingId } })
  const body = { meetingId, version, signature, ...PLACE }
  await main.call(attendanceRoutes.changeSetting, { body })
  const screen = await unlessThere(
    'NOT_IN_WINDOW',
    main.call(attendanceRoutes.openScreen, { body: { meetingId } }),
  )
  if (!screen) return
  const phones = [...meeting.attendees.values()].map(({ phone }) => phone)
  const arrivals = ARRIVALS.flatMap((arrival, place) => {
    const phone = phones.slice(0, -1)[place]
    return phone === undefined ? [] : [{ ...arrival, phone }]
  })
  const walkIn = { ...WALK_IN, away: NEAR, device: 'demo-phone-5' }
  for (const [place, arrival] of [...arrivals, walkIn].entries())
    await arrive(baseUrl, screen.url, arrival, drawSignature(createRandom(seed + place)))
}
