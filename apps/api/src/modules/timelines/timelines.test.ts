// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { overviewRoutes as routes } from '@consilium/contract/overviews/overviews.ts'
import { openWorld } from '../../../test/meeting-world.ts'
import { sharedApi } from '../../../test/shared-api.ts'

const api = await sharedApi({ after })
const world = await openWorld(api)
const { manager } = world

/** Each takes less than a second; some begin shortly before its end. */
const MEETINGS = 5

it('WEB-23: what happened within one second is in the order in which it happened', async () => {
  const { expertId } = await world.expert()
  for (let each = 0; each < MEETINGS; each++) {
    const { meetingId } = await world.draft({ expertIds: [expertId] })
    await world.approveMeeting(meetingId)
    await world.attendee(meetingId)
    await manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'inviting' } })
    await world.attendee(meetingId)
    const { events } = await manager.call(routes.meetingTimeline, { params: { meetingId } })
    assert.deepEqual(
      events.map(({ kind, toStage }) => toStage ?? kind),
      ['meetingCreated', 'invited', 'approved', 'invited', 'inviting', 'invited'],
    )
  }
})
