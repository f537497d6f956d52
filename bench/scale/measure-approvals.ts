import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import { createClient } from '@consilium/contract/client.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import pg from 'pg'
import { quantile } from '../quantile.ts'
import { LEADERS, MANAGER, SPONSORS } from './population.ts'
import { tokenOf, type Service } from './service.ts'

const REQUESTS = 100_000
const TIMES = 40
const MEETING = 7

/** So many requests that ask any manager and then another person, and rules of three owners for one meeting. */
async function fillApprovals(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select 1 from decision where reason = 'bench' limit 1`)
    if (rows.length > 0) return
    await client.query(`
      insert into decision (kind, record_id, part, asked_by, keeps_people, approval_kind, project_id, amount, category, reason)
        select 'budgetLine', 1 + n % 60, 'bench' || n, ${LEADERS.first}, false, 'budgetLine', 1 + n % 60, 500, 'venue', 'bench'
          from generate_series(1, ${REQUESTS}) n;
      insert into decision_step (decision_id, place, roles, persons, asks_lead, need, state, opened_time)
        select decision_id, place, '{manager}', '{}', false, 'any', case place when 10 then 'open' else 'waiting' end, now()
          from decision, (values (10), (20)) p(place) where reason = 'bench';
      insert into decision_seat (step_id, decision_id, role, org_key)
        select step_id, decision_id, 'manager', 0 from decision_step where state = 'open';
      insert into project_sponsor (project_id, sponsor_admin_user_id)
        select project_id, ${SPONSORS.first + 1} from meeting where meeting_id = ${MEETING} on conflict do nothing;
      insert into gate_policy (valid_from, rules, owner_org_id)
        select p.valid_from, p.rules, o.org_id
          from (select * from gate_policy where owner_org_id is null order by valid_from desc, policy_id desc limit 1) p
            cross join (select org_id from organization where main_user_id in (${SPONSORS.first}, ${SPONSORS.first + 1})) o;
      analyze decision; analyze decision_step; analyze decision_seat`)
  } finally {
    await client.end()
  }
}

/** Deciding a step, what is to do among many requests, and the gate of a meeting with rules of three owners. */
export async function measureApprovals(
  { baseUrl }: Service,
  url: string,
): Promise<{ what: string; p50: number; p95: number }[]> {
  await fillApprovals(url)
  const manager = createClient({ baseUrl, token: await tokenOf(baseUrl, MANAGER) })
  const times: Record<'to do' | 'decide a step' | 'gate', number[]> = {
    'to do': [],
    'decide a step': [],
    gate: [],
  }
  const timed = async <T>(what: keyof typeof times, work: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    const result = await work()
    times[what].push(performance.now() - started)
    return result
  }
  for (let n = 0; n < TIMES; n++) {
    const { rows } = await timed('to do', () => manager.call(approvalRoutes.list, { query: { tab: 'todo' } }))
    const { decisionId, stepId } = rows[0]!
    const body = { decisionId, stepId: stepId!, action: 'approve' as const }
    await timed('decide a step', () => manager.call(approvalRoutes.act, { body }))
    await timed('gate', () => manager.call(gateRoutes.get, { params: { meetingId: MEETING } }))
  }
  return Object.entries(times).map(([what, each]) => ({
    what: `approvals: ${what}`,
    p50: quantile(each, 0.5),
    p95: quantile(each, 0.95),
  }))
}
