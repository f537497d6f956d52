import { expertEvents } from '@consilium/contract/events/experts.ts'
import type { AuditStatus, ExpertSelfUpdate, ExpertUpdate } from '@consilium/contract/experts/experts.ts'
import type { Actor } from '../../domain/actor.ts'
import { namingReferences } from '../../domain/references.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { accountChange, approvedAccount, tellOfAccount } from './account.ts'
import { attachmentIds, attachmentList } from './attachments.ts'
import { auditedOf, changeAudit } from './auditing.ts'
import { establish, tellOfIdentity } from './identity-checks/standing.ts'
import { requireMatch, sealIdentity } from './identity.ts'
import { requirePlausible, sealFacts } from './personal-facts.ts'
import { isOwn, isSubmittedAgain } from './policy.ts'
import { requirePrintable } from './printable-name.ts'
import { reAudit } from './re-audit.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

type Change = Omit<ExpertSelfUpdate, 'version'> &
  Partial<Pick<ExpertUpdate, 'auditStatus' | 'auditOpinion' | 'identityReason'>>

/** The list to store; undefined leaves it unchanged. Files that the record already refers to are not checked again. */
async function attachmentsFor(
  { files }: Scope,
  trx: Db,
  actor: Actor,
  stored: repository.StoredExpert,
  given: string | undefined,
): Promise<string | undefined> {
  if (given === undefined) return undefined
  const fileIds = attachmentIds(given)
  const known = attachmentIds(stored.idCardAttachments)
  await files.requireUsable(trx, actor, fileIds, known, 'idCardAttachments', files.isShown)
  await files.markPersonal(trx, fileIds)
  return attachmentList(fileIds)
}

/** What an audit rests on, and that it has ended. */
async function concludeAudit(
  scope: Scope,
  trx: Db,
  { userId }: Actor,
  {
    expertId,
    decided,
    identityReason = null,
  }: { expertId: number; decided: AuditStatus | undefined; identityReason?: string | null | undefined },
): Promise<void> {
  if (!decided) return
  if (decided === 'approved') await establish(scope, trx, { expertId, by: userId, reason: identityReason })
  await scope.eventLog.record(trx, expertEvents.audited, {
    recordId: expertId,
    actorId: userId,
    fields: { auditStatus: decided },
  })
}

/**
 * Updates an expert. The row is locked first, so that of two concurrent decisions the second sees the first one and
 * the expert is notified once.
 */
export async function changeExpert(
  scope: Scope,
  actor: Actor,
  { expertId, version }: { expertId: number; version: number },
  {
    idCardNo,
    bankAccount,
    nationality,
    sex,
    birthDate,
    idCardAttachments,
    identityReason,
    ...change
  }: Change,
): Promise<void> {
  if (change.name !== undefined) requirePrintable(scope.pdf, change.name)
  requirePlausible(scope.clock, birthDate)
  await inTransaction(scope.db, async (trx) => {
    const stored = await repository.lockExpert(trx, expertId)
    if (!stored) throw new Refusal('NOT_FOUND')
    if (stored.version !== version) throw new Refusal('STALE_RECORD')
    requireMatch(scope.keys, stored, { idType: change.idType, idCardNo })
    const byOwner = isOwn(actor, stored)
    const account = accountChange(scope, stored, { ...change, bankAccount }, { byOwner })
    const hasOtherAccount = account.accountWaits === true
    const again = byOwner ? reAudit(scope.keys, stored, { ...change, idCardNo, hasOtherAccount }) : null
    const given: typeof change =
      again || isSubmittedAgain(actor, stored) ? { ...change, auditStatus: 'pending' } : change
    const { auditStatus: _status, auditOpinion: _opinion, ...values } = { ...given, ...again }
    await repository.updateExpert(trx, expertId, {
      ...values,
      ...account,
      ...sealIdentity(scope.keys, expertId, { idCardNo, bankAccount }),
      ...sealFacts(scope.keys, expertId, { nationality, sex, birthDate }),
      idCardAttachments: await attachmentsFor(scope, trx, actor, stored, idCardAttachments),
    })
    const { name = stored.name, title = stored.title, idType = stored.idType } = change
    const kept = auditedOf(scope.keys, stored)
    const waiting = { ...stored, ...account } as typeof stored
    const next = {
      ...kept,
      name,
      title,
      idType,
      ...(idCardNo === undefined ? {} : { idCardNo }),
      ...(bankAccount === undefined ? {} : { bankAccount: waiting.accountWaits ? bankAccount : null }),
    }
    const audit = { before: stored.auditStatus, next, given }
    const { decided, ...outcome } = await changeAudit(scope, trx, actor, audit)
    const approved = approvedAccount(scope.clock, waiting, decided)
    await repository.setAudit(trx, expertId, { ...outcome, ...approved })
    if (change.name !== undefined || change.idType !== undefined || idCardNo !== undefined)
      await tellOfIdentity(scope, trx, { expertId, actorId: actor.userId })
    await concludeAudit(scope, trx, actor, { expertId, decided, identityReason })
    await tellOfAccount(scope, trx, { expertId, actorId: actor.userId }, { ...account, ...approved })
  })
}

async function findRow({ db }: Scope, expertId: number): Promise<repository.ExpertRow> {
  const row = await repository.findExpert(db, expertId)
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

export async function changeStatus(scope: Scope, expertId: number, status: '0' | '1'): Promise<void> {
  const { userId, archivedTime } = await findRow(scope, expertId)
  if (archivedTime !== null) throw new Refusal('RECORD_ARCHIVED')
  await inTransaction(scope.db, (trx) => scope.accounts.setStatus(trx, userId, status))
}

/** Archives or restores an expert. */
export async function archiveExpert(scope: Scope, expertId: number, archived: boolean): Promise<void> {
  const { userId } = await findRow(scope, expertId)
  await inTransaction(scope.db, (trx) => scope.accounts.archive(trx, [userId], archived))
}

/** Deletes experts with their accounts, all or none. */
export async function removeExperts(scope: Scope, actor: Actor, expertIds: readonly number[]): Promise<void> {
  const { db, accounts } = scope
  const ids = (await repository.findExperts(db, expertIds)).map(({ userId }) => userId)
  const deletion = () =>
    inTransaction(db, async (trx) => {
      const userIds = await repository.deleteExperts(trx, expertIds)
      if (userIds.length < expertIds.length) throw new Refusal('NOT_FOUND')
      await accounts.removeAccounts(trx, userIds)
    })
  await namingReferences(db, actor, { target: 'account', ids }, deletion)
}
