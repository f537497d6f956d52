import type { LineReason } from '@consilium/contract/batches/batch-states.ts'
import { BANK_NEED_LABELS } from '@consilium/contract/bank-files/bank-files.ts'
import { RELEASE_PROOF_MINUTES } from '@consilium/contract/batches/batch-access.ts'
import type { BatchLock } from '@consilium/contract/batches/batches.ts'
import type { ErrorName } from '@consilium/contract/errors.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { badFields, Refusal, refuseField, unknownRecord } from '../../infra/refusal.ts'
import { isOwnBank, needsOf, type PayeeNeeds } from '../bank-files/service.ts'
import { sealOfLine, type Quotes } from '../payments/service.ts'
import { forgetRelease } from './approving.ts'
import { createMeetingFacts, reasonsApart, reasonsWith } from './checking.ts'
import * as lines from './line-repository.ts'
import type { LineRow } from './line-repository.ts'
import { ownedBy } from './policy.ts'
import * as repository from './repository.ts'
import type { WorkRow } from './repository.ts'
import type { Scope } from './scope.ts'

/** Lines that one transaction deals with. */
const LINES_AT_ONCE = 50
const IN_FUTURE = { 'zh-CN': '付款日期不能晚于今天', en: 'The day of payment cannot be in the future' }

/** What the refusal of a payment means for its line. */
const BY_ERROR: Partial<Record<ErrorName, LineReason>> = {
  AGREEMENT_FEE_MISSING: 'changed',
  AGREEMENT_PAYER_MISSING: 'payerMissing',
  ATTENDANCE_SHORT: 'attendanceShort',
  FEE_RULE_MISSING: 'rulesMissing',
  LINE_TAKEN: 'taken',
  NOT_FOUND: 'changed',
  PAID_BEFORE_SIGNED: 'beforeSigning',
  PAYMENT_DIFFERS: 'changed',
  PAYMENT_EXISTS: 'paid',
  PAYMENT_NET_NEGATIVE: 'netNegative',
  PAYMENT_NOT_PAYABLE: 'changed',
  PERSON_OVER_CAP: 'overCap',
}

/** The reason of a line for a refusal of its payment; anything else is thrown again. */
export function reasonFor(error: unknown): LineReason {
  const reason = error instanceof Refusal ? BY_ERROR[error.error] : undefined
  if (reason === undefined) throw error
  return reason
}

/** Throws NOT_FOUND, BATCH_BUSY while it is worked on, and BATCH_STATE. */
export async function refuseState(scope: Scope, actor: Actor, batchId: number): Promise<never> {
  const batch = await repository.findBatch(scope.db, ownedBy(actor), batchId)
  if (!batch) throw refuseField('NOT_FOUND', 'batchId')
  throw new Refusal(batch.work === null ? 'BATCH_STATE' : 'BATCH_BUSY')
}

export async function requireBatch(
  scope: Scope,
  actor: Actor,
  batchId: number,
): Promise<repository.BatchRow> {
  const batch = await repository.findBatch(scope.db, ownedBy(actor), batchId)
  if (!batch) throw refuseField('NOT_FOUND', 'batchId')
  return batch
}

/** Throws BANK_DETAILS_MISSING if lines need clearing codes and there is no directory to find any in. */
async function refuseWithoutDirectory(
  { db, bankBranches }: Scope,
  batchId: number,
  { code, ownBank }: PayeeNeeds,
): Promise<void> {
  if (!code || !(await bankBranches.isEmpty(db))) return
  const banks = await lines.banksOf(db, batchId)
  if (banks.some((bank) => !isOwnBank(ownBank, bank)))
    throw new Refusal('BANK_DETAILS_MISSING', { params: { field: BANK_NEED_LABELS.clearingCode } })
}

/** Begins to lock a draft, or a locked batch anew. */
export async function startLocking(
  scope: Scope,
  actor: Actor,
  { batchId, paidDate = scope.clock.today(), preset }: BatchLock,
): Promise<void> {
  const { orgId } = await requireBatch(scope, actor, batchId)
  await scope.accounts.confirmation.requireSecondFactor(actor, RELEASE_PROOF_MINUTES)
  if (paidDate > scope.clock.today()) throw badFields(['paidDate'], IN_FUTURE)
  const chosen = await scope.bankFiles.formFor(scope.db, { orgId, preset, day: paidDate })
  if (!chosen) throw unknownRecord('preset')
  if (!(await scope.bankFiles.payingAccount(scope.db, orgId))) throw new Refusal('PAYER_ACCOUNT_MISSING')
  await refuseWithoutDirectory(scope, batchId, needsOf(chosen.form))
  const { bankPresetId } = chosen
  const { userId, userName } = actor
  const step = { userId, userName, time: scope.clock.wire(), paidDate, preset, bankPresetId }
  const isBegun = await inTransaction(scope.db, async (trx) => {
    const begun = await repository.beginLocking(trx, { batchId, from: ['draft', 'locked'] }, step)
    if (begun) {
      await forgetRelease(scope, trx, batchId)
      await scope.queue.send(trx, [{ batchId }])
    }
    return begun
  })
  if (!isBegun) await refuseState(scope, actor, batchId)
}

