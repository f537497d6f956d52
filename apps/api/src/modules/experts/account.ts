import { expertEvents } from '@consilium/contract/events/experts.ts'
import type { AuditStatus } from '@consilium/contract/experts/experts.ts'
import type { Clock } from '../../infra/clock.ts'
import { later } from '../../infra/clock.ts'
import type { Db } from '../../infra/db/db.ts'
import { SealBroken, type Keys } from '../../infra/keys/keys.ts'
import { badFields } from '../../infra/refusal.ts'
import { openAuditedAccount, openIdentity, sealAuditedAccount } from './identity.ts'
import type { ExpertChange, StoredExpert } from './repository.ts'
import type { Scope } from './scope.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DATE_LENGTH = 'yyyy-MM-dd'.length
const ACCOUNT_TOO = {
  'zh-CN': '更换开户银行时，请同时填写该行的账号',
  en: 'Enter the account at the other bank as well',
}

type AccountChange = Pick<ExpertChange, 'accountWaits' | 'accountFrom' | 'auditedAccountCipher'>

const tomorrow = (clock: Clock): string => later(clock, DAY_MS).slice(0, DATE_LENGTH)

/** Null if there is none, or it cannot be read. */
function openAccount(
  keys: Keys,
  stored: Pick<StoredExpert, 'expertId' | 'bankAccountCipher'>,
): string | null {
  try {
    return openIdentity(keys, { ...stored, idCardCipher: null }).bankAccount
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    return null
  }
}

const plain = (name: string) => name.normalize('NFKC').replace(/\s/g, '')

/** A bank that is another one keeps no account of the one before. Throws VALIDATION_FAILED on `bankAccount`. */
function requireAccountOf(stored: StoredExpert, bankName: string | null | undefined): void {
  const isMoved = bankName && stored.bankName && plain(bankName) !== plain(stored.bankName)
  if (isMoved && stored.bankAccountCipher !== null) throw badFields(['bankAccount'], ACCOUNT_TOO)
}

/**
 * What has to change beside an account: one that its owner enters waits for the audit beside the one that was audited, and one
 * that staff enter in an audited profile is paid to from the next day. Empty if the account stays as it is.
 */
export function accountChange(
  { keys, clock }: Pick<Scope, 'keys' | 'clock'>,
  stored: StoredExpert,
  {
    bankName,
    bankAccount,
  }: { bankName?: string | null | undefined; bankAccount?: string | null | undefined },
  { byOwner }: { byOwner: boolean },
): AccountChange {
  if (bankAccount === undefined) {
    requireAccountOf(stored, bankName)
    return {}
  }
  if (bankAccount === null) return { accountWaits: false, accountFrom: null, auditedAccountCipher: null }
  const before = openAccount(keys, stored)
  if (bankAccount === before) return {}
  if (!byOwner && stored.auditStatus === 'approved') {
    return { accountWaits: false, accountFrom: tomorrow(clock), auditedAccountCipher: null }
  }
  if (!stored.accountWaits)
    return { accountWaits: true, auditedAccountCipher: sealAuditedAccount(keys, stored.expertId, before) }
  const isBack = openAuditedAccount(keys, stored) === bankAccount
  return isBack ? { accountWaits: false, auditedAccountCipher: null } : { accountWaits: true }
}

/**
 * What becomes of an account that waits once its audit has ended; empty if none waits or it is not approved. That of a profile
 * which is audited for the first time is paid to at once, since nobody could have been paid before.
 */
export function approvedAccount(
  clock: Clock,
  { accountWaits, auditedName }: Pick<StoredExpert, 'accountWaits' | 'auditedName'>,
  auditStatus: AuditStatus | undefined,
): AccountChange {
  if (!accountWaits || auditStatus !== 'approved') return {}
  const accountFrom = auditedName === null ? null : tomorrow(clock)
  return { accountWaits: false, accountFrom, auditedAccountCipher: null }
}

/** Tells of an account that waits for its audit now, or of the day from which it is paid to. */
export async function tellOfAccount(
  { eventLog }: Pick<Scope, 'eventLog'>,
  trx: Db,
  { expertId, actorId }: { expertId: number; actorId: number },
  { accountWaits, accountFrom }: AccountChange,
): Promise<void> {
  if (!accountWaits && !accountFrom) return
  await eventLog.record(trx, expertEvents.accountChanged, {
    recordId: expertId,
    actorId,
    fields: { isWaiting: accountWaits === true },
  })
}
