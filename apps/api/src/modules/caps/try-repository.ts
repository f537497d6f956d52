import type { Db } from '../../infra/db/db.ts'

/** What an executor would come to with an expert: its own fees, and the day of the meeting that was tried. */
export interface CapTry {
  expertId: number
  execUserId: number
  triedOn: string
  meetingDay: string
  ownFees: string
}

/** Keeps a try; the same one again changes nothing. Those of earlier days are given up. */
export async function keepTry(db: Db, tried: CapTry): Promise<void> {
  const { expertId, execUserId, triedOn } = tried
  await db
    .deleteFrom('cap_try')
    .where('expert_id', '=', expertId)
    .where('exec_user_id', '=', execUserId)
    .where('tried_on', '<', triedOn)
    .execute()
  await db
    .insertInto('cap_try')
    .values({
      expert_id: expertId,
      exec_user_id: execUserId,
      tried_on: triedOn,
      meeting_day: tried.meetingDay,
      own_fees: tried.ownFees,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The other tries of the day, under whatever account of the person. */
export async function countOtherTries(db: Db, tried: CapTry, expertIds: readonly number[]): Promise<number> {
  const row = await db
    .selectFrom('cap_try')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('expert_id', 'in', [...expertIds])
    .where('exec_user_id', '=', tried.execUserId)
    .where('tried_on', '=', tried.triedOn)
    .where((eb) => eb.or([eb('meeting_day', '!=', tried.meetingDay), eb('own_fees', '!=', tried.ownFees)]))
    .executeTakeFirstOrThrow()
  return row.count
}
