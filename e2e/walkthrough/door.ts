import { randomUUID } from 'node:crypto'
import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { signInRoutes } from '@consilium/contract/attendance/sign-in.ts'
import { meetingRoutes, type Meeting } from '@consilium/contract/meetings/meetings.ts'
import { createCalendar } from '../demo/calendar.ts'
import { codeOnScreen, comeIn, openGuest } from '../guest.ts'
import { newPhone, type Cast, type Stage } from './cast.ts'
import type { Production } from './chapters.ts'
import { chapter, expect, expectRefusal, step } from './narrator.ts'
import { drawSignature } from './signature.ts'

const shown = (text: string) => text
const WALK_IN = '顾清扬'
/** An hour, and three, in minutes. */
const [HOUR, HOURS] = [60, 180]

interface Scene {
  stage: Stage
  cast: Cast
  production: Production
  calendar: ReturnType<typeof createCalendar>
  walkIn: string
}

function makeMeeting({ cast, production, calendar }: Scene, from: number, to: number): Promise<Meeting> {
  return cast.manager.call(meetingRoutes.create, {
    body: {
      projectId: production.project.projectId,
      execUserId: cast.executors[0].userId,
      expertIds: [production.invited.expertId],
      scheduleStartTime: calendar.around(from),
      scheduleEndTime: calendar.around(to),
      scheduleLocation: '杭州西湖会议厅',
    },
  })
}

async function presenceOf({ cast }: Scene, meetingId: number, name: string) {
  const { rows } = await cast.manager.call(attendanceRoutes.ofMeeting, { query: { meetingId, name } })
  const [presence] = rows
  expect(rows.length === 1 && presence !== undefined, `${rows.length} of ${name} are at the meeting`)
  return presence
}

async function openScreen({ stage, cast }: Scene, { meetingId, meetingName }: Meeting) {
  const screen = await cast.executors[0].call(attendanceRoutes.openScreen, { body: { meetingId } })
  const params = { token: screen.url.split('/').at(-1) ?? '' }
  const seen = await stage.anonymous.call(signInRoutes.screen, { params })
  expect(seen.meetingName === meetingName && seen.inCount === 0, `the screen shows ${JSON.stringify(seen)}`)
  return { url: screen.url, seconds: seen.seconds }
}

/** Both use one phone, which somebody has to look at. */
const DEVICE = 'walkthrough-phone'

async function signIn({ stage, production }: Scene, screenUrl: string): Promise<string> {
  const guest = openGuest(stage.baseUrl)
  expectRefusal(
    await guest.attempt(signInRoutes.open, { body: { code: 'AAAAAAAAAA' } }),
    410,
    'SIGN_IN_CODE_EXPIRED',
  )
  const code = await codeOnScreen(stage.baseUrl, screenUrl)
  const ticket = await comeIn(guest, code, production.invited.phone, stage.smsCode)
  expect(ticket.name !== null && ticket.name !== production.invited.name, `the name is ${ticket.name}`)
  const body = { kind: 'in' as const, handsign: drawSignature(), device: DEVICE }
  const receipt = await guest.call(signInRoutes.mark, { body })
  const again = await guest.call(signInRoutes.mark, { body })
  expect(!receipt.isRepeated && again.isRepeated, 'signing in twice is not noticed')
  return `${receipt.name} at ${receipt.time}; signing in again changes nothing`
}

async function walkIn(scene: Scene, { meetingId }: Meeting, screenUrl: string): Promise<string> {
  const { stage } = scene
  const guest = openGuest(stage.baseUrl)
  const ticket = await comeIn(
    guest,
    await codeOnScreen(stage.baseUrl, screenUrl),
    scene.walkIn,
    stage.smsCode,
  )
  expect(ticket.isNew, 'the phone is known')
  const body = { kind: 'in' as const, handsign: drawSignature(), device: DEVICE }
  expectRefusal(await guest.attempt(signInRoutes.mark, { body }), 400, 'SIGN_IN_NAME_MISSING')
  await guest.call(signInRoutes.mark, { body: { ...body, name: WALK_IN } })
  const { attendeeId, flags } = await presenceOf(scene, meetingId, WALK_IN)
  expect(flags.includes('DEVICE_SHARED'), `the flags are ${flags.join()}`)
  return `attendee ${attendeeId}, to review: ${flags.join()}`
}

async function review(scene: Scene, { meetingId }: Meeting): Promise<string> {
  const { attendeeId } = await presenceOf(scene, meetingId, WALK_IN)
  const body = { attendeeId, review: 'accepted' as const, reason: '手机没电，借用同事手机签到，督导现场核实' }
  const { review: state, reviewedByName } = await scene.cast.manager.call(attendanceRoutes.review, { body })
  expect(state === 'accepted', `the review is ${state}`)
  return `${state} by ${reviewedByName}: ${body.reason}`
}

/** The meeting is over, so that a certificate can be issued of it. */
async function sendKept(scene: Scene, { meetingId }: Meeting): Promise<string> {
  const { cast, production, calendar } = scene
  const entry = (kind: 'in' | 'out', minutes: number) => ({
    entryKey: randomUUID(),
    kind,
    phone: production.invited.phone,
    time: calendar.around(minutes),
  })
  const entries = [entry('in', -HOURS - 1), entry('out', -HOUR + 1)]
  const body = { meetingId, deviceTime: calendar.now(), entries }
  const outcomes = async () =>
    (await cast.executors[0].call(attendanceRoutes.sendEntries, { body }))
      .map(({ outcome }) => outcome)
      .join()
  const [first, second] = [await outcomes(), await outcomes()]
  expect(first === 'added,added' && second === 'already,already', `they are ${first}, then ${second}`)
  const { minutes, review: state } = await presenceOf(scene, meetingId, production.invited.name)
  expect(minutes === HOURS - HOUR && state === 'clear', `${minutes} minutes, ${state}`)
  return `${minutes} minutes; sent again, nothing is added`
}

/** The meeting that is over, of which the invited expert gets a certificate. */
export async function comeToTheDoor(stage: Stage, cast: Cast, production: Production): Promise<Meeting> {
  chapter('At the door: a screen, phones within WeChat, an uninvited guest, a helper without a network')
  const scene: Scene = { stage, cast, production, calendar: createCalendar(new Date()), walkIn: newPhone() }
  const meeting = await makeMeeting(scene, 0, HOURS)
  const { url } = await step(
    'the executor opens the screen, which shows a code and no names',
    () => openScreen(scene, meeting),
    ({ seconds }) => `the next code comes in ${seconds} s`,
  )
  await step(
    `${production.invited.name} scans it, and signs in by SMS and signature`,
    () => signIn(scene, url),
    shown,
  )
  await step(`${WALK_IN} was not invited, and gives a name`, () => walkIn(scene, meeting, url), shown)
  await step('a manager reviews that both used one phone', () => review(scene, meeting), shown)
  const over = await makeMeeting(scene, -HOURS, -HOUR)
  await step('a helper sends what a device kept without a network', () => sendKept(scene, over), shown)
  return over
}
