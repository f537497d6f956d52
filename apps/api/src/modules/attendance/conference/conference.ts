import type {
  ConferenceRow,
  ConferenceRowQuery,
  ConferenceSettlement,
} from '@consilium/contract/attendance/conference.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Actor } from '../../../domain/actor.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Upload } from '../../../infra/http/uploads/upload.ts'
import { Refusal, refuseField } from '../../../infra/refusal.ts'
import { lockOpenMeeting, requireMeeting } from '../../meetings/service.ts'
import { settles } from '../policy.ts'
import type { Scope } from '../scope.ts'
import * as repository from './conference-repository.ts'
import { readRows, titlesOf } from './conference-sheet.ts'
import { countStays } from './importing.ts'
import { lockPeople } from '../../attendees/service.ts'

const viewOf = (actor: Actor, { currentStage, ...row }: repository.StoredRow): ConferenceRow => ({
  ...row,
  abilities: { settle: settles(actor, { ...row, currentStage }) },
})

export const readTitles = async ({ sheets }: Scope, upload: Upload): Promise<string[]> =>
  titlesOf(await readRows(sheets, upload))

export async function listRows(
  { db }: Scope,
  actor: Actor,
  query: ConferenceRowQuery,
): Promise<Page<ConferenceRow>> {
  await requireMeeting(db, actor, query.meetingId)
  const page = await repository.listRows(db, query)
  return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
}

async function findRow({ db }: Scope, actor: Actor, rowId: number): Promise<repository.StoredRow> {
  const row = await repository.findRow(db, actor, rowId)
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** Counts a row for the people who were there, or for nobody. Of two at once the second is refused. */
export async function settle(
  scope: Scope,
  actor: Actor,
  { rowId, attendeeIds }: ConferenceSettlement,
): Promise<ConferenceRow> {
  const { meetingId, firstIn, lastOut } = await findRow(scope, actor, rowId)
  await inTransaction(scope.db, async (trx) => {
    await lockOpenMeeting(trx, actor, meetingId)
    const wanted = [...new Set(attendeeIds)]
    const people = await lockPeople(trx, meetingId, wanted)
    if (people.length < wanted.length) throw refuseField('NOT_FOUND', 'attendeeIds')
    const state = people.length > 0 ? 'matched' : 'dismissed'
    if (!(await repository.settleRow(trx, rowId, state))) throw new Refusal('CONFERENCE_ROW_SETTLED')
    await countStays(
      scope,
      trx,
      { actor, meetingId },
      people.map((person) => ({
        person,
        stay: { rowId, attendeeId: person.attendeeId, firstIn, lastOut },
      })),
    )
  })
  return viewOf(actor, await findRow(scope, actor, rowId))
}
