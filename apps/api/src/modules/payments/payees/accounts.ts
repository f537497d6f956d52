import type { AccountSource } from '@consilium/contract/batches/batch-states.ts'
import { plainAccount } from '@consilium/contract/experts/account-number.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Keys } from '../../../infra/keys/keys.ts'
import { openIdentity } from '../../experts/service.ts'
import type { Scope } from '../scope.ts'
import * as repository from './account-repository.ts'

/** The account that a fee is paid to. */
export interface PayeeAccount {
  accountOf: AccountSource
  bankAccount: string | null
  bankName: string | null
  bankBranch: string | null
  bankRegion: string | null
  /** It is that of the profile, which waits for its audit. */
  isWaiting: boolean
  /** It is that of the profile, which is paid to from this day. */
  from: string | null
}

const placeOf = (lineId: number) => ({ table: 'payment_batch_line', column: 'account_cipher', row: lineId })

/** The account that a line of a batch was locked with. */
export const sealOfLine = (keys: Keys, lineId: number, bankAccount: string): Buffer =>
  keys.seal(bankAccount, placeOf(lineId))
export const openOfLine = (keys: Keys, lineId: number, cipher: Buffer): string =>
  keys.open(cipher, placeOf(lineId))

const plain = (account: string | null) => (account === null ? null : plainAccount(account))

function choose(
  { keys, agreements }: Pick<Scope, 'keys' | 'agreements'>,
  row: repository.BothAccounts,
  returned: readonly (string | null)[],
): PayeeAccount {
  const { expertId, profileCipher, accountWaits, accountFrom } = row
  const agreed = agreements.numbersOf(row)?.bankAccount ?? null
  const sealed = { expertId, idCardCipher: null, bankAccountCipher: profileCipher }
  const own = profileCipher && openIdentity(keys, sealed).bankAccount
  const isSame = plain(own) === plain(agreed)
  const hasBounced = returned.some((account) => account === null || plain(account) === plain(agreed))
  const ofProfile = { bankBranch: row.profileBranch, isWaiting: accountWaits, from: accountFrom }
  if (own !== null && !isSame && hasBounced)
    return {
      accountOf: 'profile',
      bankAccount: own,
      bankName: row.profileBank,
      bankRegion: row.profileRegion,
      ...ofProfile,
    }
  const { bankName, bankRegion } = row
  return {
    accountOf: 'agreement',
    bankAccount: agreed,
    bankName,
    bankRegion,
    ...(own !== null && isSame ? ofProfile : { bankBranch: null, isWaiting: false, from: null }),
  }
}

/**
 * The account that each fee is paid to: the one in the agreement, which its expert has signed. Once a bank has returned a payment
 * from it, it is the one of the profile if that is another one.
 */
export async function accountsOf(
  scope: Pick<Scope, 'keys' | 'agreements'>,
  within: Db,
  attendeeIds: readonly number[],
): Promise<Map<number, PayeeAccount>> {
  const rows = await repository.bothAccounts(within, attendeeIds)
  const returned = Map.groupBy(
    await repository.returnedAccounts(within, attendeeIds),
    ({ attendeeId }) => attendeeId,
  )
  return new Map(
    rows.map((row) => {
      const accounts = (returned.get(row.attendeeId) ?? []).map(
        ({ lineId, accountCipher }) => accountCipher && openOfLine(scope.keys, lineId, accountCipher),
      )
      return [row.attendeeId, choose(scope, row, accounts)]
    }),
  )
}
