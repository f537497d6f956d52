import type { Absence, AbsenceCreate } from '@consilium/contract/approvals/approvals.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { isExclusion } from '../../infra/db/faults.ts'
import { refuseField } from '../../infra/refusal.ts'

/** Absences of one person that are shown. */
const ABSENCES_MAX = 100

const absences = (db: Db, now: string) =>
  db
    .selectFrom('absence as a')
    .select([
      'a.absence_id as absenceId',
      'a.from_time as fromTime',
      'a.to_time as toTime',
      'a.delegate_user_id as delegateUserId',
      accountName('a.delegate_user_id').as('delegateName'),
      sql<boolean>`${now} between a.from_time and a.to_time`.as('isNow'),
    ])

export const absencesOf = (db: Db, userId: number, now: string): Promise<Absence[]> =>
  absences(db, now)
    .where('a.user_id', '=', userId)
    .where('a.to_time', '>', now)
    .orderBy('a.from_time')
    .limit(ABSENCES_MAX)
    .execute()

/** The constraint refuses a second absence at the same time. */
export async function insertAbsence(
  db: Db,
  userId: number,
  { fromTime, toTime, delegateUserId }: AbsenceCreate,
): Promise<number> {
  const row = await db
    .insertInto('absence')
    .values({ user_id: userId, delegate_user_id: delegateUserId, from_time: fromTime, to_time: toTime })
    .returning('absence_id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isExclusion(error, 'absence_overlap') ? refuseField('ABSENCE_OVERLAPS', 'fromTime') : error
    })
  return row.absence_id
}

export const findAbsence = (db: Db, absenceId: number, now: string): Promise<Absence> =>
  absences(db, now).where('a.absence_id', '=', absenceId).executeTakeFirstOrThrow()

/** Ends an absence now, or takes one back that has not begun. Returns false if there is none. */
export async function endAbsence(db: Db, userId: number, absenceId: number, now: string): Promise<boolean> {
  const own = { absence_id: absenceId, user_id: userId }
  const ended = await db
    .updateTable('absence')
    .set({ to_time: now })
    .where((eb) => eb.and(own))
    .where('from_time', '<', now)
    .where('to_time', '>', now)
    .executeTakeFirst()
  if (ended.numUpdatedRows > 0n) return true
  const removed = await db
    .deleteFrom('absence')
    .where((eb) => eb.and(own))
    .where('from_time', '>=', now)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}
