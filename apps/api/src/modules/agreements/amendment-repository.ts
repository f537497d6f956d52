import type { AmendmentStatus } from '@consilium/contract/agreements/agreements.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { decisionFacts } from '../decisions/service.ts'
import type { Fee } from '../fees/service.ts'
import { feeColumns } from './fee-columns.ts'
import type { DrawnUp } from './repository.ts'

const proposed = (db: Db) =>
  db
    .selectFrom('agreement_amendment as x')
    .innerJoin(decisionFacts('d'), 'd.decision_id', 'x.decision_id')
    .select([
      'x.amendment_id as amendmentId',
      'x.attendee_id as attendeeId',
      'x.decision_id as decisionId',
      sql<string>`d.reason`.as('reason'),
      'd.asked_by as proposedBy',
      'd.asked_time as proposedTime',
      'x.payable_amount as payableAmount',
      'x.vat_amount as vatAmount',
      'x.surcharge_amount as surchargeAmount',
      'x.income_tax as incomeTax',
      'x.net_amount as netAmount',
      'x.surcharge_rate as surchargeRate',
      'x.fee_rule_version as feeRuleVersion',
      'x.fee_minutes as feeMinutes',
      'x.labor_protocol as laborProtocol',
      'x.account_at as accountAt',
      'x.payer_name as payerName',
      'x.payer_credit_code as payerCreditCode',
    ])
    .where('x.status', '=', 'proposed')

export type Amendment = Awaited<ReturnType<ReturnType<typeof proposed>['executeTakeFirstOrThrow']>>

/** The amendment that waits for the expert. Whoever changes one has locked its agreement. */
export const findProposed = (db: Db, attendeeId: number): Promise<Amendment | undefined> =>
  proposed(db).where('x.attendee_id', '=', attendeeId).executeTakeFirst()

export const listProposed = (db: Db, attendeeIds: readonly number[]): Promise<Amendment[]> =>
  attendeeIds.length === 0
    ? Promise.resolve([])
    : proposed(db)
        .where('x.attendee_id', 'in', [...attendeeIds])
        .execute()

export interface NewAmendment {
  attendeeId: number
  decisionId: number
  fee: Fee
  feeMinutes: number | null
}

export async function insertAmendment(trx: Db, amendment: NewAmendment): Promise<void> {
  await trx
    .insertInto('agreement_amendment')
    .values({
      attendee_id: amendment.attendeeId,
      decision_id: amendment.decisionId,
      ...feeColumns(amendment.fee),
      fee_minutes: amendment.feeMinutes,
    })
    .execute()
  await touch(trx, amendment.attendeeId)
}

/** What the decision on an amendment has come to, which lists of agreements read here. */
export async function endAmendment(
  trx: Db,
  amendmentId: number,
  status: Exclude<AmendmentStatus, 'proposed'>,
): Promise<void> {
  await trx
    .updateTable('agreement_amendment')
    .set({ status })
    .where('amendment_id', '=', amendmentId)
    .execute()
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
