import { sql, type RawBuilder } from 'kysely'
import { mayKnowProject } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'

/** The project of what a message `m` links to. */
const PROJECTS: Readonly<Record<string, RawBuilder<unknown>>> = {
  project: sql`m.link_id`,
  meeting: sql`(select x.project_id from meeting x where x.meeting_id = m.link_id)`,
  meetingAttendee: sql`(select x.project_id from meeting_attendee t join meeting x using (meeting_id)
    where t.attendee_id = m.link_id)`,
  approval: sql`(select d.project_id from decision d where d.decision_id = m.link_id)`,
  projectPlan: sql`(select l.project_id from project_plan l where l.plan_id = m.link_id)`,
}

/** Deletes a manager's messages about projects of other sponsors, and says whether there were any. */
export async function forgetBeyond(db: Db, userId: number): Promise<boolean> {
  const project = sql`case m.link_resource ${sql.join(
    Object.entries(PROJECTS).map(([resource, of]) => sql`when ${sql.lit(resource)} then ${of}`),
    sql` `,
  )} end`
  const { numAffectedRows: deleted = 0n } = await sql`
    delete from message m where m.user_id = ${userId}
      and not ${mayKnowProject(sql`m.user_id`, project)}`.execute(db)
  return deleted > 0n
}
