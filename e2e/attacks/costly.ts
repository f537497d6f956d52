import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { publicProjectRoutes } from '@consilium/contract/publicity/publicity.ts'
import { often } from '@consilium/test-kit/often.ts'
import { newPhone } from '../walkthrough/cast.ts'
import type { Answered, Attack, Request } from './attack.ts'
import { orderly } from './expectations.ts'
import { newMeeting } from './organizations.ts'
import { startVisitors } from './visitors.ts'

const LOGINS = often(60, 200)
const CALLS = often(200, 400)
const VISITORS = 5
/** More than may be hashed and wait for it together. */
const ATTENDEES = often(75, 100)
const CODES = often(40, 120)
/** Requests that one address may send without a proof of work. */
const CODES_FREE = 10

/** Phones to which even development mode would send a paid text message. */
const paidPhone = () => `139${randomInt(10_000_000, 99_999_999)}`

const FLOODING = '203.0.113.9'

type Flooded = Pick<Attack, 'attack' | 'expect' | 'note'>

/** A flood, and visitors at other addresses who come again and again while it lasts; none waits for half of it. */
function floodBesideVisitors(count: number, call: (index: number) => Request): Flooded {
  const visitorsOf = (answers: readonly Answered[]) => answers.slice(0, -count)
  const slowest = (answers: readonly Answered[]) => Math.max(...answers.map(({ ms }) => ms))
  return {
    async attack({ baseUrl, send }) {
      const stop = await startVisitors({
        url: baseUrl + publicProjectRoutes.list.path,
        addresses: Array.from({ length: VISITORS }, (_, index) => `198.51.100.${index + 1}`),
      })
      const flood = await Promise.all(Array.from({ length: count }, (_, index) => send(call(index))))
      return [...(await stop()), ...flood]
    },
    // Compared with the flood itself and not with a clock, so that a busy machine changes nothing.
    expect(answers) {
      orderly(answers)
      const visitors = visitorsOf(answers)
      assert.ok(visitors.length >= VISITORS, 'visitors came during the flood')
      for (const { status } of visitors) assert.equal(status, 200)
      const [waited, lasted] = [slowest(visitors), slowest(answers.slice(-count))]
      assert.ok(waited < lasted / 2, `a visitor waited ${waited} ms during a flood of ${lasted} ms`)
    },
    note: (answers) =>
      `Of ${visitorsOf(answers).length} visits the slowest took ${Math.round(slowest(visitorsOf(answers)))} ms.`,
  }
}

/** Floods of requests that are expensive for the service (a hash or a text message) and cheap for the caller. */
export const COSTLY_ATTACKS: readonly Attack[] = [
  {
    id: 'SEC-43',
    title: `${CALLS} calls of one account at once, within its allowance, beside visitors`,
    ...floodBesideVisitors(CALLS, () => ({ method: 'GET', path: `${projectRoutes.list.path}?pageSize=20` })),
  },
  {
    id: 'SEC-43',
    title: `${LOGINS} logins at once from one address, beside visitors (SEC-9)`,
    ...floodBesideVisitors(LOGINS, (index) => ({
      path: accountRoutes.login.path,
      token: null,
      headers: { 'x-forwarded-for': FLOODING },
      body: { username: `nobody-${index}`, password: 'Wrong-password-1' },
    })),
  },
  {
    id: 'SEC-9',
    title: `${ATTENDEES} attendees with fresh phones at once`,
    async attack(target) {
      const meetingId = await newMeeting(target)
      return Promise.all(
        Array.from({ length: ATTENDEES }, () =>
          target.send({
            path: attendeeRoutes.create.path,
            body: { meetingId, phone: newPhone(), name: '陈堃', laborFee: '5000' },
          }),
        ),
      )
    },
    expect: orderly,
  },
  {
    id: 'SEC-16',
    title: `codes for ${CODES} phones that have no account, at once`,
    attack: ({ send }) =>
      Promise.all(
        Array.from({ length: CODES }, () =>
          send({ path: accountRoutes.smsCode.path, token: null, body: { phone: paidPhone() } }),
        ),
      ),
    expect(answers) {
      orderly(answers)
      const sent = answers.filter(({ status }) => status === 200).length
      assert.ok(sent <= CODES_FREE, `${sent} codes were sent`)
    },
  },
]
