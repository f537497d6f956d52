import pg from 'pg'

interface Statement {
  text: string
  values: unknown[]
}

interface Given {
  text: string
  values?: unknown
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

let recorded: Statement[] | null = null

/** Has every pg client of this process tell what it is asked, while somebody listens. */
export function watchStatements(): void {
  const prototype = pg.Client.prototype as unknown as { query(given: unknown, ...rest: unknown[]): unknown }
  const { query } = prototype
  prototype.query = function watched(this: unknown, given: unknown, ...rest: unknown[]) {
    const { text, values = rest[0] } = (typeof given === 'string' ? { text: given } : given) as Given
    if (recorded && /^\s*(?:with|select)/i.test(text))
      recorded.push({ text, values: Array.isArray(values) ? values : [] })
    return query.call(this, given, ...rest)
  }
}

/** The statements that the work has run. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  recorded = []
  try {
    await work()
    return recorded
  } finally {
    recorded = null
  }
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
