import type { IdType } from '@consilium/contract/identity.ts'
import type { LaborForm } from '@consilium/contract/labor-forms.ts'
import type { PaymentKind, TaxRegime } from '@consilium/contract/payments.ts'
import type { LedgerItem, VatBasis } from '@consilium/contract/tax-settings.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { refuseField } from '../../infra/refusal.ts'

/** The agreed fee of an attendee and who pays it. */
export interface PayableAttendee {
  attendeeId: number
  meetingId: number
  expertId: number
  userId: number
  execUserId: number | null
  name: string
  phone: string
  laborForm: LaborForm
  payableAmount: string
  vatAmount: string
  surchargeAmount: string
  incomeTax: string
  netAmount: string
  feeRuleVersion: string
  idCardCipher: Buffer | null
  bankAccountCipher: Buffer | null
  paidDate: string | null
  /** When the terms in force were signed; null before that. */
  signedTime: string | null
}

const payables = (db: Db, { mainUserId }: { mainUserId?: number }, attendeeId: number) => {
  const rows = db
    .selectFrom('labor_agreement as a')
    .innerJoin('meeting_attendee as t', 't.attendee_id', 'a.attendee_id')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .innerJoin('sys_user as u', 'u.user_id', 't.user_id')
    .select((eb) => [
      'a.attendee_id as attendeeId',
      't.meeting_id as meetingId',
      't.expert_id as expertId',
      't.user_id as userId',
      'm.exec_user_id as execUserId',
      eb.fn.coalesce('a.signer_name', 't.name').as('name'),
      // An expert's account always has a phone.
      eb.ref('u.phone').$notNull().as('phone'),
      't.labor_form as laborForm',
      'a.payable_amount as payableAmount',
      'a.vat_amount as vatAmount',
      'a.surcharge_amount as surchargeAmount',
      'a.income_tax as incomeTax',
      'a.net_amount as netAmount',
      'a.fee_rule_version as feeRuleVersion',
      'a.id_card_cipher as idCardCipher',
      'a.bank_account_cipher as bankAccountCipher',
      'a.paid_date as paidDate',
      'a.signed_time as signedTime',
    ])
    .where('a.attendee_id', '=', attendeeId)
  return mainUserId === undefined ? rows : rows.where('m.exec_user_id', '=', mainUserId)
}

export const findPayable = (
  db: Db,
  scope: { mainUserId?: number },
  attendeeId: number,
): Promise<PayableAttendee | undefined> => payables(db, scope, attendeeId).executeTakeFirst()

/** As `findPayable`, and locks the agreement, so that its fee stays and nobody pays it meanwhile. */
export const lockPayable = (
  db: Db,
  scope: { mainUserId?: number },
  attendeeId: number,
): Promise<PayableAttendee | undefined> => payables(db, scope, attendeeId).forUpdate('a').executeTakeFirst()

/** Entries from before payers had items of the tax law: each service type was one. */
export const taxItem = sql<LedgerItem>`coalesce(e.tax_item, e.labor_item)`.as('taxItem')

const entries = (db: Db) =>
  db
    .selectFrom('labor_payment_entry as e')
    .select([
      'e.entry_id as entryId',
      'e.kind',
      'e.payment_id as paymentId',
      'e.is_live as isLive',
      'e.org_id as orgId',
      'e.attendee_id as attendeeId',
      'e.person_hash as personHash',
      'e.person_name as personName',
      'e.id_type as idType',
      'e.id_number_cipher as idNumberCipher',
      'e.paid_date as paidDate',
      'e.period',
      'e.payable_amount as payableAmount',
      'e.vat_amount as vatAmount',
      'e.urban_levy as urbanLevy',
      'e.education_levy as educationLevy',
      'e.local_education_levy as localEducationLevy',
      'e.own_levy as ownLevy',
      'e.income_tax as incomeTax',
      'e.net_amount as netAmount',
      'e.estimated_vat as estimatedVat',
      'e.estimated_surcharge as estimatedSurcharge',
      'e.estimated_income_tax as estimatedIncomeTax',
      'e.estimated_net as estimatedNet',
      'e.estimate_rule_version as estimateRuleVersion',
      'e.labor_item as laborForm',
      taxItem,
      'e.county',
      'e.is_county_apart as isCountyApart',
      'e.regime',
      'e.vat_basis as vatBasis',
      'e.is_continuous as isContinuous',
      'e.surcharge_rate as surchargeRate',
      'e.treaty_rate as treatyRate',
      'e.is_correction as isCorrection',
    ])

export type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>

export const findEntry = (
  db: Db,
  scope: { mainUserId?: number },
  entryId: number,
): Promise<EntryRow | undefined> => {
  const rows = entries(db).where('e.entry_id', '=', entryId)
  if (scope.mainUserId === undefined) return rows.executeTakeFirst()
  return rows
    .innerJoin('organization as o', 'o.org_id', 'e.org_id')
    .where('o.main_user_id', '=', scope.mainUserId)
    .executeTakeFirst()
}

