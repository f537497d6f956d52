import type { FirstUse } from '@consilium/contract/invoices/invoice-reading.ts'
import type { materialRoutes, MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import type { OwnFields } from '@consilium/contract/materials/material-record.ts'
import type { Context } from '../../context.ts'
import { isBuyerAmong } from './buyer-name.ts'
import * as repository from './invoice-repository.ts'
import { invoices } from './invoices.ts'
import { correctedFields } from './reading.ts'
import { originalOf } from './verification/originals.ts'
import { viewOf } from './verification/view.ts'
import * as verifications from './verification/verification-repository.ts'
import { abilitiesOn, type Complete } from '../materials/service.ts'

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

/** Adds the derived fields of invoices: duplicate use, whether the buyer is expected, corrected fields, what the authority says. */
export const markInvoices =
  ({ db, invoiceVerifier }: Context): Complete<Own> =>
  async (actor, rows) => {
    if (rows.length === 0) return []
    const recordIds = rows.map((row) => row.recordId)
    const firstUses = await repository.findFirstUses(db, actor, recordIds)
    const byRecord = new Map(firstUses.map((row) => [row.recordId, firstUseOf(row)]))
    const buyers = await repository.findBuyers(db, [...new Set(rows.map((row) => row.meetingId))])
    const details = new Map(
      (await verifications.detailsOf(db, recordIds)).map((detail) => [detail.recordId, detail]),
    )
    const fileIds = rows.flatMap(({ fileId }) => fileId ?? [])
    const files = new Map((await verifications.storedFilesOf(db, fileIds)).map((file) => [file.fileId, file]))
    const isOn = invoiceVerifier !== null
    return rows.map((row) => {
      const verification = viewOf(row, details.get(row.recordId), {
        mayAsk: isOn && abilitiesOn(actor, invoices, row).update,
      })
      return {
        ...row,
        correctedFields: correctedFields(row, row.recognized).filter(
          (field) => !verification.taken.includes(field),
        ),
        duplicateOf: byRecord.get(row.recordId) ?? null,
        buyerMatches: isBuyerAmong(
          row.buyerName,
          (buyers.get(row.meetingId) ?? []).map(({ orgName }) => orgName),
        ),
        verification,
        original: originalOf(row.invoiceType, files.get(row.fileId ?? 0) ?? null, row.recognized),
      }
    })
  }
