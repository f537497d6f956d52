import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { part } from '../../infra/db/statements/query-parts.ts'
import { attendeeFacts } from '../agreements/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { organizationFacts } from '../organizations/service.ts'

const ENTRY = part
  .selectFrom('labor_payment_entry')
  .select([
    'entry_id',
    'kind',
    'payment_id',
    'is_live',
    'org_id',
    'attendee_id',
    'person_hash',
    'person_name',
    'id_type',
    'id_number_cipher',
    'labor_item',
    'paid_date',
    'period',
    'payable_amount',
    'vat_amount',
    'urban_levy',
    'education_levy',
    'local_education_levy',
    'own_levy',
    'income_tax',
    'net_amount',
    'user_id',
    'create_time',
  ])

/** An entry of the ledger: whom it pays for what and when, what was withheld, and whether it is reversed; numbers are sealed. */
export const entryFacts = <A extends string>(alias: A) => ENTRY.as(alias)

/** Begins a query of the ledger: the entry `e`, its payer `o`, the attendee `t` and the meeting `m`. */
export const ledger = (db: Db) =>
  db
    .selectFrom(entryFacts('e'))
    .innerJoin(organizationFacts('o'), 'o.org_id', 'e.org_id')
    .innerJoin(attendeeFacts('t'), 't.attendee_id', 'e.attendee_id')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')

/**
 * For FROM of a query in SQL, with the attendee `t`: what the bank moved (`cash`), what settled differences by themselves, and
 * what is outstanding of them.
 */
export const RECEIVED = sql`lateral (
  select (select p.cash_amount from labor_payment_entry p where p.attendee_id = t.attendee_id and p.is_live) as cash,
      sum(l.amount) filter (where l.settled_date is null) as outstanding,
      sum(l.amount) filter (where l.settled_date is not null and l.settled_entry_id is null) as settled
    from labor_payment_entry r join labor_cash_difference l using (entry_id)
    where r.attendee_id = t.attendee_id) received`

/** SQL expression: the payer has paid in the month and has not filed it. */
export const awaitsFiling = (orgId: string, period: string): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from labor_tax_month f
    where f.org_id = ${sql.ref(orgId)} and f.period = ${period} and f.filed_time is not null)
  and exists (select from labor_payment_entry e
    where e.org_id = ${sql.ref(orgId)} and e.period = ${period} and e.is_live))`

/** The payer and the month of a payment. */
export const monthOfPayment = (
  db: Db,
  paymentId: number,
): Promise<{ orgId: number; period: string } | undefined> =>
  db
    .selectFrom('labor_payment_entry')
    .select(['org_id as orgId', 'period'])
    .where('entry_id', '=', paymentId)
    .executeTakeFirst()
