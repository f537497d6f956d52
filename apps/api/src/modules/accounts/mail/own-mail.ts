import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  MAIL_FAILURE_DAYS,
  MAIL_FAILURES_MAX,
  MAIL_LINK_HOURS,
  MAIL_LINKS_PER_DAY_MAX,
  type OwnMail,
} from '@consilium/contract/accounts/own-mail.ts'
import type { Actor } from '../../../domain/actor.ts'
import { later } from '../../../infra/clock.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { takeAllowance } from '../login/code-repository.ts'
import type { Scope } from '../scope.ts'
import { confirmationMail } from './mail-text.ts'
import * as repository from './mail-repository.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAY_SECONDS = 86_400
const RETRY_SECONDS = 60
const TOKEN_BYTES = 32
const NEVER = new AbortController().signal

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const place = (column: 'address_cipher' | 'pending_cipher', row: number) => ({
  table: 'account_mail',
  column,
  row,
})

export async function ownMail(scope: Scope, { userId }: Actor): Promise<OwnMail> {
  const { db, clock, keys, channels } = scope
  const found = await repository.findMail(db, userId)
  const open = (column: 'address_cipher' | 'pending_cipher', cipher: Buffer | null | undefined) =>
    cipher ? keys.open(cipher, place(column, userId)) : null
  const isPending = (found?.tokenUntil ?? '') > clock.wire()
  return {
    address: open('address_cipher', found?.addressCipher),
    pendingAddress: isPending ? open('pending_cipher', found?.pendingCipher) : null,
    pendingUntil: isPending ? (found?.tokenUntil ?? null) : null,
    unreachableSince: found?.unreachableTime ?? null,
    isOffered: channels.mail !== undefined,
  }
}

/** A page of the portal, which confirms by a button: programs that look through mails open links by themselves. */
const linkOf = ({ config }: Scope, token: string) => `${config.baseUrl}/mail-confirmation?token=${token}`

/** Counts the mail and stores the proposal in one transaction; a former link stops working. */
async function store(scope: Scope, userId: number, address: string, token: string): Promise<void> {
  const { db, clock, keys } = scope
  const quota = keys.sign(JSON.stringify(['mail', String(userId)]), 'sms-quota')
  await inTransaction(db, async (trx) => {
    const allowance = { scope: quota, perDay: MAIL_LINKS_PER_DAY_MAX, notSince: null }
    if (!(await takeAllowance(trx, allowance, { now: clock.wire(), today: clock.today() })))
      throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds: DAY_SECONDS } })
    await repository.saveProposal(trx, {
      userId,
      pendingCipher: keys.seal(address, place('pending_cipher', userId)),
      tokenHash: hashOf(token),
      tokenUntil: later(clock, MAIL_LINK_HOURS * HOUR_MS),
    })
  })
}

/** Sends a link to a new address. */
export async function proposeMail(scope: Scope, actor: Actor, address: string): Promise<OwnMail> {
  const { channels, db, log } = scope
  if (!channels.mail) throw new Refusal('MAIL_NOT_OFFERED')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await store(scope, actor.userId, address, token)
  const mail = confirmationMail(linkOf(scope, token))
  const sent = await channels.mail.send({ id: randomUUID(), to: address, params: {}, ...mail }, NEVER)
  if (!sent.accepted) {
    log.warn(`A mail address could not be asked for its confirmation: ${sent.reason}`)
    await repository.forgetProposal(db, actor.userId, hashOf(token))
    throw new Refusal('MAIL_UNAVAILABLE', { params: { seconds: RETRY_SECONDS } })
  }
  return ownMail(scope, actor)
}

/** Whoever has the token has read the mail, so no login is needed. */
export async function confirmMail(scope: Scope, token: string): Promise<null> {
  const { db, clock, keys } = scope
  const now = clock.wire()
  await inTransaction(db, async (trx) => {
    const found = await repository.lockProposal(trx, hashOf(token), now)
    if (!found?.pendingCipher) throw new Refusal('MAIL_LINK_EXPIRED')
    const { userId } = found
    const address = keys.open(found.pendingCipher, place('pending_cipher', userId))
    const addressCipher = keys.seal(address, place('address_cipher', userId))
    await repository.confirmMail(trx, { userId, addressCipher, now })
  })
  return null
}

export async function removeMail(scope: Scope, actor: Actor): Promise<OwnMail> {
  await repository.removeMail(scope.db, actor.userId)
  return ownMail(scope, actor)
}

/** Confirmed addresses that servers take mails for, by account. */
export async function mailsOf(
  { keys }: Pick<Scope, 'keys'>,
  within: Db,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await repository.reachableMails(within, userIds)
  return new Map(
    rows.map(({ userId, addressCipher }) => [
      userId,
      keys.open(addressCipher, place('address_cipher', userId)),
    ]),
  )
}

/** Notes that a server refused a mail for good; the third one within a week marks the address. */
export async function noteMailRefused(
  { clock }: Pick<Scope, 'clock'>,
  trx: Db,
  userId: number,
): Promise<void> {
  const now = clock.wire()
  if (!(await repository.insertFailure(trx, userId, now))) return
  const since = later(clock, -MAIL_FAILURE_DAYS * DAY_MS)
  await repository.markUnreachable(trx, userId, { since, now, least: MAIL_FAILURES_MAX })
}
