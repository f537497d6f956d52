import {
  PREVIEW_LINES_MAX,
  type PresetPreview,
  type PreviewedFile,
} from '@consilium/contract/bank-files/bank-presets.ts'
import type { Actor } from '../../domain/actor.ts'
import { bankAndBranch } from '../bank-branches/service.ts'
import type { BankPayment } from '../bank-files/service.ts'
import { phonesOf } from './fee-repository.ts'
import { accountOfLine } from './line-account.ts'
import * as lines from './line-repository.ts'
import type { LineRow } from './line-repository.ts'
import { requireBatch } from './locking.ts'
import { ownedBy } from './policy.ts'
import { referenceOf, type Scope } from './scope.ts'

const LINES_AT_ONCE = 100
/** States of lines whose tax is not settled, so that what is left is an estimate. */
const ESTIMATED: readonly LineRow['state'][] = ['draft', 'refused']

async function paymentsOfRows(scope: Scope, rows: readonly LineRow[]): Promise<BankPayment[]> {
  const phones = await phonesOf(
    scope.db,
    rows.map(({ attendeeId }) => attendeeId),
  )
  return rows.map((line) => ({
    reference: referenceOf(line.lineId),
    amount: line.netAmount,
    payeeAccount: accountOfLine(scope, line) ?? '',
    payeeName: line.name,
    payeeBank: bankAndBranch(line),
    payeeRegion: line.bankRegion ?? '',
    payeePhone: phones.get(line.attendeeId) ?? '',
    payeeCode: line.clearingCode ?? '',
    purpose: line.meetingName,
  }))
}

/** What the bank is told of the lines of a batch that were recorded. */
export async function paymentsOf(scope: Scope, batchId: number): Promise<BankPayment[]> {
  const payments: BankPayment[] = []
  for (let after = 0; ;) {
    const chunk = await lines.linesAfter(scope.db, { batchId, state: 'exported', after, max: LINES_AT_ONCE })
    if (chunk.length === 0) return payments
    after = chunk.at(-1)!.lineId
    payments.push(...(await paymentsOfRows(scope, chunk)))
  }
}

/** What a form makes of samples, or of the first lines of a batch of the caller's payer. */
export async function previewForm(
  scope: Scope,
  actor: Actor,
  { batchId, ...form }: PresetPreview,
): Promise<PreviewedFile> {
  const { bankFiles, db } = scope
  if (batchId === undefined) {
    const { orgId } = await bankFiles.payerOf(actor, undefined)
    const drawn = await bankFiles.preview(form, { orgId })
    return { ...drawn, lines: drawn.rows.length }
  }
  const { orgId } = await requireBatch(scope, actor, batchId)
  const query = {
    batchId,
    pageNum: 1,
    pageSize: PREVIEW_LINES_MAX,
    orderByColumn: 'lineId',
    isAsc: 'asc',
  } as const
  const { rows, total } = await lines.listLines(db, ownedBy(actor), query)
  const payments = await paymentsOfRows(
    scope,
    rows.map((row) => (ESTIMATED.includes(row.state) ? { ...row, netAmount: row.estimatedNet } : row)),
  )
  return { ...(await bankFiles.preview(form, { orgId, payments })), lines: total }
}
