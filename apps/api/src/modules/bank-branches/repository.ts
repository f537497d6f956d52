import type {
  BankBranch,
  BankBranchQuery,
  BranchRow,
} from '@consilium/contract/bank-branches/bank-branches.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { beginning, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'

const SORTING = {
  columns: {
    code: 'b.code',
    name: 'b.name',
    province: 'b.province',
    city: 'b.city',
    createTime: 'b.create_time',
  },
  key: 'b.branch_id',
  neverNull: ['b.code', 'b.name', 'b.create_time'],
} as const

/** As names are compared: without forms of companies, brackets and blanks. */
const isNamed = (text: string) => sql<boolean>`(b.name_grams @> grams(bank_branch_key(${text}))
  and strpos(b.name_key, bank_branch_key(${text})) > 0)`

export function listBranches(db: Db, query: BankBranchQuery): Promise<Page<BankBranch>> {
  let rows = db
    .selectFrom('bank_branch as b')
    .select([
      'b.branch_id as branchId',
      'b.code',
      'b.name',
      'b.province',
      'b.city',
      'b.create_time as createTime',
    ])
  if (query.code) rows = rows.where('b.code', 'like', beginning(query.code))
  if (query.name) rows = rows.where(isNamed(query.name))
  rows = rows.where(inTimeRange('b.create_time', query['params[beginTime]'], query['params[endTime]']))
  return selectPage(db, rows, query, SORTING)
}

export const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('bank_branch').select('branch_id').limit(1).executeTakeFirst()) === undefined

export interface NamedBranch {
  text: string
  code: string
  name: string
}

/** The branches that are the only ones with these names. */
export async function branchesNamed(db: Db, texts: readonly string[]): Promise<NamedBranch[]> {
  const { rows } = await sql<NamedBranch>`
    select t.text, min(b.code) as code, min(b.name) as name
      from unnest(${[...texts]}::text[]) as t (text)
      join bank_branch b on b.name_key = bank_branch_key(t.text)
      group by t.text having count(*) = 1`.execute(db)
  return rows
}

/** So many branches are compared for a proposal: a text that says little fits every branch of the country. */
const COMPARED_MAX = 1000

/** Branches of a bank whose names have all characters and pairs of a text, short names first. */
export const branchesLike = (
  db: Db,
  { bank, text, max }: { bank: string; text: string; max: number },
): Promise<{ code: string; name: string }[]> =>
  db
    .selectFrom(
      db
        .selectFrom('bank_branch as b')
        .select(['b.code', 'b.name'])
        .where(sql<boolean>`b.name_grams @> grams(${text})`)
        .where(sql<boolean>`starts_with(b.name_key, bank_branch_key(${bank}))`)
        .limit(COMPARED_MAX)
        .as('found'),
    )
    .select(['found.code', 'found.name'])
    .orderBy(sql`length(found.name)`)
    .orderBy('found.code')
    .limit(max)
    .execute()

export interface Written {
  created: number
  updated: number
  unchanged: number
}

/** Adds branches, whose codes are all different, and gives known ones what the rows say. */
export async function writeBranches(db: Db, rows: readonly BranchRow[]): Promise<Written> {
  const { rows: written } = await sql<{ isNew: boolean }>`
    insert into bank_branch as b (code, name, province, city)
    select * from unnest(
      ${rows.map(({ code }) => code)}::text[],
      ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ province }) => province ?? null)}::text[],
      ${rows.map(({ city }) => city ?? null)}::text[])
    on conflict (code) do update set name = excluded.name,
        province = coalesce(excluded.province, b.province), city = coalesce(excluded.city, b.city)
      where (b.name, b.province, b.city) is distinct from
        (excluded.name, coalesce(excluded.province, b.province), coalesce(excluded.city, b.city))
    returning (xmax = 0) as "isNew"`.execute(db)
  const created = written.filter(({ isNew }) => isNew).length
  return { created, updated: written.length - created, unchanged: rows.length - written.length }
}

export async function removeBranches(db: Db, branchIds: readonly number[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('bank_branch')
    .where('branch_id', 'in', [...branchIds])
    .executeTakeFirst()
  return Number(numDeletedRows)
}
