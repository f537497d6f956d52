import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

interface Given {
  name?: string
  text: string
  values?: unknown[]
}

let recorded: Statement[] | null = null

/** Has every pg client of this process tell what it is asked, while somebody listens. */
export function watchStatements(): void {
  const prototype = pg.Client.prototype as unknown as { query(given: unknown, values?: unknown): unknown }
  const { query } = prototype
  prototype.query = function watched(this: unknown, given: unknown, ...rest: unknown[]) {
    const { text, values = rest[0] } = (typeof given === 'string' ? { text: given } : given) as Given
    if (recorded && /^\s*(with|select)/i.test(text))
      recorded.push({ text, values: Array.isArray(values) ? values : [] })
    return query.call(this, given, ...(rest as []))
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

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const scans = (plan: Plan): Plan[] => [
  ...(plan['Node Type'].includes('Scan') ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scans),
]

export interface Explained {
  blocks: number
  rows: number
  text: string
}

/** What a statement reads: blocks of 8 KiB, and rows that scans return or pass over. */
export async function explain(client: pg.ClientBase, { text, values }: Statement): Promise<Explained> {
  const options = 'analyze, buffers, timing off'
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (${options}, format json) ${text}`,
    values,
  )
  const plan = rows[0]!['QUERY PLAN'][0].Plan
  const read = scans(plan).map(
    (scan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
  )
  const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(`explain (${options}) ${text}`, values)
  return {
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    rows: read.reduce((sum, each) => sum + each, 0),
    text: lines.map((line) => line['QUERY PLAN']).join('\n'),
  }
}
