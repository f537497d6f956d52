import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { allows } from '@consilium/contract/route.ts'
import type { Project } from '@consilium/contract/projects/projects.ts'
import type { Actor } from '../../domain/actor.ts'

const manages = ({ roleType }: Pick<Actor, 'roleType'>) => roleType === 'admin' || roleType === 'manager'

/** Whether the caller decides changes of the budgets within its reach at all. */
export const mayJudge = (actor: Pick<Actor, 'roleType' | 'orgType'>): boolean =>
  allows(budgetRoutes.decideChange.access, actor)

/** Managers and the lead of the project plan its budget. */
export const mayPlan = (
  actor: Pick<Actor, 'roleType' | 'userId'>,
  project: Pick<Project, 'leadUserId'>,
): boolean => manages(actor) || (actor.roleType === 'leader' && project.leadUserId === actor.userId)
