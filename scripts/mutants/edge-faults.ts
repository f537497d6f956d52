import type { Fault } from './fault.ts'

const EDGES = 'apps/api/test/input/edges.test.ts'

/** The eight faults of COR-24 that passed every test when tests imported limits and named one member of each list. */
export const EDGE_FAULTS: readonly Fault[] = [
  {
    id: 'COR-24',
    means: 'caps forget signed agreements',
    file: 'apps/api/src/modules/caps/repository.ts',
    from: 'where ${countsAt(now)} and t.expert_id = account.expert_id',
    to: "where ${countsAt(now)} and t.expert_id = account.expert_id and a.signature_status <> 'signed'",
    test: EDGES,
  },
  {
    id: 'COR-24',
    means: 'accepted invoices for travel are booked under "other"',
    file: 'apps/api/src/modules/budgets/repository.ts',
    from: "select coalesce(i.expense_category, 'other'), m.project_id",
    to: "select coalesce(nullif(i.expense_category, 'travel'), 'other'), m.project_id",
    test: EDGES,
  },
  {
    id: 'COR-24',
    means: 'a meeting that begins when another ends overlaps it',
    file: 'apps/api/src/modules/caps/usage.ts',
    from: 'start < one.end &&',
    to: 'start <= one.end &&',
    test: EDGES,
  },
  {
    id: 'COR-24',
    means: 'a meeting that ends when another begins overlaps it',
    file: 'apps/api/src/modules/caps/usage.ts',
    from: 'one.start < end,',
    to: 'one.start <= end,',
    test: EDGES,
  },
  {
    id: 'COR-24',
    means: 'a code may be tried six times',
    file: 'packages/contract/src/login/verification.ts',
    from: 'export const CODE_TRIES_MAX = 5',
    to: 'export const CODE_TRIES_MAX = 6',
    test: EDGES,
  },
  {
    id: 'COR-24',
    means: 'meals exactly at the limit count as over it',
    file: 'apps/api/src/modules/gates/checks.ts',
    from: 'const isOver = Money(sum).gt(',
    to: 'const isOver = Money(sum).gte(',
    test: EDGES,
  },
  {
    id: 'COR-24',
    means: 'a score is compared as a binary float',
    file: 'packages/contract/src/fields.ts',
    from: 'value.length <= DECIMAL_TEXT_MAX && pattern.test(value)',
    to: 'value.length <= DECIMAL_TEXT_MAX && pattern.test(String(Number(Number(value).toPrecision(12))))',
    test: EDGES,
  },
  {
    id: 'COR-24',
    means: 'phones that begin with 11 receive the fixed code',
    file: 'apps/api/src/infra/sms.ts',
    from: 'fixedCode !== null && phone.startsWith(FIXED_CODE_PREFIX)',
    to: "fixedCode !== null && [FIXED_CODE_PREFIX, '11'].some((prefix) => phone.startsWith(prefix))",
    test: EDGES,
  },
  {
    id: 'EVT-2',
    means: 'a heartbeat every second interval',
    file: 'apps/api/src/modules/messages/service.ts',
    from: 'HEARTBEAT_SECONDS * SECOND_MS',
    to: 'HEARTBEAT_SECONDS * 2 * SECOND_MS',
    test: 'e2e/faults/drain.test.ts',
  },
]
