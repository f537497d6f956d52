// Process: own, as the harness of other files lowers the cost of hashes for a whole process
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { it } from 'node:test'
import { hashPassword, verifyPassword } from './password.ts'

const SOURCES = fileURLToPath(new URL('../../', import.meta.url))

it('SEC-9: a password is hashed with argon2id at the cost that OWASP recommends, and no other password matches', async () => {
  const hash = await hashPassword('Quiet-harbour-7')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.equal(await verifyPassword('Quiet-harbour-7', hash), true)
  assert.equal(await verifyPassword('Quiet-harbour-8', hash), false)
})

it('SEC-9: no code of the product changes that cost', () => {
  const callers = globSync('**/*.ts', { cwd: SOURCES }).filter((path) =>
    readFileSync(SOURCES + path, 'utf8').includes('setPasswordCost('),
  )
  assert.deepEqual(callers.toSorted(), ['infra/passwords/password.test.ts', 'infra/passwords/password.ts'])
})
