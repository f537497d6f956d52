import type { Db } from '../../infra/db/db.ts'
import { foreignKeyViolation } from '../../infra/db/faults.ts'
import { refuseField } from '../../infra/refusal.ts'

/** The accounts of one kind that a project is assigned to. */
export interface Assignments {
  list(db: Db, projectId: number): Promise<number[]>
  add(db: Db, projectId: number, userIds: readonly number[]): Promise<void>
  remove(db: Db, projectId: number, userIds: readonly number[]): Promise<void>
}

export const sponsorAssignments: Assignments = {
  async list(db, projectId) {
    const rows = await db
      .selectFrom('project_sponsor')
      .select('sponsor_admin_user_id as userId')
      .where('project_id', '=', projectId)
      .execute()
    return rows.map((row) => row.userId)
  },

  async add(db, projectId, userIds) {
    await db
      .insertInto('project_sponsor')
      .values(userIds.map((userId) => ({ project_id: projectId, sponsor_admin_user_id: userId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  async remove(db, projectId, userIds) {
    await db
      .deleteFrom('project_sponsor')
      .where('project_id', '=', projectId)
      .where('sponsor_admin_user_id', 'in', userIds)
      .execute()
  },
}

export const executorAssignments: Assignments = {
  async list(db, projectId) {
    const rows = await db
      .selectFrom('biz_project_assign')
      .select('exec_user_id as userId')
      .where('project_id', '=', projectId)
      .execute()
    return rows.map((row) => row.userId)
  },

  async add(db, projectId, userIds) {
    await db
      .insertInto('biz_project_assign')
      .values(userIds.map((userId) => ({ project_id: projectId, exec_user_id: userId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  async remove(db, projectId, userIds) {
    await db
      .deleteFrom('biz_project_assign')
      .where('project_id', '=', projectId)
      .where('exec_user_id', 'in', userIds)
      .execute()
      .catch(refuseRunning)
  },
}

/**
 * The foreign key of `meeting` refuses to unassign an executor that runs meetings, even one created at the same time.
 */
function refuseRunning(error: unknown): never {
  if (foreignKeyViolation(error) === 'meeting_executor')
    throw refuseField('EXECUTOR_HAS_MEETINGS', 'execAdminUserIds')
  throw error
}
