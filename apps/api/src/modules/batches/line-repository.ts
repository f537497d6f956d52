import type { LineReason, LineState } from '@consilium/contract/batches/batch-states.ts'
import type { PaymentBatchLineQuery } from '@consilium/contract/batches/batches.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { textContains } from '../../infra/db/lists/name-search.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import type { PayeeAccount, Quote } from '../payments/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { agreementFacts, attendeeFacts } from '../agreements/service.ts'

const lines = (db: Db) =>
  db
    .selectFrom('payment_batch_line as l')
    .innerJoin(attendeeFacts('t'), 't.attendee_id', 'l.attendee_id')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .innerJoin(agreementFacts('a'), 'a.attendee_id', 'l.attendee_id')
    .select((eb) => [
      'l.line_id as lineId',
      'l.batch_id as batchId',
      'l.attendee_id as attendeeId',
      't.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      eb.fn.coalesce('a.signer_name', 't.name').as('name'),
      'l.state',
      'l.reasons',
      eb
        .case()
        .when('l.state', 'in', ['draft', 'refused'])
        .then(eb.ref('a.payable_amount'))
        .else(eb.ref('l.payable_amount'))
        .end()
        .$castTo<string>()
        .as('payableAmount'),
      'l.vat_amount as vatAmount',
      'l.surcharge_amount as surchargeAmount',
      'l.income_tax as incomeTax',
      'l.net_amount as netAmount',
      'a.net_amount as estimatedNet',
      'l.differences',
      'l.entry_id as entryId',
      'l.return_reason as returnReason',
      'l.account_of as accountOf',
      'l.account_cipher as accountCipher',
      sql<string | null>`case when l.account_cipher is null then a.bank_name else l.bank_name end`.as(
        'bankName',
      ),
      sql<string | null>`case when l.account_cipher is null then a.bank_region else l.bank_region end`.as(
        'bankRegion',
      ),
      'l.bank_branch as bankBranch',
      'l.clearing_code as clearingCode',
      eb
        .selectFrom('payment_receipt as r')
        .select('r.receipt_id')
        .whereRef('r.line_id', '=', 'l.line_id')
        .where('r.replaced_time', 'is', null)
        .as('receiptId'),
      'a.id_card_cipher as idCardCipher',
      'a.bank_account_cipher as bankAccountCipher',
    ])

export type LineRow = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>

const SORTING = { columns: { lineId: 'l.line_id' }, key: 'l.line_id' } as const

/** Lines with a receipt of the bank; or those that the bank was told of and that did not come back, without one. */
const withReceipt = (hasReceipt: boolean) =>
  hasReceipt
    ? sql<boolean>`exists (select from payment_receipt r where r.line_id = l.line_id and r.replaced_time is null)`
    : sql<boolean>`(l.state in ('exported', 'paid') and not exists (
        select from payment_receipt r where r.line_id = l.line_id and r.replaced_time is null))`

