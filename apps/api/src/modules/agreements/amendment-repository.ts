import type { AmendmentStatus } from '@consilium/contract/agreements/agreements.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Fee } from '../fees/service.ts'
import { feeColumns } from './fee-columns.ts'
import type { DrawnUp } from './repository.ts'

const proposed = (db: Db) =>
  db
    .selectFrom('agreement_amendment')
    .select([
      'amendment_id as amendmentId',
      'attendee_id as attendeeId',
      'reason',
      'proposed_by as proposedBy',
      'proposed_time as proposedTime',
      'payable_amount as payableAmount',
      'vat_amount as vatAmount',
      'surcharge_amount as surchargeAmount',
      'income_tax as incomeTax',
      'net_amount as netAmount',
      'surcharge_rate as surchargeRate',
      'fee_rule_version as feeRuleVersion',
      'fee_minutes as feeMinutes',
      'labor_protocol as laborProtocol',
      'account_at as accountAt',
      'payer_name as payerName',
      'payer_credit_code as payerCreditCode',
    ])
    .where('status', '=', 'proposed')

export type Amendment = Awaited<ReturnType<ReturnType<typeof proposed>['executeTakeFirstOrThrow']>>

/** The amendment that waits for the expert. Whoever changes one has locked its agreement. */
export const findProposed = (db: Db, attendeeId: number): Promise<Amendment | undefined> =>
  proposed(db).where('attendee_id', '=', attendeeId).executeTakeFirst()

export const listProposed = (db: Db, attendeeIds: readonly number[]): Promise<Amendment[]> =>
  attendeeIds.length === 0
    ? Promise.resolve([])
    : proposed(db)
        .where('attendee_id', 'in', [...attendeeIds])
        .execute()

export interface NewAmendment {
  attendeeId: number
  reason: string
  userId: number
  time: string
  fee: Fee
  feeMinutes: number | null
}

export async function insertAmendment(trx: Db, amendment: NewAmendment): Promise<void> {
  await trx
    .insertInto('agreement_amendment')
    .values({
      attendee_id: amendment.attendeeId,
      reason: amendment.reason,
      proposed_by: amendment.userId,
      proposed_time: amendment.time,
      ...feeColumns(amendment.fee),
      fee_minutes: amendment.feeMinutes,
    })
    .execute()
  await touch(trx, amendment.attendeeId)
}

/** Ends the amendment that waits. Returns false if there is none. */
export async function decide(
  trx: Db,
  attendeeId: number,
  decision: { status: Exclude<AmendmentStatus, 'proposed'>; time: string; declineReason?: string | null },
): Promise<boolean> {
  const result = await trx
    .updateTable('agreement_amendment')
    .set({
      status: decision.status,
      decided_time: decision.time,
      decline_reason: decision.declineReason ?? null,
    })
    .where('attendee_id', '=', attendeeId)
    .where('status', '=', 'proposed')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Changed terms make a contract that was drawn up outdated: it is removed. */
export async function changeAmendment(
  trx: Db,
  { amendmentId, attendeeId }: Pick<Amendment, 'amendmentId' | 'attendeeId'>,
  change: {
    fee?: Fee
    contract?: DrawnUp
  },
): Promise<void> {
  const { fee, contract } = change
  await trx
    .updateTable('agreement_amendment')
    .set({
      ...(fee ? feeColumns(fee) : {}),
      labor_protocol: contract?.text ?? null,
      account_at: contract?.accountAt ?? null,
      payer_name: contract?.payerName ?? null,
      payer_credit_code: contract?.payerCreditCode ?? null,
    })
    .where('amendment_id', '=', amendmentId)
    .execute()
  await touch(trx, attendeeId)
}

/** A new version of the agreement, so that nobody signs what was read before. */
export async function touch(trx: Db, attendeeId: number): Promise<void> {
  await trx
    .updateTable('labor_agreement')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('attendee_id', '=', attendeeId)
    .execute()
}

/** Makes the amended terms those of the agreement, whose former terms are in the history already. */
export async function applyAmendment(
  trx: Db,
  amendment: Amendment,
  signer: { name: string; idCardCipher: Buffer },
): Promise<void> {
  await trx
    .updateTable('labor_agreement')
    .set({
      ...feeColumns(amendment),
      fee_minutes: amendment.feeMinutes,
      labor_protocol: amendment.laborProtocol,
      account_at: amendment.accountAt,
      payer_name: amendment.payerName,
      payer_credit_code: amendment.payerCreditCode,
      signer_name: signer.name,
      id_card_cipher: signer.idCardCipher,
    })
    .where('attendee_id', '=', amendment.attendeeId)
    .execute()
}
