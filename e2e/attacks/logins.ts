import assert from 'node:assert/strict'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { often } from '@consilium/test-kit/often.ts'
import type { Attack } from './attack.ts'
import { orderly } from './expectations.ts'
import { LOW_LIMITS } from './platform.ts'

const PLACES = often(10, 40)
/** One more than lock an address out. */
const TRIES_OF_EACH = 6
/** An address from which the administrator has logged in before. */
const HOME = '198.51.100.7'

/** Attacks that lock out users who know their password. */
export const LOGIN_ATTACKS: readonly Attack[] = [
  {
    id: 'SEC-5',
    title: `${PLACES * TRIES_OF_EACH} wrong passwords for the administrator, from ${PLACES} addresses`,
    settings: LOW_LIMITS,
    async attack({ send, adminPassword }) {
      const login = (from: string, password: string) =>
        send({
          path: accountRoutes.login.path,
          token: null,
          headers: { 'x-forwarded-for': from },
          body: { username: 'admin', password },
        })
      const before = await login(HOME, adminPassword)
      const flood = []
      for (let tries = 0; tries < TRIES_OF_EACH; tries++)
        flood.push(
          ...(await Promise.all(
            Array.from({ length: PLACES }, (_, place) => login(`203.0.113.${place}`, 'Wrong-password-1')),
          )),
        )
      return [before, ...flood, await login(HOME, adminPassword)]
    },
    expect(answers) {
      orderly(answers)
      const statuses = answers.map(({ status }) => status)
      assert.equal(statuses.at(0), 200, 'the administrator logs in before it')
      assert.equal(statuses.at(-1), 200, 'and after it')
      const refusals = new Set(statuses.slice(1, -1))
      for (const status of refusals) assert.ok([401, 423, 429, 503].includes(status), String(status))
    },
  },
]
