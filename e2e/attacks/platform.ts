import assert from 'node:assert/strict'
import type { Attack } from './attack.ts'
import { orderly } from './expectations.ts'

const TOO_MANY = 429
const LOGINS = 40
const DOCUMENTS = 60
const CALLS = 100
const AT_ONCE = 20

/**
 * These attacks reach limits, so later ones of other services would be refused. The limits are much lower than the
 * usual ones: what is shown is that nothing gets around them, and each request below a limit costs a hash or a document.
 */
export const LOW_LIMITS = {
  ANONYMOUS_REQUESTS_PER_MINUTE: '8',
  ACCOUNT_REQUESTS_PER_MINUTE: '60',
}

/** Sends `count` requests in waves of AT_ONCE. */
async function inWaves<T>(count: number, send: (index: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let first = 0; first < count; first += AT_ONCE) {
    const wave = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => send(first + index))
    answers.push(...(await Promise.all(wave)))
  }
  return answers
}

const isLimited: Attack['expect'] = (answers) => {
  orderly(answers)
  assert.ok(
    answers.some(({ status }) => status === TOO_MANY),
    'the limit was reached',
  )
}

/** Floods of cheap requests that once bypassed the limits or had none. */
export const PLATFORM_ATTACKS: readonly Attack[] = [
  {
    id: 'SEC-6',
    title: `${LOGINS} logins that each name another address in X-Forwarded-For`,
    settings: LOW_LIMITS,
    attack: ({ send }) =>
      inWaves(LOGINS, (index) =>
        send({
          path: '/login',
          token: null,
          headers: { 'x-forwarded-for': `198.18.${index >> 8}.${index & 255}, 203.0.113.5` },
          body: { username: `nobody-${index}`, password: 'Wrong-password-1' },
        }),
      ),
    expect: isLimited,
  },
  {
    id: 'SEC-17',
    title: `${DOCUMENTS} readings of the API document`,
    settings: LOW_LIMITS,
    attack: ({ send }) =>
      inWaves(DOCUMENTS, (index) =>
        send({
          method: 'GET',
          path: index % 2 === 0 ? '/openapi.json' : '/docs/json',
          token: null,
          headers: { 'accept-encoding': 'identity' },
        }),
      ),
    expect: isLimited,
  },
  {
    id: 'SEC-28',
    title: `${CALLS} calls of one account`,
    settings: LOW_LIMITS,
    attack: ({ send }) =>
      inWaves(CALLS, () => send({ method: 'GET', path: '/business/project/list?pageSize=1' })),
    expect: isLimited,
  },
]
