import type { Fault } from './fault.ts'

const BUDGETS = 'apps/api/src/modules/budgets/budgets.test.ts'
const PLANNING = 'apps/api/src/modules/budgets/planning.ts'
const CHANGING = 'apps/api/src/modules/budgets/changing.ts'
const REPOSITORY = 'apps/api/src/modules/budgets/repository.ts'
const MONEY = 'apps/api/src/modules/budgets/money.ts'

/** Faults in lines, allocations, changes and sums of budgets. */
export const BUDGET_FAULTS: readonly Fault[] = [
  {
    id: 'BUD-1',
    means: 'a line may not be allocated to the last cent',
    file: PLANNING,
    from: "Money(line.allocated).gt(line.planned ?? '0')",
    to: "Money(line.allocated).gte(line.planned ?? '0')",
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'a line becomes smaller than what its meetings were allocated',
    file: CHANGING,
    from: '  await repository.setLine(trx, { projectId, category, amount })\n  await requireAllotted(scope, trx, projectId, category)',
    to: '  await repository.setLine(trx, { projectId, category, amount })',
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'a refused change becomes the line',
    file: CHANGING,
    from: "  if (state !== 'approved') return state\n",
    to: '',
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'a line is read without a lock',
    file: REPOSITORY,
    from: "    .where('category', '=', category)\n    .forUpdate()\n    .executeTakeFirst()\n  return row?.amount",
    to: "    .where('category', '=', category)\n    .executeTakeFirst()\n  return row?.amount",
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'taking one allocation of a meeting back takes all of them',
    file: REPOSITORY,
    from: "      .deleteFrom('budget_allocation')\n      .where('meeting_id', '=', meetingId)\n      .where('category', '=', category)",
    to: "      .deleteFrom('budget_allocation')\n      .where('meeting_id', '=', meetingId)",
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'a meeting spends in one category what it spends in all',
    file: REPOSITORY,
    from: 'using (meeting_id, category)\n      where b.meeting_id',
    to: 'using (meeting_id)\n      where b.meeting_id',
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'a reversed payment is spent',
    file: REPOSITORY,
    from: 'on p.attendee_id = t.attendee_id and p.is_live',
    to: "on p.attendee_id = t.attendee_id and p.kind = 'payment'",
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'an invoice that is in doubt is spent',
    file: REPOSITORY,
    from: 'where not i.needs_review and not exists (',
    to: 'where not exists (',
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'a category without a line is over the budget in the gate',
    file: 'apps/api/src/modules/budgets/holding.ts',
    from: '(each) => each.planned !== null',
    to: "(each) => each.planned !== ''",
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'nine tenths of a line are not near it',
    file: MONEY,
    from: 'spent.gte(planned.times(BUDGET_NEAR_SHARE))',
    to: 'spent.gt(planned.times(BUDGET_NEAR_SHARE))',
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'a line that is spent to the last cent is over',
    file: MONEY,
    from: 'if (spent.gt(planned)) return',
    to: 'if (spent.gte(planned)) return',
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'the lead of a project does not plan its budget',
    file: 'apps/api/src/modules/budgets/policy.ts',
    from: "actor.roleType === 'leader' && project.leadUserId === actor.userId",
    to: "actor.roleType === 'admin' && project.leadUserId === actor.userId",
    test: BUDGETS,
  },
  {
    id: 'BUD-1',
    means: 'whoever asked for a change is offered to decide it',
    file: 'apps/api/src/modules/decisions/policy.ts',
    from: "status === 'pending' && askedBy !== userId",
    to: "status === 'pending'",
    test: BUDGETS,
  },
]
