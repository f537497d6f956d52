import type { FiledFile, FilingFileKind, MonthFiling } from '@consilium/contract/payments/tax-filings.ts'
import type { TaxMonth } from '@consilium/contract/payments/payments.ts'
import { buffer } from 'node:stream/consumers'
import type { Actor } from '../../../domain/actor.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import { apartFromRequest, hasRequestBegun } from '../../../infra/db/transactions/request-transaction.ts'
import type { FileAnswer } from '../../../infra/http/file-answer.ts'
import { badFields, Refusal, refuseField } from '../../../infra/refusal.ts'
import type { StagedFile } from '../../files/service.ts'
import type { Month } from '../tax-exports/export-repository.ts'
import { changesFile } from './filing-changes.ts'
import * as repository from './filing-repository.ts'
import { filingsOf } from './filings.ts'
import { findMonth, hasEnded, payerFor } from './month.ts'
import { ownedBy } from '../policy.ts'
import type { Scope } from '../scope.ts'
import { countForeign } from '../tax-exports/export-repository.ts'
import { requireReportable } from './reportable.ts'
import {
  foreignPersonnelFile,
  nonResidentFile,
  personnelFile,
  vatFile,
  withholdingFile,
} from '../tax-exports/tax-exports.ts'

const NOT_ENDED = {
  'zh-CN': '该月份尚未结束，次月 1 日起才能申报',
  en: 'This month has not ended; it can be filed from the first day of the next one',
}
/** A payment that is recorded while the files are drawn makes one more attempt necessary. */
const ATTEMPTS = 5
/** The files are for the tax authority. */
const LANGUAGE = 'zh-CN'

interface Kept {
  kind: FilingFileKind
  staged: StagedFile
}

const titleOf = (number: number) => (number === 0 ? '申报' : `更正申报${number}`)

/** Draws the files of a month and stores their bytes. */
async function stageFiles(scope: Scope, month: Month, number: number): Promise<Kept[]> {
  const { nonResidents, foreigners } = await countForeign(scope.db, month)
  const answers: [FilingFileKind, FileAnswer][] = [
    ['withholdingFile', await withholdingFile(scope, month, LANGUAGE)],
    ['personnelFile', personnelFile(scope, month, LANGUAGE)],
    ['vatFile', vatFile(scope, month, LANGUAGE)],
  ]
  // Also without rows, if what was declared of a non-resident has been reversed.
  if (nonResidents > 0) answers.push(['nonResidentFile', await nonResidentFile(scope, month, LANGUAGE)])
  if (foreigners > 0) answers.push(['foreignPersonnelFile', foreignPersonnelFile(scope, month, LANGUAGE)])
  if (number > 0) answers.push(['changesFile', await changesFile(scope, month)])
  const kept: Kept[] = []
  for (const [kind, answer] of answers) {
    const staged = await scope.files.stage({
      bytes: await buffer(await answer.open()),
      originalName: `${titleOf(number)}-${answer.name}`,
      mediaType: answer.mediaType,
      userId: null,
      personal: true,
    })
    kept.push({ kind, staged })
  }
  return kept
}

/** Throws unless `number` is the next filing of the month, and a correction has something to correct. */
async function requireNext(within: Db, month: Month, number: number): Promise<void> {
  const last = (await filingsOf(within, month)).at(-1)
  const next = last === undefined ? 0 : last.number + 1
  if (number < next) throw refuseField('TAX_MONTH_FILED', 'period')
  if (number > next) throw refuseField('TAX_MONTH_NOT_FILED', 'number')
  if (last && (await repository.countAfter(within, month, last.lastEntryId ?? 0)) === 0)
    throw refuseField('TAX_NOTHING_TO_CORRECT', 'period')
}

/** Commits a filing if the ledger of the month is still what the files state. */
async function commit(
  scope: Scope,
  actor: Actor,
  { month, number }: { month: Month; number: number },
  { kept, state }: { kept: readonly Kept[]; state: repository.LedgerState },
): Promise<boolean> {
  return inTransaction(scope.db, async (trx) => {
    // Settings that are under way are waited for: later ones begin after the filed month.
    await scope.organizations.payerOn(trx, month, scope.clock.today(), { isLocked: true })
    const monthId = await repository.lockMonth(trx, month)
    await requireNext(trx, month, number)
    const now = await repository.stateOf(trx, month)
    if (now.lastEntryId !== state.lastEntryId || now.entries !== state.entries) return false
    for (const { staged } of kept) await scope.files.commit(trx, staged)
    await repository.insertFiling(trx, {
      ...now,
      monthId,
      number,
      filedTime: scope.clock.wire(),
      userId: actor.userId,
      userName: actor.userName,
      files: kept.map(({ kind, staged: { fileId } }) => ({ kind, fileId })),
    })
    return true
  })
}

/**
 * Files a month that has ended, or its next correction, and keeps the files as they are then. The number says which one is
 * meant, so that a repeated request files nothing twice; of two at once one takes effect. Files are drawn and stored
 * before the transaction, which begins anew if a payment was recorded meanwhile.
 */
export async function fileMonth(
  scope: Scope,
  actor: Actor,
  { orgId: given, period, number }: MonthFiling,
): Promise<TaxMonth> {
  const { orgId } = await payerFor(scope, actor, given)
  if (!hasEnded(scope, period)) throw badFields(['period'], NOT_ENDED)
  const month = { orgId, period }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { state, kept } = await apartFromRequest(async () => {
      await requireNext(scope.db, month, number)
      await requireReportable(scope, month)
      const now = await repository.stateOf(scope.db, month)
      return { state: now, kept: await stageFiles(scope, month, number) }
    })
    const isFiled = await commit(scope, actor, { month, number }, { kept, state }).catch(
      async (error: unknown) => {
        await scope.files.discard(kept.map(({ staged }) => staged))
        throw error
      },
    )
    if (isFiled) return findMonth(scope, actor, { orgId, period })
    await scope.files.discard(kept.map(({ staged }) => staged))
    // With a key the request is one transaction, which has no second attempt: it is sent again.
    if (hasRequestBegun()) break
  }
  throw new Refusal('TAX_MONTH_CHANGING')
}

/** A file as it was filed. Throws NOT_FOUND */
export async function openFiledFile(scope: Scope, actor: Actor, wanted: FiledFile): Promise<FileAnswer> {
  const fileId = await repository.findFiledFile(scope.db, ownedBy(actor), wanted)
  if (fileId === undefined) throw refuseField('NOT_FOUND', 'filingId')
  return { ...(await scope.files.open(fileId)), inline: false }
}
