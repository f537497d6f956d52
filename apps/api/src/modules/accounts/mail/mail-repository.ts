import type { Db } from '../../../infra/db/db.ts'

const COLUMNS = [
  'user_id as userId',
  'address_cipher as addressCipher',
  'pending_cipher as pendingCipher',
  'token_until as tokenUntil',
  'unreachable_time as unreachableTime',
] as const

export interface MailRow {
  userId: number
  addressCipher: Buffer | null
  pendingCipher: Buffer | null
  tokenUntil: string | null
  unreachableTime: string | null
}

export const findMail = (db: Db, userId: number): Promise<MailRow | undefined> =>
  db.selectFrom('account_mail').select(COLUMNS).where('user_id', '=', userId).executeTakeFirst()

/** Addresses that are confirmed and that servers take mails for. */
export const reachableMails = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('account_mail')
    .select(['user_id as userId', 'address_cipher as addressCipher'])
    .where('user_id', 'in', userIds)
    .where('address_cipher', 'is not', null)
    .where('unreachable_time', 'is', null)
    .$narrowType<{ addressCipher: Buffer }>()
    .execute()

interface Proposal {
  userId: number
  pendingCipher: Buffer
  tokenHash: Buffer
  tokenUntil: string
}

export async function saveProposal(
  db: Db,
  { userId, pendingCipher, tokenHash, tokenUntil }: Proposal,
): Promise<void> {
  const pending = { pending_cipher: pendingCipher, token_hash: tokenHash, token_until: tokenUntil }
  await db
    .insertInto('account_mail')
    .values({ user_id: userId, ...pending })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(pending))
    .execute()
}

const NO_PROPOSAL = { pending_cipher: null, token_hash: null, token_until: null }

/** Unless another one has replaced it meanwhile. */
export async function forgetProposal(db: Db, userId: number, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('account_mail')
    .set(NO_PROPOSAL)
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** The proposal of a token that still works, locked: of two that open a link at once, the second finds none. */
export const lockProposal = (trx: Db, tokenHash: Buffer, now: string): Promise<MailRow | undefined> =>
  trx
    .selectFrom('account_mail')
    .select(COLUMNS)
    .where('token_hash', '=', tokenHash)
    .where('token_until', '>', now)
    .forUpdate()
    .executeTakeFirst()

export async function confirmMail(
  trx: Db,
  { userId, addressCipher, now }: { userId: number; addressCipher: Buffer; now: string },
): Promise<void> {
  await trx
    .updateTable('account_mail')
    .set({ ...NO_PROPOSAL, address_cipher: addressCipher, confirm_time: now, unreachable_time: null })
    .where('user_id', '=', userId)
    .execute()
  await trx.deleteFrom('account_mail_failure').where('user_id', '=', userId).execute()
}

export async function removeMail(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('account_mail').where('user_id', '=', userId).execute()
}

/** Locks the row, so that failures that are noted at once are counted one after the other. False if there is no address. */
export async function insertFailure(trx: Db, userId: number, now: string): Promise<boolean> {
  const row = await trx
    .selectFrom('account_mail')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('address_cipher', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  await trx.insertInto('account_mail_failure').values({ user_id: userId, failure_time: now }).execute()
  return true
}

/** Marks an address of which so many mails were refused since a time. */
export async function markUnreachable(
  trx: Db,
  userId: number,
  { since, now, least }: { since: string; now: string; least: number },
): Promise<void> {
  await trx
    .deleteFrom('account_mail_failure')
    .where('user_id', '=', userId)
    .where('failure_time', '<=', since)
    .execute()
  await trx
    .updateTable('account_mail')
    .set({ unreachable_time: now })
    .where('user_id', '=', userId)
    .where('unreachable_time', 'is', null)
    .where(
      (eb) =>
        eb
          .selectFrom('account_mail_failure')
          .select((inner) => inner.fn.countAll<number>().as('failures'))
          .where('user_id', '=', userId),
      '>=',
      least,
    )
    .execute()
}
