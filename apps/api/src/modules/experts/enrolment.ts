import type { ExpertCreate, ExpertRegister } from '@consilium/contract/experts/experts.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Requester } from '../../infra/http/origin.ts'
import { PHONE_IS_PASSWORD } from '../../infra/passwords/password.ts'
import { missingFields, refuseField } from '../../infra/refusal.ts'
import { attachmentIds, attachmentList } from './attachments.ts'
import { askAudit, auditedOf } from './auditing.ts'
import { profileOf, type ExpertProfile } from './expert-view.ts'
import { tellOfIdentity } from './identity-checks/standing.ts'
import { sealIdentity } from './identity.ts'
import { uninvitableBecause } from './policy.ts'
import { requirePlausible, sealFacts } from './personal-facts.ts'
import { requirePrintable } from './printable-name.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** An expert named by phone; `name` is required if the expert is new. */
export interface ExpertToLocate {
  phone: string
  name?: string | undefined
  unit?: string | null | undefined
  department?: string | null | undefined
  title?: string | null | undefined
  bankRegion?: string | null | undefined
}

// Somebody becomes an expert in three ways. None of them notifies anyone.

/** Creates the account of a new expert; null if the phone already has one. */
const openAccount = (
  { accounts }: Scope,
  within: Db,
  phone: string,
  passwordHash: string,
): Promise<number | null> =>
  accounts.openIfAbsent(within, {
    userName: phone,
    passwordHash,
    phone,
    roleType: 'doctor',
    mustChangePassword: passwordHash === PHONE_IS_PASSWORD,
  })

/** Finds and locks the expert with a phone. Refused if the phone belongs to another kind of account. */
async function shareLockByPhone(within: Db, phone: string): Promise<repository.ExpertRow | undefined> {
  const expert = await repository.shareLockExpertByPhone(within, phone)
  if (expert) return expert
  const known = await repository.findByPhone(within, phone)
  if (!known) return undefined
  if (known.expertId === null) throw refuseField('PHONE_NOT_EXPERT', 'phone')
  return repository.shareLockExpert(within, known.expertId)
}

/** A new expert waits for the audit, whoever has entered it. */
async function askNew(scope: Scope, trx: Db, expertId: number, by: Actor | null = null): Promise<void> {
  const row = await repository.findExpert(trx, expertId)
  if (row?.auditStatus === 'pending') await askAudit(scope, trx, auditedOf(scope.keys, row), by)
}

/** Creates account and expert; undefined if a concurrent request created the account first. */
async function addByPhone(
  scope: Scope,
  within: Db,
  { phone, name, ...profile }: ExpertToLocate,
): Promise<repository.ExpertRow | undefined> {
  if (name === undefined) throw missingFields('name')
  requirePrintable(scope.pdf, name)
  const userId = await openAccount(scope, within, phone, PHONE_IS_PASSWORD)
  if (userId === null) return undefined
  const expertId = await repository.insertExpert(within, { ...profile, userId, name })
  await askNew(scope, within, expertId)
  return repository.findExpert(within, expertId)
}

/**
 * Registers a visitor and returns the new expert's id. The code is used up last, so that a failed registration keeps it.
 */
export async function registerExpert(
  scope: Scope,
  requester: Requester,
  { phone, smsCode, password, privacyVersion, ...profile }: ExpertRegister,
): Promise<number> {
  const { accounts, db, pdf } = scope
  const { codes } = accounts
  requirePrintable(pdf, profile.name)
  const code = await codes.check({ phone, purpose: 'register', requester, code: smsCode })
  const passwordHash = await accounts.hashNewPassword(password, [phone, profile.name])
  return inTransaction(db, async (trx) => {
    const userId = await openAccount(scope, trx, phone, passwordHash)
    if (userId === null) throw refuseField('PHONE_TAKEN', 'phone')
    await codes.spend(trx, code)
    await accounts.notifyRegistration(trx, userId, { phone, privacyVersion })
    const expertId = await repository.insertExpert(trx, { ...profile, userId })
    await askNew(scope, trx, expertId)
    return expertId
  })
}

/** Creates an expert for a manager and returns its id. */
export async function createExpert(
  scope: Scope,
  actor: Actor,
  { phone, idCardNo, bankAccount, nationality, sex, birthDate, ...profile }: ExpertCreate,
): Promise<number> {
  const { db, files, keys, pdf } = scope
  requirePrintable(pdf, profile.name)
  requirePlausible(scope.clock, birthDate)
  const attached = attachmentIds(profile.idCardAttachments ?? '')
  return inTransaction(db, async (trx) => {
    await files.requireUsable(trx, actor, attached, [], 'idCardAttachments', files.isShown)
    const userId = await openAccount(scope, trx, phone, PHONE_IS_PASSWORD)
    if (userId === null) {
      const known = await shareLockByPhone(trx, phone)
      throw refuseField(known ? 'PHONE_TAKEN' : 'USER_NAME_TAKEN', 'phone')
    }
    await files.markPersonal(trx, attached)
    // The encrypted numbers are bound to the id of their row, so the id is needed before the insert.
    const expertId = await repository.nextExpertId(trx)
    await repository.insertExpert(trx, {
      ...profile,
      ...sealIdentity(keys, expertId, { idCardNo, bankAccount }),
      ...sealFacts(keys, expertId, { nationality, sex, birthDate }),
      accountWaits: typeof bankAccount === 'string',
      expertId,
      idCardAttachments: attachmentList(attached),
      userId,
    })
    await askNew(scope, trx, expertId, actor)
    if (typeof idCardNo === 'string') await tellOfIdentity(scope, trx, { expertId, actorId: actor.userId })
    return expertId
  })
}

/** Refuses an expert who cannot be invited, naming `field`. */
export function requireStanding(expert: repository.ExpertRow, field: string): void {
  const reason = uninvitableBecause(expert)
  if (reason) throw refuseField(reason, field, { name: expert.name })
}

/**
 * Finds the expert with a phone or creates one in the caller's transaction, until the end of which it is locked as
 * `requireInvitable` locks it. Of concurrent requests with the same new phone one creates the account; the others wait for
 * it and find it. Refuses an expert who cannot be invited.
 */
export async function locateByPhone(scope: Scope, within: Db, given: ExpertToLocate): Promise<ExpertProfile> {
  const expert =
    (await shareLockByPhone(within, given.phone)) ??
    (await addByPhone(scope, within, given)) ??
    (await shareLockByPhone(within, given.phone))
  if (!expert) throw refuseField('USER_NAME_TAKEN', 'phone')
  requireStanding(expert, 'phone')
  return profileOf(expert)
}
