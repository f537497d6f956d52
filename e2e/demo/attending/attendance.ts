import { createHash } from 'node:crypto'
import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { conferenceRoutes } from '@consilium/contract/attendance/conference.ts'
import type { Presence } from '@consilium/contract/attendance/presence.ts'
import type { Calendar } from '../calendar.ts'
import { forEach } from '../crew.ts'
import { signInAtDoor } from './door.ts'
import type { Filled } from '../fill.ts'
import { upload } from '../files.ts'
import type { MeetingThere } from '../meetings.ts'
import { drawMeeting } from '../pictures/pictures.ts'
import { readAll, type Platform, type Player } from '../platform.ts'
import { createRandom } from '../random.ts'
import type { Report } from '../report.ts'

/** Held meetings of which attendance is kept: those whose records are still open. */
const KEPT = ['materials', 'settlement'] as const
/** Of so many of them each second was online. */
const ONLINE_EACH = 2
const MINUTE_MS = 60_000
const TIME = 'yyyy-MM-dd HH:mm:ss'.length

/** A time of the service, so many minutes later. */
const later = (time: string, minutes: number): string =>
  new Date(Date.parse(`${time.replace(' ', 'T')}Z`) + minutes * MINUTE_MS)
    .toISOString()
    .replace('T', ' ')
    .slice(0, TIME)

/** Minutes by which people came after the beginning and left after the end; no end for who did not sign out. */
const STAYS: readonly { in: number; out: number | null }[] = [
  { in: -12, out: 4 },
  { in: 26, out: 3 },
  { in: -3, out: null },
  { in: -9, out: 5 },
  { in: -5, out: 6 },
  { in: -15, out: 2 },
]
/** By the place among the attendees of a meeting, who is entered by hand afterwards; nobody signs in the last one. */
const BY_HAND = 3

/** The same in every run, so that what was sent before adds nothing. */
const entryKeyOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

interface Scene {
  meeting: MeetingThere
  presences: Presence[]
  phones: ReadonlyMap<number, string>
  start: string
  end: string
}

/** A helper at the door kept these without a network, and sent them when there was one. */
async function sendEntries({ meeting, presences, phones, start, end }: Scene, now: string): Promise<void> {
  const { meetingId } = meeting.record
  const entries = presences.slice(0, -1).flatMap(({ attendeeId }, place) => {
    const phone = phones.get(attendeeId)
    const stay = STAYS[place % STAYS.length]!
    const entry = (kind: 'in' | 'out', time: string) => ({
      entryKey: entryKeyOf(`${attendeeId}/${kind}`),
      kind,
      phone: phone ?? '',
      time,
    })
    if (phone === undefined || place === BY_HAND) return []
    return [
      entry('in', later(start, stay.in)),
      ...(stay.out === null ? [] : [entry('out', later(end, stay.out))]),
    ]
  })
  const body = { meetingId, deviceTime: now, entries }
  if (entries.length > 0) await meeting.executor.main.call(attendanceRoutes.sendEntries, { body })
}

async function enterByHand({ meeting, presences, start, end }: Scene, seed: number): Promise<void> {
  const attendeeId = presences.slice(0, -1)[BY_HAND]?.attendeeId
  if (attendeeId === undefined) return
  const { main } = meeting.executor
  const photoFileId = await upload(main, 'on-site.png', drawMeeting(createRandom(seed)))
  for (const [kind, markTime] of [
    ['in', later(start, -4)],
    ['out', later(end, 1)],
  ] as const) {
    const body = { attendeeId, kind, markTime, photoFileId, reason: '手机没电，现场未能扫码' }
    await main.call(attendanceRoutes.recordByHand, { body })
  }
}

/** The export of 腾讯会议: two of them shared one device, one guest is nobody's attendee. */
async function importConference({ meeting, presences, start, end }: Scene): Promise<void> {
  const { main } = meeting.executor
  const row = (nickname: string, from: number, to: number, minutes: number) =>
    [nickname, later(start, from), later(end, to), 1, `${minutes}分钟`, '参会成员'].join(',')
  const [together, alone] = [presences.slice(-2), presences.slice(0, -2)]
  const rows = [
    ...alone.map(({ name, unit }, place) => row(`${name}（${unit ?? ''}）`, -8 + place, 3, 180 - place)),
    ...(together.length === 2 ? [row(`${together[0]!.name}&${together[1]!.name}`, -6, 2, 180)] : []),
    row('会务组', -30, 20, 230),
  ]
  const titles = '用户昵称（入会昵称）,首次入会时间,最后退会时间,入会次数,累计参会时长,身份'
  const file = new File([[titles, ...rows].join('\n')], '腾讯会议参会成员.csv')
  await main.call(conferenceRoutes.import, { query: { meetingId: meeting.record.meetingId }, file })
}

const DECISIONS = [
  { review: 'accepted', reason: '航班延误，督导现场确认' },
  { review: 'rejected', reason: '现场照片中未见本人' },
] as const

/** A manager decides on two of what is odd, and leaves the rest. */
async function review(manager: Player, meetingId: number): Promise<void> {
  const query = { meetingId, review: 'open' as const }
  const odd = await readAll((page) =>
    manager.call(attendanceRoutes.ofMeeting, { query: { ...page, ...query } }),
  )
  for (const [place, { attendeeId }] of odd.slice(0, DECISIONS.length).entries())
    await manager.call(attendanceRoutes.review, { body: { attendeeId, ...DECISIONS[place]! } })
}

async function sceneOf(meeting: MeetingThere): Promise<Scene | null> {
  const { record, executor, planned, attendees } = meeting
  const { meetingId, scheduleStartTime: start, scheduleEndTime: end } = record
  const presences = await readAll((query) =>
    executor.main.call(attendanceRoutes.ofMeeting, {
      query: { ...query, meetingId, orderByColumn: 'attendeeId', isAsc: 'asc' },
    }),
  )
  const isKept = presences.some(({ firstIn }) => firstIn !== null)
  if (start === null || end === null || presences.length === 0 || isKept) return null
  const phones = new Map(
    planned.attendees.flatMap(({ expert }) => {
      const attendee = attendees.get(expert)
      return attendee ? [[attendee.attendeeId, attendee.phone] as const] : []
    }),
  )
  return { meeting, presences, phones, start, end }
}

/** Who was at the meetings that are held now or were held lately: by a screen, a helper, by hand or a conference tool. */
export async function fillAttendance(
  platform: Platform,
  { meetings, staff }: Filled,
  calendar: Calendar,
  { seed, report }: { seed: number; report: Report },
): Promise<void> {
  const manager = staff.find(({ roleType }) => roleType === 'manager')?.player
  const kept = meetings.filter(({ planned }) => KEPT.some((stage) => stage === planned.stage))
  const counting = report.part('attendance', kept.length)
  const running = meetings.find(({ planned }) => planned.stage === 'inSession')
  if (running) await signInAtDoor(platform, running, seed)
  await forEach(
    kept,
    async (meeting, place) => {
      const scene = await sceneOf(meeting)
      if (!scene) return
      if (place % ONLINE_EACH === ONLINE_EACH - 1) return importConference(scene)
      await sendEntries(scene, calendar.now())
      if (place > 0) return
      await enterByHand(scene, seed)
      if (manager) await review(manager, meeting.record.meetingId)
    },
    counting.tell,
  )
  counting.end()
}
