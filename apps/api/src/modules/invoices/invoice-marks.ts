import type { FirstUse } from '@consilium/contract/invoice-reading.ts'
import type { materialRoutes, MeetingInvoice } from '@consilium/contract/materials.ts'
import type { OwnFields } from '@consilium/contract/material-record.ts'
import type { Context } from '../../context.ts'
import { isBuyerAmong } from './buyer-name.ts'
import * as repository from './invoice-repository.ts'
import { correctedFields } from './reading.ts'
import type { Complete } from '../materials/service.ts'

type Own = Pick<MeetingInvoice, keyof OwnFields<typeof materialRoutes.meetingInvoice> & keyof MeetingInvoice>

/** Callers outside the other meeting's reach see only that, and since when, the invoice is used there. */
const firstUseOf = (row: repository.FirstUseRow): FirstUse => ({
  isFirst: row.firstId === row.recordId,
  uses: row.uses,
  recordId: row.withinReach ? row.firstId : null,
  meetingId: row.withinReach ? row.meetingId : null,
  meetingName: row.withinReach ? row.meetingName : null,
  createTime: row.createTime,
})

/** Adds the derived fields of invoices: duplicate use, whether the buyer is expected, and corrected fields. */
export const markInvoices =
  ({ db }: Context): Complete<Own> =>
  async (actor, rows) => {
    if (rows.length === 0) return []
    const recordIds = rows.map((row) => row.recordId)
    const firstUses = await repository.findFirstUses(db, actor, recordIds)
    const byRecord = new Map(firstUses.map((row) => [row.recordId, firstUseOf(row)]))
    const buyers = await repository.findBuyers(db, [...new Set(rows.map((row) => row.meetingId))])
    return rows.map((row) => ({
      ...row,
      correctedFields: correctedFields(row, row.recognized),
      duplicateOf: byRecord.get(row.recordId) ?? null,
      buyerMatches: isBuyerAmong(row.buyerName, buyers.get(row.meetingId) ?? []),
    }))
  }
