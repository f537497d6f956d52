import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { accountRoutes } from '@consilium/contract/accounts.ts'
import { attendeeRoutes } from '@consilium/contract/attendees.ts'
import { newPhone } from '../walkthrough/cast.ts'
import type { Attack } from './attack.ts'
import { orderly } from './expectations.ts'
import { newMeeting } from './organizations.ts'

const LOGINS = 200
const ATTENDEES = 150
const CODES = 120
/** Requests that one address may send without a proof of work. */
const CODES_FREE = 10

/** Raises the request limit, because this attack targets the queue of password hashes behind it. */
const MANY_CALLS = { ANONYMOUS_REQUESTS_PER_MINUTE: '100000' }

/** Phones to which even development mode would send a paid text message. */
const paidPhone = () => `139${randomInt(10_000_000, 99_999_999)}`

const holdsBack: Attack['expect'] = (answers) => {
  orderly(answers)
  assert.ok(
    answers.some(({ status }) => status === 429 || status === 503),
    'some of the flood was sent away',
  )
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
    expect: holdsBack,
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
