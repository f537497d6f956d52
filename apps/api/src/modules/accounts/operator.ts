import { randomBytes } from 'node:crypto'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { hashPassword } from '../../infra/passwords/password.ts'
import { endAccess } from './sessions/endings.ts'
import { deleteRecoveryCodes, deleteTotp, lockAccount } from './factors/factor-repository.ts'
import { forgetSources } from './login/failure-repository.ts'
import { FIRST_ADMIN, ensureAdmin } from './opening.ts'
import { deletePasskeysOf } from './factors/passkey-repository.ts'
import * as repository from './repository.ts'

const PASSWORD_BYTES = 15

/** No account has this name. */
export class AccountUnknown extends Error {
  override readonly name = 'AccountUnknown'
  constructor(userName: string) {
    super(`There is no account ${userName}.`)
  }
}

async function find(db: Db, userName: string): Promise<repository.Credentials> {
  const account = await repository.credentialsByName(db, userName)
  if (!account) throw new AccountUnknown(userName)
  return account
}

/** Ends every session of an account, on all nodes. */
export const endSessions = (db: Db, userName: string): Promise<number> =>
  inTransaction(db, async (trx) => {
    const { userId } = await find(trx, userName)
    await endAccess(trx, [userId])
    return userId
  })

/** Removes all second factors of an account and ends its sessions; its password stays. */
export const removeFactors = (db: Db, userName: string): Promise<number> =>
  inTransaction(db, async (trx) => {
    const { userId } = await find(trx, userName)
    await lockAccount(trx, userId)
    await deleteTotp(trx, userId)
    await deletePasskeysOf(trx, userId)
    await deleteRecoveryCodes(trx, userId)
    await endAccess(trx, [userId])
    return userId
  })

/**
 * Gives the first administrator a new random password, which must be changed at the next login, and enables the account.
 * It also creates the account if the first start was interrupted before that.
 */
export async function resetAdmin(db: Db): Promise<{ userId: number; userName: string; password: string }> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  await ensureAdmin(db, password)
  const passwordHash = await hashPassword(password)
  const userId = await inTransaction(db, async (trx) => {
    const account = await find(trx, FIRST_ADMIN)
    await repository.restoreAccounts(trx, [account.userId])
    await repository.setStatus(trx, account.userId, '0')
    await repository.setPassword(trx, account.userId, passwordHash, true)
    await forgetSources(trx, account.userId)
    await endAccess(trx, [account.userId])
    return account.userId
  })
  return { userId, userName: FIRST_ADMIN, password }
}
