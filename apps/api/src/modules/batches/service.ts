import {
  type BatchCreate,
  type BatchDownload,
  type BatchLock,
  type BatchRemoval,
  type BatchReturn,
  type PayableFee,
  type PayableQuery,
  type PayableSums,
  type PayableSumsQuery,
  type PaymentBatch,
  type PaymentBatchLine,
  type PaymentBatchLineQuery,
  type PaymentBatchQuery,
} from '@consilium/contract/batches/batches.ts'
import type { PresetPreview, PreviewedFile } from '@consilium/contract/bank-files/bank-presets.ts'
import type { BatchAnswer } from '@consilium/contract/batches/batch-answers.ts'
import { hasCheckDigit } from '@consilium/contract/experts/account-number.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import type { JobRun } from '../../infra/jobs/jobs.ts'
import { maskBankAccount } from '../../infra/mask.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { PayeeAccount } from '../payments/service.ts'
import { needsOf, NO_NEEDS } from '../bank-files/service.ts'
import { findAnswer, readAnswer, settle, startSettling } from './answers/answers.ts'
import { isStaleNow, releasesServedBy } from './approving.ts'
import { previewForm } from './bank-payments.ts'
import { createMeetingFacts, reasonsOf } from './checking.ts'
import { listPayable, sumPayable } from './choosing.ts'
import { cancel, createDraft, removeFromDraft } from './drafting.ts'
import { accountOfLine } from './line-account.ts'
import * as lines from './line-repository.ts'
import { lock, requireBatch, startLocking } from './locking.ts'
import { abilitiesOn, ownedBy } from './policy.ts'
import { release, startReleasing } from './releasing.ts'
import * as repository from './repository.ts'
import { createReceipts } from './receipts/receipts.ts'
import { referenceOf, type BatchJob, type Scope } from './scope.ts'
import { returnLines, settleAll } from './settling.ts'

/** One batch at a time: its transactions are short, so that requests take their turns between them. */
const QUEUE = { name: 'payment-batches', concurrency: 1, expireSeconds: 900 } as const
const SENT = new Set(['exported', 'paid', 'returned'])
/** States of lines that have an account of their own. */
const HOLDING = new Set(['locked', 'dropped', 'exported', 'paid', 'returned'])

type Modules = Omit<Scope, 'db' | 'clock' | 'eventLog' | 'keys' | 'log' | 'queue'>

function viewOf(actor: Actor, row: repository.BatchRow): PaymentBatch {
  const { mainUserId: _user, lockedBy: _locker, releasedBy: _releaser, fileId: _file, ...rest } = row
  const { releasedByUserName: _name, bankPresetId: _version, ...shown } = rest
  return {
    ...shown,
    fileSha256: row.fileSha256?.toString('hex') ?? null,
    abilities: abilitiesOn(actor, row),
  }
}

/** Shows a line without its full number. */
function lineView(
  scope: Pick<Scope, 'agreements' | 'keys'>,
  row: lines.LineRow,
  { language, next }: { language: Language; next: PayeeAccount | undefined },
): Omit<PaymentBatchLine, 'reasons'> {
  const { idCardCipher: _id, bankAccountCipher: _bank, accountCipher: _cipher, ...kept } = row
  const { bankRegion: _region, entryId: _entry, ...shown } = kept
  const account = next ? next.bankAccount : accountOfLine(scope, row)
  return {
    ...shown,
    accountOf: next?.accountOf ?? row.accountOf,
    bankName: next ? next.bankName : row.bankName,
    bankBranch: next ? next.bankBranch : row.bankBranch,
    bankAccount: account && maskBankAccount(account),
    isAccountDoubtful: account !== null && !hasCheckDigit(account),
    differences: row.differences[language],
    reference: SENT.has(row.state) ? referenceOf(row.lineId) : null,
  }
}

/** What a job does with a batch. Work that another run has ended is over. */
async function work(scope: Scope, { batchId }: BatchJob, { signal }: JobRun): Promise<void> {
  const row = await repository.findWork(scope.db, batchId)
  if (row?.work === 'locking') await lock(scope, row, signal)
  if (row?.work === 'releasing') await release(scope, row, signal)
  if (row?.work === 'settling') await settle(scope, row, signal)
}

