// Engine: postgres
import assert from 'node:assert/strict'
import { after, beforeEach, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { down, up } from '../../../migrations/0084_waivers_of_one_service.ts'
import { startApi } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor } = world
const admin = await api.admin()

beforeEach(() =>
  admin.call(capRoutes.createPolicy, {
    body: { validFrom: seasonClock.today(), overlaps: 'off', caps: [], tiers: [{ highest: '3000' }] },
  }),
)

type LaborForm = 'lecture' | 'chair'
const FEE = '6000'

/** Asks for a waiver in advance, as the executor, and approves it as somebody else. */
async function waive(meetingId: number, expertId: number, laborForm?: LaborForm): Promise<void> {
  const body = { meetingId, check: 'tiers' as const, reason: '国外特邀', expertId, laborFee: FEE, laborForm }
  const { waiverId, version } = await executor.call(gateRoutes.askWaiver, { body })
  await manager.call(gateRoutes.decideWaiver, { body: { waiverId, version, status: 'approved' } })
}
const invite = (meetingId: number, phone: string, laborForm: LaborForm) =>
  executor.attempt(attendeeRoutes.create, { body: { meetingId, phone, laborFee: FEE, laborForm } })
const errorOf = (outcome: Awaited<ReturnType<typeof invite>>) => refusalOf(outcome).error

it('SEC-39: a waiver that was asked for as lecture serves no chair, whether invited as one or changed into one', async () => {
  const expert = await world.expert({}, null)
  const { meetingId } = await world.meeting()
  await waive(meetingId, expert.expertId)
  assert.equal(errorOf(await invite(meetingId, expert.phone, 'chair')), 'FEE_OVER_TIER')
  const lecture = await invite(meetingId, expert.phone, 'lecture')
  assert.equal(lecture.status, 200)
  const { attendeeId, version } = lecture.data
  const reword = () =>
    executor.attempt(attendeeRoutes.update, { body: { attendeeId, version, laborForm: 'chair' } })
  assert.deepEqual(refusalOf(await reword()), { status: 409, error: 'FEE_OVER_TIER', fields: ['laborFee'] })
  await waive(meetingId, expert.expertId, 'chair')
  assert.equal((await reword()).data.laborForm, 'chair')
})

it('SEC-39: a waiver serves the title that the expert had when it was asked for', async () => {
  const expert = await world.expert({ title: '主任医师' }, null)
  const { expertId } = expert
  const { meetingId } = await world.meeting()
  await waive(meetingId, expertId)
  const setTitle = async (title: string) => {
    const { version } = await manager.call(expertRoutes.get, { params: { expertId } })
    await manager.call(expertRoutes.update, { body: { expertId, version, title } })
  }
  await setTitle('主治医师')
  assert.equal(errorOf(await invite(meetingId, expert.phone, 'lecture')), 'FEE_OVER_TIER')
  await setTitle('主任医师')
  assert.equal((await invite(meetingId, expert.phone, 'lecture')).status, 200)
})

it('SEC-39: an earlier waiver goes on for the service it was used for, and one that was not used is asked for again', async () => {
  const [used, unused] = [await world.expert({}, null), await world.expert({}, null)]
  const { meetingId } = await world.meeting()
  await waive(meetingId, used.expertId, 'chair')
  await waive(meetingId, unused.expertId)
  const { data } = await invite(meetingId, used.phone, 'chair')
  const keys = async () => {
    const { rows } = await executor.call(gateRoutes.listWaivers, { query: { meetingId } })
    return rows.flatMap(({ covers }) => covers.map(({ key }) => key)).toSorted()
  }
  const before = await keys()
  // As the version before kept them.
  await down(api.db as never)
  assert.deepEqual(
    (await keys()).toSorted(),
    [`tier:${used.expertId}:6000.00`, `tier:${unused.expertId}:6000.00`].toSorted(),
  )
  await up(api.db as never)
  const now = await keys()
  assert.ok(now.includes(before.find((key) => key.startsWith(`tier:${used.expertId}:`)) ?? ''))
  assert.ok(now.includes(`tier:${unused.expertId}:6000.00`))
  assert.equal(errorOf(await invite(meetingId, unused.phone, 'lecture')), 'FEE_OVER_TIER')
  const { attendeeId, version } = data
  const lower = await executor.call(attendeeRoutes.update, { body: { attendeeId, version, laborFee: '100' } })
  const back = { attendeeId, version: lower.version, laborFee: FEE }
  assert.equal((await executor.attempt(attendeeRoutes.update, { body: back })).status, 200)
})