/** Settles the lines of a batch for its day. */
export const quotesOf = ({ payments }: Scope, { mainUserId, paidDate }: WorkRow): Quotes =>
  payments.quotes({ mainUserId, paidDate })

type Checks = Awaited<ReturnType<typeof reasonsApart>>

/** The accounts of lines with the clearing codes that the bank file takes, and every reason why a line is not payable. */
async function payeesOf(
  scope: Scope,
  trx: Db,
  chunk: readonly LineRow[],
  { checks, needs }: { checks: Checks; needs: PayeeNeeds },
) {
  const ids = chunk.map(({ attendeeId }) => attendeeId)
  const accounts = await scope.payments.accountsOf(trx, ids)
  const codes = needs.takesCode ? await scope.bankBranches.codesOf(trx, accounts) : new Map<number, string>()
  const today = scope.clock.today()
  const reasonsFor = (attendeeId: number): LineReason[] => {
    const checked = checks.get(attendeeId)
    const given = { today, needs, code: codes.get(attendeeId) }
    return checked ? reasonsWith(checked, accounts.get(attendeeId), given) : ['changed']
  }
  const reasons = new Map(ids.map((attendeeId) => [attendeeId, reasonsFor(attendeeId)]))
  return { accounts, codes, reasons }
}

/** Locks the lines whose fee is free, and keeps what the others lack. */
async function lockLines(
  scope: Scope,
  trx: Db,
  chunk: readonly LineRow[],
  { checks, quotes, needs }: { checks: Checks; quotes: Quotes; needs: PayeeNeeds },
): Promise<void> {
  const { accounts, codes, reasons } = await payeesOf(scope, trx, chunk, { checks, needs })
  const isPayable = ({ attendeeId }: LineRow) => reasons.get(attendeeId)?.length === 0
  const free = await scope.payments.claim(trx, chunk.filter(isPayable))
  const refused: { lineId: number; reasons: readonly LineReason[] }[] = []
  const given: number[] = []
  const locked: lines.LockedLine[] = []
  const quoteOf = await quotes.read(trx, [...free])
  for (const { lineId, attendeeId } of chunk) {
    if (!free.has(attendeeId)) {
      const why = reasons.get(attendeeId) ?? []
      refused.push({ lineId, reasons: why.length > 0 ? why : ['taken'] })
      continue
    }
    try {
      const quote = quoteOf(attendeeId)
      quotes.keep(quote)
      const { accountOf, bankName, bankBranch, bankRegion, bankAccount } = accounts.get(attendeeId)!
      const accountCipher = sealOfLine(scope.keys, lineId, bankAccount ?? '')
      const at = { accountOf, bankName, bankBranch, bankRegion, accountCipher }
      locked.push({ lineId, quote, ...at, clearingCode: codes.get(attendeeId) ?? null })
    } catch (error) {
      refused.push({ lineId, reasons: [reasonFor(error)] })
      given.push(lineId)
    }
  }
  await lines.refuseLines(trx, refused, 'refused')
  await lines.lockLines(trx, locked)
  await scope.payments.free(trx, given)
}

/**
 * Locks a batch: what is payable gets its tax settled and its fee claimed, the rest its reasons. A run that follows an
 * interrupted one begins anew. Of several batches that claim a fee at once, one gets it.
 */
export async function lock(scope: Scope, work: WorkRow, signal: AbortSignal): Promise<void> {
  const { db } = scope
  const { batchId } = work
  const form = await scope.bankFiles.formOf(db, work)
  if (!form) throw new RangeError(`there is no preset ${work.preset}`)
  await inTransaction(db, async (trx) => {
    await scope.payments.free(trx, await lines.holdingLines(trx, batchId))
    await lines.resetLines(trx, { batchId, from: ['locked', 'refused', 'dropped'], to: 'draft' })
  })
  const meetings = createMeetingFacts(scope)
  const needs = needsOf(form)
  const quotes = quotesOf(scope, work)
  for (let after = 0, done = 0; ;) {
    signal.throwIfAborted()
    const chunk = await lines.linesAfter(db, { batchId, state: 'draft', after, max: LINES_AT_ONCE })
    if (chunk.length === 0) break
    const checks = await reasonsApart(
      scope,
      chunk.map(({ attendeeId }) => attendeeId),
      meetings,
    )
    done += chunk.length
    after = chunk.at(-1)!.lineId
    await inTransaction(db, async (trx) => {
      await lockLines(scope, trx, chunk, { checks, quotes, needs })
      await repository.reportDone(trx, batchId, done)
    })
  }
  await inTransaction(db, async (trx) => {
    const held = await lines.countIn(trx, batchId, 'locked')
    await repository.endWork(trx, work as { batchId: number; work: 'locking' }, {
      state: held > 0 ? 'locked' : 'draft',
    })
    await repository.sumUp(trx, batchId)
  })
}
