// Engine: postgres
import assert from 'node:assert/strict'
import { after, beforeEach, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { MEETING_STAGES, meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { freshPhone, startApi } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

type Tiers = CallInput<typeof capRoutes.createPolicy>['body']['tiers']
type Attendee = CallInput<typeof attendeeRoutes.create>['body']

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor } = world
const admin = await api.admin()
const validFrom = seasonClock.today()
const FAR_AHEAD = { scheduleStartTime: '2026-12-08 09:00:00', scheduleEndTime: '2026-12-08 10:00:00' }

const BY_TITLE: Tiers = [
  { title: '主任医师', highest: '3000' },
  { title: '主治医师', highest: '1000' },
]
const setTiers = (tiers: Tiers) =>
  admin.call(capRoutes.createPolicy, { body: { validFrom, overlaps: 'off', caps: [], tiers } })
const invite = (given: Partial<Attendee> & { meetingId: number; phone: string }) =>
  executor.attempt(attendeeRoutes.create, { body: given })
/** Invites to a meeting of its own, and says what came of it. */
const inviteAnew = async (phone: string, laborFee: string, given: Partial<Attendee> = {}) => {
  const { meetingId } = await world.meeting(FAR_AHEAD)
  return refusalOf(await invite({ meetingId, phone, laborFee, ...given })).error
}

beforeEach(() => setTiers(BY_TITLE))

it('CAP-6 SEC-35: the tier is that of the audited title, whatever is typed at the meeting, then or later', async () => {
  const expert = await world.expert({ title: '主治医师' }, null)
  const { meetingId } = await world.meeting(FAR_AHEAD)
  const over = await invite({ meetingId, phone: expert.phone, title: '主任医师', laborFee: '1000.01' })
  assert.deepEqual(refusalOf(over), { status: 409, error: 'FEE_OVER_TIER', fields: ['laborFee'] })
  assert.match(over.error?.msg ?? '', /1000/)
  const { data } = await invite({ meetingId, phone: expert.phone, title: '主任医师', laborFee: '1000' })
  assert.deepEqual([data.title, data.auditedTitle, data.titleDiffers], ['主任医师', '主治医师', true])
  const raise = { attendeeId: data.attendeeId, version: data.version, title: '主任医师', laborFee: '1000.01' }
  assert.equal(
    refusalOf(await executor.attempt(attendeeRoutes.update, { body: raise })).error,
    'FEE_OVER_TIER',
  )
  const modest = await world.expert({ title: '主任医师' }, null)
  assert.equal(await inviteAnew(modest.phone, '3000', { title: '主治医师' }), undefined)
  assert.equal(await inviteAnew(modest.phone, '3000.01', { title: '主治医师' }), 'FEE_OVER_TIER')
})

it('CAP-6: a title that experts give themselves waits for the audit, and the approved one decides until then', async () => {
  const expert = await world.expert({ title: '主治医师' }, null)
  const { version } = await expert.call(expertRoutes.me, {})
  const same = await expert.call(expertRoutes.updateMe, { body: { version, title: '主治 医师' } })
  assert.deepEqual([same.auditStatus, same.auditDifference], ['approved', []])
  const body = { version: same.version, title: '主任医师' }
  const changed = await expert.call(expertRoutes.updateMe, { body })
  assert.deepEqual(
    [changed.auditStatus, changed.auditDifference],
    ['pending', [{ field: 'title', approved: '主治 医师', now: '主任医师' }]],
  )
  assert.equal(await inviteAnew(expert.phone, '1000.01'), 'FEE_OVER_TIER')
  await expert.call(expertRoutes.updateMe, { body: { version: changed.version, title: '教授' } })
  assert.equal(await inviteAnew(expert.phone, '1000.01'), 'FEE_OVER_TIER')
  await expert.call(expertRoutes.updateMe, { body: { version: changed.version + 1, title: '主任医师' } })
  await world.approve(expert, null)
  const { auditDifference } = await expert.call(expertRoutes.me, {})
  assert.deepEqual(auditDifference, [])
  assert.equal(await inviteAnew(expert.phone, '3000'), undefined)
  assert.equal(await inviteAnew(expert.phone, '3000.01'), 'FEE_OVER_TIER')
})

it('CAP-6: whom no audit has given a title gets the tier of no title, or else the lowest of all', async () => {
  const unknown = (laborFee: string) =>
    inviteAnew(freshPhone(), laborFee, { name: '张三', title: '主任医师' })
  assert.equal(await unknown('1000'), undefined)
  assert.equal(await unknown('1000.01'), 'FEE_OVER_TIER')
  const untitled = await world.expert({ title: null }, null)
  assert.equal(await inviteAnew(untitled.phone, '1000.01', { title: '主任医师' }), 'FEE_OVER_TIER')
  await setTiers([...BY_TITLE, { highest: '1500' }])
  assert.equal(await unknown('1500'), undefined)
  assert.equal(await unknown('1500.01'), 'FEE_OVER_TIER')
  // An approval that is taken back takes the title with it.
  const expert = await world.expert({ title: '主任医师' }, null)
  const { expertId } = expert
  const { version } = await manager.call(expertRoutes.get, { params: { expertId } })
  await manager.call(expertRoutes.update, { body: { expertId, version, auditStatus: 'pending' } })
  assert.equal(await inviteAnew(expert.phone, '1500.01'), 'FEE_OVER_TIER')
})

it('CAP-6: another title at the meeting is a difference that the gate counts, until it is put right or waived', async () => {
  await setTiers([])
  const expert = await world.expert({ name: '王主治', title: '主治医师' }, null)
  const { meetingId } = await world.meeting(FAR_AHEAD)
  const { data } = await invite({ meetingId, phone: expert.phone, title: '主任医师', laborFee: '100' })
  await invite({ meetingId, phone: freshPhone(), name: '未审', title: '教授', laborFee: '100' })
  const plain = await world.expert({ title: '副主任医师' }, null)
  await invite({ meetingId, phone: plain.phone, title: null, laborFee: '100' })
  for (const currentStage of MEETING_STAGES.slice(2, -1))
    await manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage } })
  const rules = [{ stage: 'closed' as const, check: 'titles' as const, mode: 'block' as const }]
  await admin.call(gateRoutes.createPolicy, { body: { validFrom, rules } })
  const found = async () => {
    const [check] = (await executor.call(gateRoutes.get, { params: { meetingId } })).checks
    return [check?.met, check?.isWaived, check?.count, check?.evidence.map(({ name }) => name)]
  }
  assert.deepEqual(await found(), [false, false, 2, ['王主治 (主任医师 ≠ 主治医师)', '未审 (教授 ≠ —)']])
  const close = () =>
    manager.attempt(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'closed' } })
  const refused = await close()
  assert.deepEqual(refusalOf(refused), { status: 409, error: 'GATE_NOT_MET', fields: ['titles'] })
  assert.match(JSON.stringify(refused.error), /职称与审核通过的职称一致.*王主治/)

  const waive = async () => {
    const body = { meetingId, check: 'titles' as const, reason: '名片职称，经核实' }
    const { waiverId, version } = await executor.call(gateRoutes.askWaiver, { body })
    await manager.call(gateRoutes.decideWaiver, { body: { waiverId, version, status: 'approved' } })
  }
  await waive()
  assert.deepEqual((await found()).slice(0, 3), [false, true, 2])
  const edit = (version: number, title: string) =>
    executor.call(attendeeRoutes.update, { body: { attendeeId: data.attendeeId, version, title } })
  const other = await edit(data.version, '院士')
  assert.deepEqual((await found()).slice(0, 3), [false, false, 2])
  const right = await edit(other.version, '主治医师')
  assert.equal(right.titleDiffers, false)
  assert.deepEqual((await found()).slice(1), [true, 1, ['未审 (教授 ≠ —)']])
  assert.equal((await close()).status, 200)
})
