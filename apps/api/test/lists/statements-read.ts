import pg from 'pg'

interface Statement {
  text: string
  values: unknown[]
}

interface Given {
  text: string
  values?: unknown
  /** Whether `begin` is sent with it. */
  begins?: boolean
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

export interface Scan {
  relation: string
  /** Returned or passed over. */
  rows: number
}

let recorded: (Statement & { client: unknown })[] | null = null

/** Has every pg client of this process tell what it is asked, while somebody listens. */
export function watchStatements(): void {
  const prototype = pg.Client.prototype as unknown as { query(given: unknown, ...rest: unknown[]): unknown }
  const { query } = prototype
  prototype.query = function watched(this: unknown, given: unknown, ...rest: unknown[]) {
    const {
      text,
      values = rest[0],
      begins = false,
    } = (typeof given === 'string' ? { text: given } : given) as Given
    if (begins) recorded?.push({ client: this, text: 'begin', values: [] })
    recorded?.push({ client: this, text, values: Array.isArray(values) ? values : [] })
    return query.call(this, given, ...rest)
  }
}

async function recordedOf(work: () => Promise<unknown>) {
  recorded = []
  try {
    await work()
    return recorded
  } finally {
    recorded = null
  }
}

/** The statements that read, of the work and of what runs beside it. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> =>
  (await recordedOf(work)).filter(({ text }) => /^\s*(?:with|select)/i.test(text))

/** The statements of the work, and of what runs beside it, that insert into a table. */
export const insertsInto = async (table: string, work: () => Promise<unknown>): Promise<Statement[]> =>
  (await recordedOf(work)).filter(({ text }) => text.startsWith(`insert into "${table}"`))

/** The texts of the one transaction of the work that runs a statement with this text, from its begin to its commit. */
export async function transactionOf(work: () => Promise<unknown>, part: string): Promise<string[]> {
  const all = await recordedOf(work)
  const { client } = all.find(({ text }) => text.includes(part))!
  const texts = all.filter((each) => each.client === client).map(({ text }) => text)
  const at = texts.findIndex((text) => text.includes(part))
  return texts.slice(texts.lastIndexOf('begin', at), texts.indexOf('commit', at) + 1)
}

function scansIn(plan: Plan): Scan[] {
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  const relation = plan['Relation Name']
  return [...(relation ? [{ relation, rows }] : []), ...(plan.Plans ?? []).flatMap(scansIn)]
}

/** What PostgreSQL reads of each table when it runs a statement. */
export async function scansOf(pool: pg.Pool, { text, values }: Statement): Promise<Scan[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  )
  return scansIn(rows[0]!['QUERY PLAN'][0].Plan)
}
