import type { IdType } from '@consilium/contract/persons/identity.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { taxItem } from '../ledger-repository.ts'
import { accountFacts } from '../../accounts/service.ts'
import { payeeFacts } from '../../experts/service.ts'
import { attendeeFacts } from '../../agreements/service.ts'

export interface Month {
  orgId: number
  period: string
}

/** People of a batch, few enough to settle in one turn of the event loop. */
const PEOPLE = 100
const ENTRIES = 500

const entries = (db: Db, { orgId, period }: Month) =>
  db
    .selectFrom('labor_payment_entry as e')
    .innerJoin(attendeeFacts('t'), 't.attendee_id', 'e.attendee_id')
    .innerJoin(accountFacts('u'), 'u.user_id', 't.user_id')
    .innerJoin(payeeFacts('x'), 'x.expert_id', 't.expert_id')
    .select([
      'e.entry_id as entryId',
      'e.kind',
      'e.payment_id as paymentId',
      'e.is_live as isLive',
      'e.attendee_id as attendeeId',
      't.expert_id as expertId',
      'u.phone',
      'x.id_type as profileIdType',
      'x.id_card_cipher as profileIdCardCipher',
      'x.nationality_cipher as nationalityCipher',
      'x.sex_cipher as sexCipher',
      'x.birth_date_cipher as birthDateCipher',
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
      'e.treaty_rate as treatyRate',
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

/** Somebody who was paid; the facts are those of the profile, sealed. */
export interface UnreportablePerson {
  name: string
  idType: IdType
  hasNumber: boolean
  nationality: Buffer | null
  sex: Buffer | null
  birthDate: Buffer | null
}

/**
 * The first people who were paid in a month and of whom the tax authority asks for what is not known, those without an
 * identity number first. A profile that names a resident card by now states the rest by its number.
 */
export async function unreportable(
  db: Db,
  { orgId, period }: Month,
  limit: number,
): Promise<UnreportablePerson[]> {
  const { rows } = await sql<UnreportablePerson>`
    select p.* from (
      select distinct on (e.person_hash) e.person_name as name, e.id_type as "idType",
          exists (
            select from labor_payment_entry known
              where known.org_id = e.org_id and known.person_hash = e.person_hash
                and known.id_number_cipher is not null
          ) as "hasNumber",
          x.id_type = 'residentCard' and x.id_card_cipher is not null as "hasCard",
          x.nationality_cipher as nationality, x.sex_cipher as sex, x.birth_date_cipher as "birthDate"
        from labor_payment_entry e
          join ${attendeeFacts('t')} on t.attendee_id = e.attendee_id
          join ${payeeFacts('x')} on x.expert_id = t.expert_id
        where e.org_id = ${orgId} and e.period = ${period} and e.is_live
        order by e.person_hash, e.id_number_cipher is null, e.entry_id desc
    ) p
      where not p."hasNumber"
        or (p."idType" <> 'residentCard' and not p."hasCard"
          and (p.sex is null or p."birthDate" is null or (p."idType" = 'passport' and p.nationality is null)))
      order by p."hasNumber", p.name
      limit ${limit}`.execute(db)
  return rows
}

/** How many people of a month have entries as non-residents, and how many were paid with a foreign document. */
export async function countForeign(
  db: Db,
  { orgId, period }: Month,
): Promise<{ nonResidents: number; foreigners: number }> {
  return db
    .selectFrom('labor_payment_entry as e')
    .select([
      sql<number>`count(distinct e.person_hash) filter (where e.regime = 'nonResident')::int`.as(
        'nonResidents',
      ),
      sql<number>`count(distinct e.person_hash) filter (where e.is_live and e.id_type <> 'residentCard')::int`.as(
        'foreigners',
      ),
    ])
    .where('e.org_id', '=', orgId)
    .where('e.period', '=', period)
    .executeTakeFirstOrThrow()
}