export function listLines(
  db: Db,
  { mainUserId }: { mainUserId?: number },
  query: PaymentBatchLineQuery,
): Promise<Page<LineRow>> {
  let rows = lines(db).where('l.batch_id', '=', query.batchId)
  if (mainUserId !== undefined) rows = rows.where('m.exec_user_id', '=', mainUserId)
  rows = rows.where(inTimeRange('t.create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.state) rows = rows.where('l.state', '=', query.state)
  if (query.hasReceipt !== undefined) rows = rows.where(withReceipt(query.hasReceipt))
  if (query.name) rows = rows.where(textContains('t.name', query.name).found)
  return selectPage(db, rows, query, SORTING)
}

/** Lines of a batch in one state behind a line, in their order. */
export const linesAfter = (
  db: Db,
  { batchId, state, after, max }: { batchId: number; state: LineState; after: number; max: number },
): Promise<LineRow[]> =>
  lines(db)
    .where('l.batch_id', '=', batchId)
    .where('l.state', '=', state)
    .where('l.line_id', '>', after)
    .orderBy('l.line_id')
    .limit(max)
    .execute()

/** The banks of the fees of a batch, as their agreements say. */
export async function banksOf(db: Db, batchId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_batch_line as l')
    .innerJoin(agreementFacts('a'), 'a.attendee_id', 'l.attendee_id')
    .select('a.bank_name as bankName')
    .distinct()
    .where('l.batch_id', '=', batchId)
    .where('a.bank_name', 'is not', null)
    .execute()
  return rows.map(({ bankName }) => bankName ?? '')
}

/** Some lines of a batch, in their order. */
export const findLines = (db: Db, batchId: number, lineIds: readonly number[]): Promise<LineRow[]> =>
  lines(db)
    .where('l.batch_id', '=', batchId)
    .where('l.line_id', '=', sql<number>`any(${[...lineIds]}::bigint[])`)
    .orderBy('l.line_id')
    .execute()

export async function insertLines(db: Db, batchId: number, attendeeIds: readonly number[]): Promise<void> {
  await sql`insert into payment_batch_line (batch_id, attendee_id)
    select ${batchId}, id from unnest(${[...attendeeIds]}::bigint[]) with ordinality as given (id, place)
    order by place`.execute(db)
}

export async function removeLines(db: Db, batchId: number, attendeeIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('payment_batch_line')
    .where('batch_id', '=', batchId)
    .where('attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
    .execute()
}

/** The lines of a batch that hold a fee. */
export async function holdingLines(db: Db, batchId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payment_batch_line')
    .select('line_id as lineId')
    .where('batch_id', '=', batchId)
    .where('state', '=', 'locked')
    .execute()
  return rows.map(({ lineId }) => lineId)
}

/** Sets lines in these states to another one, without what was settled for them. */
export async function resetLines(
  db: Db,
  { batchId, from, to }: { batchId: number; from: readonly LineState[]; to: LineState },
): Promise<void> {
  await db
    .updateTable('payment_batch_line')
    .set({
      state: to,
      reasons: [],
      account_of: 'agreement',
      account_cipher: null,
      bank_branch: null,
      clearing_code: null,
    })
    .where('batch_id', '=', batchId)
    .where('state', 'in', [...from])
    .execute()
}

/** Lines are not part of the batch, each for its reasons. */
export async function refuseLines(
  db: Db,
  refused: readonly { lineId: number; reasons: readonly LineReason[] }[],
  state: 'refused' | 'dropped',
): Promise<void> {
  if (refused.length === 0) return
  await sql`
    update payment_batch_line l
      set state = ${state}, reasons = array(select jsonb_array_elements_text(c.reasons))
      from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as c ("lineId" bigint, reasons jsonb)
      where l.line_id = c."lineId"`.execute(db)
}

/** The account that a line is locked with. */
export interface LockedAccount extends Pick<
  PayeeAccount,
  'accountOf' | 'bankName' | 'bankBranch' | 'bankRegion'
> {
  accountCipher: Buffer
  clearingCode: string | null
}

export interface LockedLine extends LockedAccount {
  lineId: number
  quote: Quote
}

/** Lines are locked with what was settled for each, and the account that it pays to. */
export async function lockLines(db: Db, locked: readonly LockedLine[]): Promise<void> {
  if (locked.length === 0) return
  const rows = locked.map(({ quote, accountCipher, ...line }) => {
    const { entry: _entry, personHash, ...settled } = quote
    return {
      ...line,
      ...settled,
      personHash: personHash.toString('hex'),
      accountCipher: accountCipher.toString('hex'),
    }
  })
  await sql`
    update payment_batch_line l set state = 'locked', reasons = '{}', payable_amount = c."payableAmount",
        vat_amount = c."vatAmount", surcharge_amount = c."surchargeAmount", income_tax = c."incomeTax",
        net_amount = c."netAmount", differences = c.differences, person_hash = decode(c."personHash", 'hex'),
        seen_entry_id = c."seenEntryId", account_of = c."accountOf", account_cipher = decode(c."accountCipher", 'hex'),
        bank_name = c."bankName", bank_branch = c."bankBranch", bank_region = c."bankRegion",
        clearing_code = c."clearingCode", verify_code = a.verify_code
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c ("lineId" bigint, "payableAmount" numeric,
          "vatAmount" numeric, "surchargeAmount" numeric, "incomeTax" numeric, "netAmount" numeric, differences jsonb,
          "personHash" text, "seenEntryId" bigint, "accountOf" text, "accountCipher" text, "bankName" text,
          "bankBranch" text, "bankRegion" text, "clearingCode" text),
        labor_agreement a
      where l.line_id = c."lineId" and a.attendee_id = l.attendee_id`.execute(db)
}

/** Moves lines from one state to another. Returns how many were in it. */
export async function moveLines(
  db: Db,
  lineIds: readonly number[],
  { from, to }: { from: readonly LineState[]; to: LineState },
  change: { entryId?: number; returnReason?: string | null } = {},
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('payment_batch_line')
    .set({
      state: to,
      ...(change.entryId === undefined ? {} : { entry_id: change.entryId }),
      ...(change.returnReason === undefined ? {} : { return_reason: change.returnReason }),
    })
    .where('line_id', '=', sql<number>`any(${[...lineIds]}::bigint[])`)
    .where('state', 'in', [...from])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lines at the bank have arrived: all of a batch, or some. Returns their payments. */
export async function arriveLines(db: Db, batchId: number, lineIds?: readonly number[]): Promise<number[]> {
  const moved = db
    .updateTable('payment_batch_line')
    .set({ state: 'paid' })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'exported')
  const chosen = lineIds ? moved.where('line_id', '=', sql<number>`any(${[...lineIds]}::bigint[])`) : moved
  const rows = await chosen.returning('entry_id as entryId').execute()
  return rows.flatMap(({ entryId }) => entryId ?? [])
}

export async function countIn(db: Db, batchId: number, state: LineState): Promise<number> {
  const { count } = await db
    .selectFrom('payment_batch_line')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('batch_id', '=', batchId)
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
  return count
}

/** SQL expression: whether a batch holds the payment and the bank has not said that it has arrived. */
export const isOnItsWay = (entryId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from payment_batch_line moved where moved.entry_id = ${sql.ref(entryId)} and moved.state <> 'paid')`
