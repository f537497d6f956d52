import type { BudgetChange } from '@consilium/contract/budgets.ts'
import type { Project } from '@consilium/contract/projects.ts'
import type { Actor } from '../../domain/actor.ts'

const manages = ({ roleType }: Pick<Actor, 'roleType'>) => roleType === 'admin' || roleType === 'manager'

/** Managers and the lead of the project plan its budget. */
export const mayPlan = (
  actor: Pick<Actor, 'roleType' | 'userId'>,
  project: Pick<Project, 'leadUserId'>,
): boolean => manages(actor) || (actor.roleType === 'leader' && project.leadUserId === actor.userId)

/** Nobody decides the own request. */
export const mayDecide = (
  actor: Pick<Actor, 'roleType' | 'userId'>,
  { askedBy, status }: Pick<BudgetChange, 'askedBy' | 'status'>,
): boolean => status === 'pending' && askedBy !== actor.userId