/** The lines of a page; those of a draft are checked now, the others keep what was found. */
async function pageOfLines(
  scope: Scope,
  actor: Actor,
  query: PaymentBatchLineQuery,
  language: Language,
): Promise<Page<PaymentBatchLine>> {
  const batch = await repository.findBatch(scope.db, ownedBy(actor), query.batchId)
  const { preset = null, bankPresetId = null } = batch ?? {}
  const page = await lines.listLines(scope.db, ownedBy(actor), query)
  const form = preset === null ? undefined : await scope.bankFiles.formOf(scope.db, { preset, bankPresetId })
  const asked = {
    meetings: createMeetingFacts(scope),
    needs: form === undefined ? NO_NEEDS : needsOf(form),
  }
  const drafts = page.rows.filter(({ state }) => state === 'draft').map(({ attendeeId }) => attendeeId)
  const found = await reasonsOf(scope, drafts, asked)
  const unlocked = page.rows.filter(({ state }) => !HOLDING.has(state)).map(({ attendeeId }) => attendeeId)
  const accounts = await scope.payments.accountsOf(scope.db, unlocked)
  const rows = page.rows.map((row) => ({
    ...lineView(scope, row, {
      language,
      next: HOLDING.has(row.state) ? undefined : accounts.get(row.attendeeId),
    }),
    reasons: row.state === 'draft' ? (found.get(row.attendeeId) ?? []) : row.reasons,
  }))
  return { ...page, rows }
}

async function requeue({ db, queue }: Pick<Scope, 'db' | 'queue'>): Promise<void> {
  await queue.sendLost(db, repository.unfinished, ({ batchId }) => String(batchId))
}

/** Payments that one person locks and another releases, from the choice of fees to the answer of the bank. */
export function createBatches(context: Context, modules: Modules) {
  const { db, clock, eventLog, fileWork, keys, log, jobs, ocr, sheets } = context
  const queue = jobs.queue<BatchJob>({ ...QUEUE, handler: (job, run) => work(scope, job, run) })
  const scope: Scope = { ...modules, db, clock, eventLog, keys, log, queue }

  const receipts = createReceipts(jobs, { ...scope, fileWork, ocr })

  async function find(actor: Actor, batchId: number): Promise<PaymentBatch> {
    const row = await repository.findBatch(db, ownedBy(actor), batchId)
    if (!row) throw new Refusal('NOT_FOUND')
    const isLocked = row.state === 'locked' && row.work === null
    return viewOf(actor, { ...row, isStale: row.isStale || (isLocked && (await isStaleNow(scope, db, row))) })
  }
  const found =
    <Given>(change: (scope: Scope, actor: Actor, given: Given & { batchId: number }) => Promise<void>) =>
    async (actor: Actor, given: Given & { batchId: number }): Promise<PaymentBatch> => {
      await change(scope, actor, given)
      return find(actor, given.batchId)
    }

  return {
    approvals: [releasesServedBy(scope)],
    find,
    payable: (actor: Actor, query: PayableQuery): Promise<Page<PayableFee>> =>
      listPayable(scope, actor, query),
    payableSums: (actor: Actor, query: PayableSumsQuery): Promise<PayableSums> =>
      sumPayable(scope, actor, query),

    async list(actor: Actor, query: PaymentBatchQuery): Promise<Page<PaymentBatch>> {
      const page = await repository.listBatches(db, ownedBy(actor), query)
      return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
    },

    lines: (
      actor: Actor,
      query: PaymentBatchLineQuery,
      language: Language,
    ): Promise<Page<PaymentBatchLine>> => pageOfLines(scope, actor, query, language),

    create: async (actor: Actor, body: BatchCreate): Promise<PaymentBatch> =>
      find(actor, await createDraft(scope, actor, body)),

    removeLines: found<BatchRemoval>(removeFromDraft),
    lock: found<BatchLock>(startLocking),
    release: found((within, actor, { batchId }) => startReleasing(within, actor, batchId)),
    cancel: found((within, actor, { batchId }) => cancel(within, actor, batchId)),
    settle: found((within, actor, { batchId }) => settleAll(within, actor, batchId)),
    returnLines: found<BatchReturn>(returnLines),

    previewForm: (actor: Actor, body: PresetPreview): Promise<PreviewedFile> =>
      previewForm(scope, actor, body),

    receipts,
    readAnswer: (actor: Actor, batchId: number, upload: Upload): Promise<BatchAnswer> =>
      readAnswer({ ...scope, sheets }, actor, batchId, upload),
    answer: (actor: Actor, answerId: number) => findAnswer(scope, actor, answerId),
    applyAnswer: async (actor: Actor, answerId: number): Promise<PaymentBatch> =>
      find(actor, await startSettling(scope, actor, answerId)),

    /** The bank file as it was made. Who takes it, and what for, is kept. Throws BATCH_STATE before it is made. */
    async openFile(actor: Actor, { batchId, purpose }: BatchDownload): Promise<FileAnswer> {
      const { fileId } = await requireBatch(scope, actor, batchId)
      if (fileId === null) throw new Refusal('BATCH_STATE')
      const { userId, userName } = actor
      await repository.insertDownload(db, { batchId, userId, userName, purpose })
      return { ...(await modules.files.open(fileId)), inline: false }
    },

    /** Sends work that was begun and has no job. */
    requeue: () => Promise.all([requeue(scope), receipts.requeue()]),
  }
}

export { isOnItsWay } from './line-repository.ts'

export type Batches = ReturnType<typeof createBatches>
