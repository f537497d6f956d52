import { addressOf, casesOf, isAsked, ROLES, type Case, type Role } from './cases.ts'
import { tokenOf, type Service } from './service.ts'
import { explain, statementsOf, type Explained } from './statements.ts'
import { quantile } from '../quantile.ts'

/** A page above this is said with its plan. */
export const GOAL_MS = 50

export interface Measured extends Case {
  role: Role
  p50: number
  p95: number
  total: number | null
  blocks: number
  rows: number
  /** Plans of the statements of a case that misses the goal. */
  plans: string[]
}

export interface Measurement {
  meetings: number
  /** Null where the database was there. */
  seconds: number | null
  lists: Measured[]
  writes: { what: string; p50: number; p95: number }[]
}

/** The service answers so after the time that a statement may take. */
const BUSY = 503
class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

async function ask(baseUrl: string, token: string, each: Case): Promise<number | null> {
  const reply = await fetch(baseUrl + addressOf(each), { headers: { authorization: `Bearer ${token}` } })
  const text = await reply.text()
  if (reply.status === BUSY) throw new Unanswered(text)
  if (!reply.ok) throw new Error(`${each.list} ${each.what}: ${text}`)
  return (JSON.parse(text) as { total?: number }).total ?? null
}

async function readingOf({ app }: Service, work: () => Promise<unknown>): Promise<Explained[]> {
  const statements = await statementsOf(work)
  const client = await app.engine.pool.connect()
  try {
    const explained: Explained[] = []
    for (const statement of statements) explained.push(await explain(client, statement))
    return explained
  } finally {
    client.release()
  }
}

/** Asks `times` times after a first one, which is not counted. */
async function measureCase(
  service: Service,
  { role, token, times: count }: { role: Role; token: string; times: number },
  each: Case,
): Promise<Measured> {
  const { baseUrl } = service
  const total = await ask(baseUrl, token, each)
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const started = performance.now()
    await ask(baseUrl, token, each)
    times.push(performance.now() - started)
  }
  const explained = await readingOf(service, () => ask(baseUrl, token, each))
  const sum = (of: (one: Explained) => number) => explained.reduce((all, one) => all + of(one), 0)
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  return {
    ...each,
    role,
    p50,
    p95,
    total,
    blocks: sum(({ blocks }) => blocks),
    rows: sum(({ rows }) => rows),
    plans: p50 > GOAL_MS ? explained.map(({ text }) => text) : [],
  }
}

/** A list without an answer is measured as one that takes for ever. Throws what went wrong otherwise. */
function unanswered(role: Role, each: Case, error: unknown): Measured {
  if (!(error instanceof Unanswered)) throw new Error(`${role}: ${each.list} ${each.what}`, { cause: error })
  const p50 = Number.POSITIVE_INFINITY
  return { ...each, role, p50, p95: p50, total: null, blocks: 0, rows: 0, plans: [error.message] }
}

/** Asks for every list as every role. */
export async function measureLists(
  service: Service,
  meetings: number,
  { only, plans, times }: { only: string; plans: boolean; times: string },
): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const [role, userId] of Object.entries(ROLES) as [Role, number][]) {
    const token = await tokenOf(service.baseUrl, userId)
    for (const each of casesOf(meetings)) {
      if (!isAsked(role, each) || !`${role} ${each.list} ${each.what}`.includes(only)) continue
      const one = await measureCase(service, { role, token, times: Number(times) }, each).catch(
        (error: unknown) => unanswered(role, each, error),
      )
      measured.push(one)
      console.error(
        `${role} ${each.list} ${each.what}: p50 ${one.p50.toFixed(1)} p95 ${one.p95.toFixed(1)} ms, ${one.rows} rows, ${one.blocks} blocks, total ${one.total}`,
      )
      if (plans) console.error(one.plans.join('\n---\n'))
    }
  }
  return measured
}
