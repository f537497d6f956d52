import { EXPENSE_LABELS } from '@consilium/contract/attendees/expenses.ts'
import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import type { Db } from '../../infra/db/db.ts'
import { refuseField } from '../../infra/refusal.ts'
import { overOf } from './money.ts'
import * as repository from './repository.ts'
import type { Spending } from './repository.ts'
import type { Scope } from './scope.ts'

/**
 * Refuses fees that were written in this transaction if the fees of the project are now beyond its budget. Of two
 * transactions the second waits for the line, and sees what the first one committed.
 */
export async function requireFees(
  { clock }: Scope,
  trx: Db,
  meetingId: number,
  field: string,
): Promise<void> {
  const projectId = await repository.lockLineOf(trx, meetingId, 'labor')
  if (projectId === undefined) return
  const line = (await repository.spendingOf(trx, projectId, clock.wire())).find(
    ({ category }) => category === 'labor',
  )
  if (line && overOf(line) !== '0.00') throw refuseField('BUDGET_EXCEEDED', field)
}

/** The key has the excess, so that a waiver of it does not cover a larger one. */
const evidenceOf = (scope: 'project' | 'meeting', spending: readonly Spending[]): Evidence[] =>
  spending
    .filter((each) => overOf(each) !== '0.00')
    .map((each) => {
      const { 'zh-CN': zh, en } = EXPENSE_LABELS[each.category]
      return { key: `${scope}:${each.category}:${overOf(each)}`, name: `${zh} ${en} +${overOf(each)}` }
    })

/** What is over the budget of each meeting's project, or over what was allocated to the meeting. */
export async function overAt(
  { clock }: Scope,
  within: Db,
  meetingIds: readonly number[],
): Promise<Map<number, Evidence[]>> {
  const projects = await repository.projectsOf(within, meetingIds)
  const now = clock.wire()
  const ofProjects = await repository.spendingOfProjects(within, [...new Set(projects.values())], now)
  const ofMeetings = await repository.spendingAt(within, meetingIds, now)
  return new Map(
    [...projects].map(([meetingId, projectId]) => {
      const planned = (ofProjects.get(projectId) ?? []).filter((each) => each.planned !== null)
      const allocated = ofMeetings.get(meetingId) ?? []
      return [meetingId, [...evidenceOf('project', planned), ...evidenceOf('meeting', allocated)]]
    }),
  )
}
