import type { AnswerOutcome, BatchAnswerRow } from '@consilium/contract/batches/batch-answers.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { MatchedRow } from './matching.ts'
import { organizationFacts } from '../../organizations/service.ts'

type Owner = { mainUserId?: number }

const answers = (db: Db) =>
  db
    .selectFrom('payment_batch_answer as r')
    .innerJoin('payment_batch as b', 'b.batch_id', 'r.batch_id')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'b.org_id')
    .select([
      'r.answer_id as answerId',
      'r.batch_id as batchId',
      'o.main_user_id as mainUserId',
      'r.file_name as fileName',
      'r.state',
      'r.rows as answerRows',
      'r.user_id as userId',
      'r.user_name as userName',
    ])

export type StoredAnswer = Awaited<ReturnType<ReturnType<typeof answers>['executeTakeFirstOrThrow']>>

export const findAnswer = (
  db: Db,
  { mainUserId }: Owner,
  answerId: number,
): Promise<StoredAnswer | undefined> => {
  const rows = answers(db).where('r.answer_id', '=', answerId)
  return (mainUserId === undefined ? rows : rows.where('o.main_user_id', '=', mainUserId)).executeTakeFirst()
}

/** The answer that a job settles a batch by. */
export const applyingAnswer = (db: Db, batchId: number): Promise<StoredAnswer | undefined> =>
  answers(db).where('r.batch_id', '=', batchId).where('r.state', '=', 'applying').executeTakeFirst()

export interface NewAnswer {
  batchId: number
  sha256: Buffer
  fileName: string
  userId: number
  userName: string
}

/** Keeps what an answer says. The same file is one answer: until it was applied, what it says is read anew. */
export async function saveAnswer(db: Db, answer: NewAnswer, rows: readonly MatchedRow[]): Promise<number> {
  const { batchId, sha256, fileName, userId, userName } = answer
  const { answer_id: answerId } = await db
    .insertInto('payment_batch_answer')
    .values({
      batch_id: batchId,
      sha256,
      file_name: fileName,
      rows: rows.length,
      user_id: userId,
      user_name: userName,
    })
    .onConflict((conflict) => conflict.columns(['batch_id', 'sha256']).doUpdateSet({ rows: rows.length }))
    .returning('answer_id')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('payment_batch_answer_row').where('answer_id', '=', answerId).execute()
  await sql`
    insert into payment_batch_answer_row (answer_id, row_number, line_id, outcome, problem, name, amount, reason)
    select ${answerId}, * from unnest(
      ${rows.map(({ rowNumber }) => rowNumber)}::int[],
      ${rows.map(({ lineId }) => lineId)}::bigint[],
      ${rows.map(({ outcome }) => outcome)}::text[],
      ${rows.map(({ problem }) => problem)}::text[],
      ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ given }) => given)}::text[],
      ${rows.map(({ reason }) => reason)}::text[])`.execute(db)
  return answerId
}

export interface AnswerSums {
  paid: number
  returned: number
  known: number
  problems: number
  differing: number
  unanswered: number
}

/** What an answer would change, as its batch stands now. */
export async function sumsOf(db: Db, { answerId, batchId }: StoredAnswer): Promise<AnswerSums> {
  const { rows } = await sql<AnswerSums>`
    select count(*) filter (where r.problem is null and r.outcome = 'paid' and l.state = 'exported') as paid,
      count(*) filter (where r.problem is null and r.outcome = 'returned' and l.state in ('exported', 'paid')) as returned,
      count(*) filter (where r.problem is null and r.outcome = l.state) as known,
      count(*) filter (where r.problem is not null) as problems,
      count(*) filter (where r.problem = 'amountDiffers') as differing,
      (select count(*) from payment_batch_line w where w.batch_id = ${batchId} and w.state = 'exported'
        and not exists (select from payment_batch_answer_row x
          where x.answer_id = ${answerId} and x.line_id = w.line_id and x.problem is null)) as unanswered
    from payment_batch_answer_row r left join payment_batch_line l on l.line_id = r.line_id
    where r.answer_id = ${answerId}`.execute(db)
  return rows[0]!
}

/** Rows that somebody should look at: those with problems, then those that were sent back. */
export const rowsToSee = (db: Db, answerId: number, max: number): Promise<BatchAnswerRow[]> =>
  db
    .selectFrom('payment_batch_answer_row')
    .select(['row_number as rowNumber', 'name', 'amount', 'outcome', 'problem', 'reason'])
    .where('answer_id', '=', answerId)
    .where((eb) => eb.or([eb('problem', 'is not', null), eb('outcome', '=', 'returned')]))
    .orderBy(sql`problem is null`)
    .orderBy('row_number')
    .limit(max)
    .execute()

/** Moves an answer on. Returns false if it is in another state by now. */
export async function moveAnswer(
  db: Db,
  answerId: number,
  from: readonly StoredAnswer['state'][],
  to: StoredAnswer['state'],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_batch_answer')
    .set({ state: to })
    .where('answer_id', '=', answerId)
    .where('state', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Rows of one outcome that still change something, a few at a time. */
export async function pendingRows(
  db: Db,
  answerId: number,
  outcome: AnswerOutcome,
  max: number,
): Promise<{ lineId: number; reason: string | null }[]> {
  const { rows } = await sql<{ lineId: number; reason: string | null }>`
    select r.line_id as "lineId", r.reason from payment_batch_answer_row r
      join payment_batch_line l on l.line_id = r.line_id
    where r.answer_id = ${answerId} and r.problem is null and r.outcome = ${outcome}
      and (l.state = 'exported' or (l.state = 'paid' and r.outcome = 'returned'))
    order by r.line_id limit ${max}`.execute(db)
  return rows
}
