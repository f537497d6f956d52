import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { taxItem } from './ledger-repository.ts'

export interface Month {
  orgId: number
  period: string
}

/** People of a batch, few enough to settle in one turn of the event loop. */
const PEOPLE = 100
const ENTRIES = 500
const NAMED_MAX = 5

const entries = (db: Db, { orgId, period }: Month) =>
  db
    .selectFrom('labor_payment_entry as e')
    .innerJoin('meeting_attendee as t', 't.attendee_id', 'e.attendee_id')
    .innerJoin('sys_user as u', 'u.user_id', 't.user_id')
    .select([
      'e.entry_id as entryId',
      'e.kind',
      'e.payment_id as paymentId',
      'e.is_live as isLive',
      'e.attendee_id as attendeeId',
      't.expert_id as expertId',
      'u.phone',
      'e.person_hash as personHash',
      'e.person_name as personName',
      'e.id_type as idType',
      'e.id_number_cipher as idNumberCipher',
      'e.paid_date as paidDate',
      'e.payable_amount as payableAmount',
      'e.vat_amount as vatAmount',
      'e.urban_levy as urbanLevy',
      'e.education_levy as educationLevy',
      'e.local_education_levy as localEducationLevy',
      'e.own_levy as ownLevy',
      'e.income_tax as incomeTax',
      'e.net_amount as netAmount',
      taxItem,
      'e.county',
      'e.is_county_apart as isCountyApart',
      'e.regime',
      'e.vat_basis as vatBasis',
      'e.is_continuous as isContinuous',
      'e.surcharge_rate as surchargeRate',
    ])
    .where('e.org_id', '=', orgId)
    .where('e.period', '=', period)
    .orderBy('e.entry_id')

export type ExportedEntry = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>

/** The entries of a month after one of them, in the order of arrival. */
export const entriesAfter = (db: Db, month: Month, entryId: number): Promise<ExportedEntry[]> =>
  entries(db, month).where('e.entry_id', '>', entryId).limit(ENTRIES).execute()

/** The entries of the next people, who are ordered by their first entry of the month; `last` is that of the last one. */
export async function peopleAfter(
  db: Db,
  month: Month,
  first: number,
): Promise<{ rows: ExportedEntry[]; last: number | null }> {
  const people = await db
    .selectFrom('labor_payment_entry as e')
    .select(['e.person_hash as personHash', sql<number>`min(e.entry_id)`.as('first')])
    .where('e.org_id', '=', month.orgId)
    .where('e.period', '=', month.period)
    .groupBy('e.person_hash')
    .having(sql<boolean>`min(e.entry_id) > ${first}`)
    .orderBy(sql`min(e.entry_id)`)
    .limit(PEOPLE)
    .execute()
  if (people.length === 0) return { rows: [], last: null }
  const hashes = people.map(({ personHash }) => personHash)
  const rows = await entries(db, month).where('e.person_hash', 'in', hashes).execute()
  return { rows, last: people.length === PEOPLE ? (people.at(-1)?.first ?? null) : null }
}

/** Entries of a month between two of them, without the first; without a last one up to the newest. */
export interface EntryRange {
  after: number
  upTo: number | null
}

const between = (db: Db, { orgId, period }: Month, { after, upTo }: EntryRange) => {
  const rows = db
    .selectFrom('labor_payment_entry as e')
    .where('e.org_id', '=', orgId)
    .where('e.period', '=', period)
    .where('e.entry_id', '>', after)
  return upTo === null ? rows : rows.where('e.entry_id', '<=', upTo)
}

/** The number of people with entries in a range. */
export async function countChanged(db: Db, month: Month, range: EntryRange): Promise<number> {
  const { people } = await between(db, month, range)
    .select(sql<number>`count(distinct e.person_hash)::int`.as('people'))
    .executeTakeFirstOrThrow()
  return people
}

/**
 * All entries of the month up to the end of a range, of the next people with entries in it, who are ordered by the first
 * of those; `last` is that of the last person.
 */
export async function changedAfter(
  db: Db,
  month: Month,
  range: EntryRange,
  { first, limit }: { first: number; limit: number },
): Promise<{ rows: ExportedEntry[]; last: number | null }> {
  const people = await between(db, month, range)
    .select(['e.person_hash as personHash', sql<number>`min(e.entry_id)`.as('first')])
    .groupBy('e.person_hash')
    .having(sql<boolean>`min(e.entry_id) > ${first}`)
    .orderBy(sql`min(e.entry_id)`)
    .limit(limit)
    .execute()
  if (people.length === 0) return { rows: [], last: null }
  const hashes = people.map(({ personHash }) => personHash)
  let rows = entries(db, month).where('e.person_hash', 'in', hashes)
  if (range.upTo !== null) rows = rows.where('e.entry_id', '<=', range.upTo)
  return { rows: await rows.execute(), last: people.length === limit ? (people.at(-1)?.first ?? null) : null }
}

/** Names of people who were paid in a month and whose identity number is not known. */
export async function namesWithoutNumber(db: Db, { orgId, period }: Month): Promise<string[]> {
  const rows = await db
    .selectFrom('labor_payment_entry as e')
    .select('e.person_name as name')
    .distinct()
    .where('e.org_id', '=', orgId)
    .where('e.period', '=', period)
    .where('e.is_live', '=', true)
    .where('e.id_number_cipher', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('labor_payment_entry as known')
            .select('known.entry_id')
            .whereRef('known.org_id', '=', 'e.org_id')
            .whereRef('known.person_hash', '=', 'e.person_hash')
            .where('known.id_number_cipher', 'is not', null),
        ),
      ),
    )
    .limit(NAMED_MAX)
    .execute()
  return rows.map(({ name }) => name)
}
