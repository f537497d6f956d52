import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { accountRoutes } from '@consilium/contract/accounts.ts'
import { attendeeRoutes } from '@consilium/contract/attendees.ts'
import { projectRoutes } from '@consilium/contract/projects.ts'
import { publicProjectRoutes } from '@consilium/contract/publicity.ts'
import { newPhone } from '../walkthrough/cast.ts'
import type { Attack, Request, Target } from './attack.ts'
import { orderly } from './expectations.ts'
import { newMeeting } from './organizations.ts'

const LOGINS = 200
const CALLS = 400
const VISITORS = 5
const ATTENDEES = 150
const CODES = 120
/** Requests that one address may send without a proof of work. */
const CODES_FREE = 10

/** Raises the request limit, because this attack targets the queue of password hashes behind it. */
const MANY_CALLS = { ANONYMOUS_REQUESTS_PER_MINUTE: '100000' }

/** Phones to which even development mode would send a paid text message. */
const paidPhone = () => `139${randomInt(10_000_000, 99_999_999)}`

const FROM_PROXY = { ...MANY_CALLS, TRUST_PROXY: '1' }
const FLOODING = '203.0.113.9'

/** A flood, and right behind it visitors elsewhere; theirs are the first answers. */
function besideVisitors(send: Target['send'], count: number, call: (index: number) => Request) {
  const flood = Array.from({ length: count }, (_, index) => send(call(index)))
  const visitors = Array.from({ length: VISITORS }, (_, index) =>
    send({
      method: 'GET',
      path: publicProjectRoutes.list.path,
      token: null,
      headers: { 'x-forwarded-for': `198.51.100.${index + 1}` },
    }),
  )
  return Promise.all([...visitors, ...flood])
}

/** Compared with the flood itself and not with a clock, so that a busy machine changes nothing. */
const othersFirst: Attack['expect'] = (answers) => {
  orderly(answers)
  const visitors = answers.slice(0, VISITORS)
  const flood = answers
    .slice(VISITORS)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b)
  const slowest = Math.max(...visitors.map(({ ms }) => ms))
  const before = flood.filter((ms) => ms < slowest).length
  for (const { status } of visitors) assert.equal(status, 200)
  assert.ok(before < flood.length / 2, `visitors were answered after ${before} of ${flood.length} calls`)
}

/** Floods of requests that are expensive for the service (a hash or a text message) and cheap for the caller. */
export const COSTLY_ATTACKS: readonly Attack[] = [
  {
    id: 'SEC-9',
    title: `${LOGINS} logins at once`,
    settings: MANY_CALLS,
    attack: ({ send }) =>
      Promise.all(
        Array.from({ length: LOGINS }, (_, index) =>
          send({
            path: accountRoutes.login.path,
            token: null,
            body: { username: `nobody-${index}`, password: 'Wrong-password-1' },
          }),
        ),
      ),
    expect: orderly,
  },
  {
    id: 'SEC-43',
    title: `${CALLS} calls of one account at once, within its allowance, beside visitors`,
    settings: FROM_PROXY,
    attack: ({ send }) =>
      besideVisitors(send, CALLS, () => ({ method: 'GET', path: `${projectRoutes.list.path}?pageSize=20` })),
    expect: othersFirst,
  },
  {
    id: 'SEC-43',
    title: `${LOGINS} logins at once from one address, beside visitors`,
    settings: FROM_PROXY,
    attack: ({ send }) =>
      besideVisitors(send, LOGINS, (index) => ({
        path: accountRoutes.login.path,
        token: null,
        headers: { 'x-forwarded-for': FLOODING },
        body: { username: `nobody-${index}`, password: 'Wrong-password-1' },
      })),
    expect: othersFirst,
  },
  {
    id: 'SEC-9',
    title: `${ATTENDEES} attendees with fresh phones at once`,
    settings: MANY_CALLS,
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
    settings: MANY_CALLS,
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
