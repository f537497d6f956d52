import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import { signInRoutes } from '@consilium/contract/attendance/sign-in.ts'
import { often } from '@consilium/test-kit/often.ts'
import type { Answered, Attack, Target } from './attack.ts'
import { orderly } from './expectations.ts'
import { newMeeting } from './organizations.ts'

const GUESSES = often(120, 600)
const NETWORKS = 30
const VIEWS = often(120, 600)
const PHONES = 60
const AT_ONCE = 20
const MINUTE_MS = 60_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const CODE_LENGTH = 10

/** Times of the wire are those of Shanghai. */
const wire = (time: number) =>
  new Date(time + 8 * 60 * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ')

/** A screen of a meeting that takes place now, and the token of its page. */
async function openScreen(target: Target): Promise<{ screenId: number; token: string }> {
  const now = Date.now()
  const meetingId = await newMeeting(target, {
    scheduleStartTime: wire(now - 10 * MINUTE_MS),
    scheduleEndTime: wire(now + 60 * MINUTE_MS),
  })
  const { screenId, url } = await target.admin.call(attendanceRoutes.openScreen, { body: { meetingId } })
  return { screenId, token: url.split('/').at(-1)! }
}

/** The code that a screen shows now. */
async function codeOn({ anonymous }: Target, token: string): Promise<string> {
  const { url } = await anonymous.call(signInRoutes.screen, { params: { token } })
  return url.split('/').at(-1)!
}

/** The cookie of a ticket that a code was traded for. */
async function ticketFor({ baseUrl }: Target, code: string): Promise<string> {
  const response = await fetch(baseUrl + signInRoutes.open.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SESSION_HEADER]: SESSION_IN_COOKIE },
    body: JSON.stringify({ code }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const guess = () => Array.from({ length: CODE_LENGTH }, () => BASE32[randomInt(BASE32.length)]).join('')
const from = (place: number) => ({ 'x-forwarded-for': `203.0.113.${place % NETWORKS}` })

async function inWaves(count: number, send: (index: number) => Promise<Answered>): Promise<Answered[]> {
  const answers: Answered[] = []
  for (let first = 0; first < count; first += AT_ONCE)
    answers.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, (_none, index) => send(first + index)))),
    )
  return answers
}

/** None of them gets in: what is not refused for its code is refused for its number. */
const keptOut: Attack['expect'] = (answers) => {
  orderly(answers)
  const statuses = new Set(answers.map(({ status }) => status))
  for (const status of statuses) assert.ok([401, 404, 410, 429].includes(status), String(status))
}

/** Attacks on the door of a meeting, which asks for no login. */
export const DOOR_ATTACKS: readonly Attack[] = [
  {
    id: 'ATD-1',
    title: `${GUESSES} guessed codes of a door, from ${NETWORKS} networks`,
    async attack(target) {
      await openScreen(target)
      return inWaves(GUESSES, (index) =>
        target.send({
          path: signInRoutes.open.path,
          token: null,
          headers: from(index),
          body: { code: guess() },
        }),
      )
    },
    expect: keptOut,
  },
  {
    id: 'ATD-1',
    title: `${GUESSES} guessed addresses of screens, from ${NETWORKS} networks`,
    attack: ({ send }) =>
      inWaves(GUESSES, (index) =>
        send({
          method: 'GET',
          path: signInRoutes.screen.path.replace('{token}', randomBytes(32).toString('base64url')),
          token: null,
          headers: from(index),
        }),
      ),
    expect: keptOut,
  },
  {
    id: 'ATD-2',
    title: `${GUESSES} sign-ins with tickets that nobody was given, from ${NETWORKS} networks`,
    attack: ({ send }) =>
      inWaves(GUESSES, (index) =>
        send({
          path: signInRoutes.mark.path,
          method: 'POST',
          token: null,
          headers: { ...from(index), cookie: `consilium_ticket=${randomBytes(32).toString('base64url')}` },
          body: { kind: 'in', name: '某某' },
        }),
      ),
    expect: keptOut,
  },
  {
    id: 'ATD-1',
    title: `${VIEWS} views of one screen at once with others, from one network`,
    async attack(target) {
      const { token } = await openScreen(target)
      const path = signInRoutes.screen.path.replace('{token}', token)
      return inWaves(VIEWS, () => target.send({ method: 'GET', path, token: null }))
    },
    expect(answers) {
      orderly(answers)
      assert.equal(answers[0]?.status, 200)
    },
  },
  {
    id: 'ATD-1',
    title: `${GUESSES} scans of the code of a screen that was ended, from ${NETWORKS} networks`,
    async attack(target) {
      const { screenId, token } = await openScreen(target)
      const code = await codeOn(target, token)
      await target.admin.call(attendanceRoutes.endScreen, { params: { screenId } })
      return inWaves(GUESSES, (index) =>
        target.send({ path: signInRoutes.open.path, token: null, headers: from(index), body: { code } }),
      )
    },
    expect: keptOut,
  },
  {
    id: 'ATD-1',
    title: `one ticket replayed for ${PHONES} phones at once, from ${NETWORKS} networks`,
    async attack(target) {
      const { token } = await openScreen(target)
      const cookie = await ticketFor(target, await codeOn(target, token))
      return inWaves(PHONES, (index) =>
        target.send({
          path: signInRoutes.sendCode.path,
          token: null,
          headers: { ...from(index), cookie, [SESSION_HEADER]: SESSION_IN_COOKIE },
          body: { phone: `139${String(randomInt(100_000_000)).padStart(8, '0')}` },
        }),
      )
    },
    expect(answers) {
      orderly(answers)
      // A mistyped phone may be corrected; whoever enters the code first has the ticket.
      const messages = answers.filter(({ status }) => status === 200)
      assert.ok(messages.length <= 3, `${messages.length} text messages for one ticket`)
      for (const { status } of answers) assert.ok([200, 409, 429].includes(status), String(status))
    },
  },
]
