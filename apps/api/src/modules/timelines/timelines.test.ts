// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { overviewRoutes as routes } from '@consilium/contract/overviews/overviews.ts'
import { apartFromTransactions } from '../../infra/db/transactions/request-transaction.ts'
import { openWorld } from '../../../test/meeting-world.ts'
import { sharedApi } from '../../../test/shared-api.ts'

const api = await sharedApi({ after })
const world = await openWorld(api)
const { manager } = world

/** Each takes less than a second; some begin shortly before its end. */
const MEETINGS = 5
const ORDER = ['meetingCreated', 'invited', 'approved', 'invited', 'inviting', 'invited']

const timelineOf = async (meetingId: number): Promise<string[]> => {
  const { events } = await manager.call(routes.meetingTimeline, { params: { meetingId } })
  return events.map(({ kind, toStage }) => toStage ?? kind)
}

/** What `ORDER` tells of one meeting. Returns the id of the meeting. */
async function happened(): Promise<number> {
  const { expertId } = await world.expert()
  const { meetingId } = await world.draft({ expertIds: [expertId] })
  await world.approveMeeting(meetingId)
  await world.attendee(meetingId)
  await manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'inviting' } })
  await world.attendee(meetingId)
  return meetingId
}

it('WEB-23: what happened within one second is in the order in which it happened', async () => {
  for (let each = 0; each < MEETINGS; each++) assert.deepEqual(await timelineOf(await happened()), ORDER)
})

it('WEB-23: it is in that order, too, when it is read long after all of it happened', async () => {
  const meetingIds: number[] = []
  await api.db.transaction().execute(async (trx) => {
    // Nobody reads while the position of the reader is locked.
    await trx
      .selectFrom('event_reader')
      .select('place')
      .where('reader', '=', 'timelines')
      .forUpdate()
      .execute()
    for (let each = 0; each < MEETINGS; each++) meetingIds.push(await apartFromTransactions(happened))
  })
  for (const meetingId of meetingIds) assert.deepEqual(await timelineOf(meetingId), ORDER)
})
