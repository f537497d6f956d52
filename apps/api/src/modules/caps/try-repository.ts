import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { accountsOf } from './repository.ts'
import { expertFacts } from '../experts/service.ts'

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
  // An expert whom the refused request would have added does not exist, and has nothing of others to tell.
  await sql`
    insert into cap_try (expert_id, exec_user_id, tried_on, meeting_day, own_fees)
      select e.expert_id, ${execUserId}, ${triedOn}::date, ${tried.meetingDay}::date, ${tried.ownFees}::numeric
        from ${expertFacts('e')} where e.expert_id = ${expertId}
      on conflict do nothing`.execute(db)
}

/** The other tries of the day, under whatever account of the person. */
export async function countOtherTries(db: Db, tried: CapTry): Promise<number> {
  const row = await db
    .selectFrom('cap_try')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`expert_id in (${accountsOf(tried.expertId)})`)
    .where('exec_user_id', '=', tried.execUserId)
    .where('tried_on', '=', tried.triedOn)
    .where((eb) => eb.or([eb('meeting_day', '!=', tried.meetingDay), eb('own_fees', '!=', tried.ownFees)]))
    .executeTakeFirstOrThrow()
  return row.count
}
