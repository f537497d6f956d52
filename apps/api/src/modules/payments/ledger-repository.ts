import type { LaborForm } from '@consilium/contract/agreements/labor-forms.ts'
import type { LedgerItem } from '@consilium/contract/organizations/tax-settings.ts'
import { withheldRecord } from '@consilium/contract/payments/payment-record.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { declaredColumns } from '../../infra/db/declared-columns.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { refuseField } from '../../infra/refusal.ts'
import { attendeeFacts, engagements } from '../agreements/service.ts'
import { organizationFacts } from '../organizations/service.ts'
import { accountFacts } from '../accounts/service.ts'

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
  bankName: string | null
  bankAccountCipher: Buffer | null
  paidDate: string | null
  /** When the terms in force were signed; null before that. */
  signedTime: string | null
}

const payables = (db: Db, { mainUserId }: { mainUserId?: number }, attendeeIds: readonly number[]) => {
  const rows = engagements(db)
    .innerJoin(accountFacts('u'), 'u.user_id', 't.user_id')
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
      'a.bank_name as bankName',
      'a.bank_account_cipher as bankAccountCipher',
      'a.paid_date as paidDate',
      'a.signed_time as signedTime',
    ])
    .where('a.attendee_id', 'in', [...attendeeIds])
  return mainUserId === undefined ? rows : rows.where('m.exec_user_id', '=', mainUserId)
}

export const findPayable = (
  db: Db,
  scope: { mainUserId?: number },
  attendeeId: number,
): Promise<PayableAttendee | undefined> => payables(db, scope, [attendeeId]).executeTakeFirst()

/** As `findPayable`, for many in any order. */
export const findPayables = (
  db: Db,
  scope: { mainUserId?: number },
  attendeeIds: readonly number[],
): Promise<PayableAttendee[]> =>
  attendeeIds.length === 0 ? Promise.resolve([]) : payables(db, scope, attendeeIds).execute()

/** As `findPayable`, and locks the agreement, so that its fee stays and nobody pays it meanwhile. */
export const lockPayable = (
  db: Db,
  scope: { mainUserId?: number },
  attendeeId: number,
): Promise<PayableAttendee | undefined> => payables(db, scope, [attendeeId]).forUpdate('a').executeTakeFirst()

/** Entries from before payers had items of the tax law: each service type was one. */
export const taxItem = sql<LedgerItem>`coalesce(e.tax_item, e.labor_item)`.as('taxItem')

const columns = declaredColumns<'labor_payment_entry'>()

/** Which entry it is, whose, and when. */
const FACTS = [
  'entryId',
  'kind',
  'paymentId',
  'isLive',
  'orgId',
  'attendeeId',
  'personHash',
  'personName',
  'idType',
  'idNumberCipher',
  'paidDate',
  'period',
  'isCorrection',
] as const
const AMOUNTS = withheldRecord.stored
const ESTIMATE = [
  'estimatedVat',
  'estimatedSurcharge',
  'estimatedIncomeTax',
  'estimatedNet',
  'estimateRuleVersion',
] as const
const TERMS = [
  'county',
  'isCountyApart',
  'regime',
  'vatBasis',
  'isContinuous',
  'surchargeRate',
  'treatyRate',
] as const

const entries = (db: Db) =>
  db
    .selectFrom('labor_payment_entry as e')
    .select([
      ...columns.select('e', [...FACTS, ...AMOUNTS, ...ESTIMATE, ...TERMS]),
      'e.labor_item as laborForm',
      taxItem,
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
    .innerJoin(organizationFacts('o'), 'o.org_id', 'e.org_id')
    .where('o.main_user_id', '=', scope.mainUserId)
    .executeTakeFirst()
}

/** All entries of a payer and these people whose payments are of one year, in the order of arrival. */
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

export interface NewEntry extends Omit<
  Pick<EntryRow, (typeof FACTS)[number]>,
  // The rest of an entry tells whether it is live, and of which month.
  'isLive' | 'period'
> {
  amounts: Pick<EntryRow, (typeof AMOUNTS)[number]>
  estimate: Pick<EntryRow, (typeof ESTIMATE)[number]>
  terms: Pick<EntryRow, (typeof TERMS)[number] | 'laborForm' | 'taxItem'>
  /** What the bank moves; of a reversal the database knows what it returns. */
  cashAmount: string | null
  reason: string | null
  bankReference: string | null
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
      ...columns.values(FACTS, {
        ...entry,
        isLive: entry.kind === 'payment',
        period: entry.paidDate.slice(0, PERIOD),
      }),
      ...columns.values(AMOUNTS, amounts),
      ...columns.values(ESTIMATE, estimate),
      ...columns.values(TERMS, terms),
      labor_item: terms.laborForm,
      tax_item: terms.taxItem,
      cash_amount: entry.cashAmount ?? amounts.netAmount,
      reason: entry.reason,
      bank_reference: entry.bankReference,
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

/**
 * Lets the payments of a payer to a person in a year wait for one another until the transaction ends. The hashes are
 * locked in one order, so that two payments that know different ones do not wait for each other.
 */
export async function lockPerson(
  db: Db,
  orgId: number,
  year: string,
  hashes: readonly Buffer[],
): Promise<void> {
  const names = [...new Set(hashes.map((hash) => `labor tax ${orgId} ${year} ${hash.toString('hex')}`))]
  for (const name of names.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/**
 * Entries of an account from before its identity number was known become those of the number, so that the year is
 * settled as a whole.
 */
export async function joinEntries(
  db: Db,
  { orgId, userId }: { orgId: number; userId: number },
  { own, byPhone }: { own: Buffer; byPhone: Buffer },
): Promise<void> {
  if (own.equals(byPhone)) return
  await db
    .updateTable('labor_payment_entry')
    .set({ person_hash: own })
    .where('org_id', '=', orgId)
    .where('person_hash', '=', byPhone)
    .where('attendee_id', 'in', (eb) =>
      eb.selectFrom(attendeeFacts('t')).select('t.attendee_id').where('t.user_id', '=', userId),
    )
    .execute()
}