/** All entries of a payer and a person whose payments are of one year, in the order of arrival. */
export const entriesOfYear = (
  db: Db,
  orgId: number,
  personHashes: readonly Buffer[],
  year: string,
): Promise<EntryRow[]> =>
  entries(db)
    .where('e.org_id', '=', orgId)
    .where('e.person_hash', 'in', [...personHashes])
    .where('e.paid_date', '>=', `${year}-01-01`)
    .where('e.paid_date', '<=', `${year}-12-31`)
    .orderBy('e.entry_id')
    .execute()

export interface NewEntry {
  entryId: number
  kind: PaymentKind
  paymentId: number | null
  orgId: number
  attendeeId: number
  personHash: Buffer
  personName: string
  idType: IdType
  idNumberCipher: Buffer | null
  paidDate: string
  amounts: Pick<
    EntryRow,
    | 'payableAmount'
    | 'vatAmount'
    | 'urbanLevy'
    | 'educationLevy'
    | 'localEducationLevy'
    | 'ownLevy'
    | 'incomeTax'
    | 'netAmount'
  >
  estimate: Pick<
    EntryRow,
    'estimatedVat' | 'estimatedSurcharge' | 'estimatedIncomeTax' | 'estimatedNet' | 'estimateRuleVersion'
  >
  terms: {
    laborForm: LaborForm
    taxItem: LedgerItem
    county: string
    isCountyApart: boolean
    regime: TaxRegime
    vatBasis: VatBasis
    isContinuous: boolean
    surchargeRate: string
    treatyRate: string | null
  }
  isCorrection: boolean
  /** What the bank moves; of a reversal the database knows what it returns. */
  cashAmount: string | null
  reason: string | null
  userId: number
}

const PERIOD = 'yyyy-MM'.length

/** The number of a new entry, which its sealed value is bound to. Numbers follow the order in which a person's lock was held. */
export async function nextEntryId(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('labor_payment_entry', 'entry_id')) as id`.execute(db)
  return rows[0]!.id
}

/** The unique live line of an attendee decides between two payments. */
export async function insertEntry(db: Db, entry: NewEntry): Promise<void> {
  const { amounts, estimate, terms } = entry
  await db
    .insertInto('labor_payment_entry')
    .values({
      entry_id: entry.entryId,
      kind: entry.kind,
      payment_id: entry.paymentId,
      is_live: entry.kind === 'payment',
      org_id: entry.orgId,
      attendee_id: entry.attendeeId,
      person_hash: entry.personHash,
      person_name: entry.personName,
      id_type: entry.idType,
      id_number_cipher: entry.idNumberCipher,
      paid_date: entry.paidDate,
      period: entry.paidDate.slice(0, PERIOD),
      payable_amount: amounts.payableAmount,
      vat_amount: amounts.vatAmount,
      urban_levy: amounts.urbanLevy,
      education_levy: amounts.educationLevy,
      local_education_levy: amounts.localEducationLevy,
      own_levy: amounts.ownLevy,
      income_tax: amounts.incomeTax,
      net_amount: amounts.netAmount,
      estimated_vat: estimate.estimatedVat,
      estimated_surcharge: estimate.estimatedSurcharge,
      estimated_income_tax: estimate.estimatedIncomeTax,
      estimated_net: estimate.estimatedNet,
      estimate_rule_version: estimate.estimateRuleVersion,
      labor_item: terms.laborForm,
      tax_item: terms.taxItem,
      county: terms.county,
      is_county_apart: terms.isCountyApart,
      regime: terms.regime,
      vat_basis: terms.vatBasis,
      is_continuous: terms.isContinuous,
      surcharge_rate: terms.surchargeRate,
      treaty_rate: terms.treatyRate,
      is_correction: entry.isCorrection,
      cash_amount: entry.cashAmount ?? amounts.netAmount,
      reason: entry.reason,
      user_id: entry.userId,
    })
    .execute()
    .catch((error: unknown) => {
      throw uniqueViolation(error) === 'labor_payment_live'
        ? refuseField('PAYMENT_EXISTS', 'attendeeId')
        : error
    })
}

/** Ends the life of a payment. Returns false if it has been reversed already. */
export async function endLife(db: Db, entryId: number): Promise<boolean> {
  const result = await db
    .updateTable('labor_payment_entry')
    .set({ is_live: false })
    .where('entry_id', '=', entryId)
    .where('is_live', '=', true)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Returns whether a payer has filed a month, and keeps that so until the transaction ends: a payment is either part of
 * the return or a correction of it.
 */
export async function isFiled(db: Db, orgId: number, period: string): Promise<boolean> {
  await db
    .insertInto('labor_tax_month')
    .values({ org_id: orgId, period })
    .onConflict((conflict) => conflict.columns(['org_id', 'period']).doNothing())
    .execute()
  const row = await db
    .selectFrom('labor_tax_month')
    .select('filed_time')
    .where('org_id', '=', orgId)
    .where('period', '=', period)
    .forShare()
    .executeTakeFirstOrThrow()
  return row.filed_time !== null
}

/** As `isFiled`, for reading. */
export async function isMonthFiled(db: Db, orgId: number, period: string): Promise<boolean> {
  const row = await db
    .selectFrom('labor_tax_month')
    .select('month_id')
    .where('org_id', '=', orgId)
    .where('period', '=', period)
    .where('filed_time', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
