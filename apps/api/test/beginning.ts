import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import { DATA_CONSENT } from '@consilium/contract/consents/consent-texts.ts'
import { sql } from 'kysely'
import { later, type Clock } from '../src/infra/clock.ts'
import type { Db } from '../src/infra/db/db.ts'
import { insertSession } from '../src/modules/accounts/sessions/session-repository.ts'
import { originOf, requesterOf } from '../src/infra/http/origin.ts'
import { createKeys } from '../src/infra/keys/keys.ts'
import { storeCode } from '../src/modules/accounts/login/code-repository.ts'
import { insertConsent } from '../src/modules/consents/repository.ts'

// What tests begin with, as requests leave it. Codes by SMS, logging in, changing a first password and giving consent have tests
// of their own, and a user of a test took up to five requests more when each went through them.

const ADDRESS = '127.0.0.1'
const CODE_MS = 5 * 60_000
const IDLE_MS = 60 * 60_000
const SESSION_MS = 12 * IDLE_MS

/** Opens a session of an account, which then needs no other password. */
export async function openSession(db: Db, clock: Clock, userName: string) {
  const now = clock.wire()
  const { rows } = await sql<{ userId: number; roleType: RoleType }>`
    update sys_user set must_change_password = false, last_login_time = now()
     where user_name = ${userName} returning user_id as "userId", role_type as "roleType"`.execute(db)
  const [account] = rows
  if (!account) throw new Error(`there is no account ${userName}`)
  const token = randomBytes(32).toString('base64url')
  await insertSession(db, {
    userId: account.userId,
    tokenHash: createHash('sha256').update(token).digest(),
    now,
    expireTime: later(clock, IDLE_MS),
    endTime: later(clock, SESSION_MS),
    address: ADDRESS,
    device: null,
    firstFactorTime: now,
    secondFactorTime: null,
    codeTime: null,
  })
  return { ...account, token, userName }
}

/** The consent to the use of identity and bank data. */
export const consent = (db: Db, clock: Clock, userId: number): Promise<void> =>
  insertConsent(db, { userId, version: DATA_CONSENT.version, time: clock.wire(), address: ADDRESS })

/** A code for registering with a phone, as the service sends it. */
export async function giveCode(
  db: Db,
  clock: Clock,
  { masterKey, phone, code }: { masterKey: string; phone: string; code: string },
): Promise<void> {
  const keys = createKeys({ current: Buffer.from(masterKey, 'base64'), previous: [] })
  const [purpose, requester] = ['register' as const, requesterOf(null, originOf(ADDRESS, null))]
  await storeCode(db, {
    phone,
    purpose,
    requester,
    messageId: randomUUID(),
    codeHash: keys.sign(JSON.stringify([phone, purpose, requester, '', code]), 'sms'),
    expireTime: later(clock, CODE_MS),
  })
}
