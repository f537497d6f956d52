// Engine: postgres
// Process: own
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import type { LineReason } from '@consilium/contract/batches/batch-states.ts'
import { batchRoutes as routes } from '@consilium/contract/batches/batches.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { openBatchWorld } from '../../../test/batch-world.ts'
import { startApi } from '../../../test/harness.ts'
import { statementsOf, watchStatements } from '../../../test/lists/statements-read.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { plainPicture } from '../../../test/plain-picture.ts'

watchStatements()
const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const world = await openBatchWorld(api, clock)
const { manager, executor, locker, person } = world
const admin = await api.admin()
const today = clock.today()
const MINUTE_MS = 60_000

/** A meeting with an agenda, which its gate asks for before it is settled. */
async function meeting({
  hasAgenda = true,
  ...given
}: Parameters<typeof world.meeting>[0] & { hasAgenda?: boolean } = {}) {
  const made = await world.meeting(given)
  const body = { meetingId: made.meetingId, materialType: 'agenda' as const, title: '会议日程' }
  if (hasAgenda) await executor.call(materialRoutes.meetingMaterial.create, { body })
  return made.meetingId
}
const feeAt = async (meetingId: number, laborFee: string): Promise<Attendee> =>
  world.payable(await person(), laborFee, { meetingId })

/** Waives the tier of whoever is above it. */
async function waiveTiers(meetingId: number): Promise<void> {
  const body = { meetingId, check: 'tiers' as const, reason: '国外特邀' }
  const { waiverId, version } = await executor.call(gateRoutes.askWaiver, { body })
  await manager.call(gateRoutes.decideWaiver, { body: { waiverId, version, status: 'approved' } })
}

/** Somebody enters that a person came, which has to be reviewed. */
async function enter({ attendeeId }: Attendee): Promise<void> {
  const bytes = await plainPicture(64, 64).png().toBuffer()
  const file = new File([new Uint8Array(bytes)], 'photo.png')
  const { fileId } = await manager.call(fileRoutes.upload, { file })
  const markTime = clock.wire(new Date(clock.now().getTime() - 30 * MINUTE_MS))
  const body = { attendeeId, kind: 'in' as const, markTime, reason: '手机没电', photoFileId: fileId }
  await manager.call(attendanceRoutes.recordByHand, { body })
}

/** What is expected of fees, and their meetings. */
const expected = new Map<number, LineReason[]>()
const meetingIds = new Set<number>()
async function add(meetingId: number, laborFee: string, reasons: LineReason[]): Promise<Attendee> {
  const fee = await feeAt(meetingId, laborFee)
  expected.set(fee.attendeeId, reasons)
  meetingIds.add(meetingId)
  return fee
}

before(async () => {
  await add(await meeting(), '2000', [])
  await add(await meeting({ hasAgenda: false }), '2000', ['gateOpen'])
  const over = await meeting()
  await add(over, '3500', ['overLimit'])
  await add(over, '2500', [])
  const waived = await meeting()
  await add(waived, '3500', [])
  const both = await meeting({ hasAgenda: false })
  await add(both, '4000', ['gateOpen', 'overLimit'])
  const hour = (hours: number) => clock.wire(new Date(clock.now().getTime() + hours * 60 * MINUTE_MS))
  const visited = await meeting({ scheduleStartTime: hour(-1), scheduleEndTime: hour(1) })
  const came = await add(visited, '1000', ['attendanceOpen'])
  await add(visited, '1100', ['absent'])
  await enter(came)
  await admin.call(capRoutes.createPolicy, {
    body: { validFrom: today, overlaps: 'off', caps: [], tiers: [{ highest: '3000' }] },
  })
  await admin.call(gateRoutes.createPolicy, {
    body: {
      validFrom: today,
      rules: [
        { stage: 'settlement', check: 'agenda', mode: 'block' },
        { stage: 'closed', check: 'attendanceReviewed', mode: 'block' },
        { stage: 'closed', check: 'tiers', mode: 'block' },
      ],
    },
  })
  await waiveTiers(waived)
})

/** The reasons of the fees that are due, at one meeting or at all. */
async function reasonsAt(meetingId?: number): Promise<Map<number, LineReason[]>> {
  const query = { pageSize: 200, ...(meetingId === undefined ? {} : { meetingId }) }
  const { rows } = await executor.call(routes.payable, { query })
  return new Map(rows.map(({ attendeeId, reasons }) => [attendeeId, reasons]))
}
const inOrder = (reasons: ReadonlyMap<number, LineReason[]>) =>
  [...reasons].toSorted(([one], [other]) => one - other)

it('PAY-2: fees of many meetings have the reasons of their own meetings, as if each were asked about alone', async () => {
  assert.deepEqual(inOrder(await reasonsAt()), inOrder(expected))
  const alone = new Map<number, LineReason[]>()
  for (const meetingId of meetingIds)
    for (const [attendeeId, reasons] of await reasonsAt(meetingId)) alone.set(attendeeId, reasons)
  assert.deepEqual(inOrder(alone), inOrder(expected))
})

it('PAY-2: a locked batch keeps the same reasons, line by line', async () => {
  const ids = [...expected.keys()].map((attendeeId) => ({ attendeeId }))
  const { batchId } = await world.draft(ids)
  await world.lock(batchId)
  const lines = await world.linesOf(batchId)
  assert.deepEqual(inOrder(new Map(lines.map((line) => [line.attendeeId, line.reasons]))), inOrder(expected))
  assert.deepEqual(
    lines.map(({ state, reasons }) => state === (reasons.length === 0 ? 'locked' : 'refused')),
    lines.map(() => true),
  )
  await locker.call(routes.cancel, { body: { batchId } })
})

it('PAY-1: fees of many meetings are checked and locked without statements for each meeting', async () => {
  const alone = await meeting()
  for (const laborFee of ['1200', '1300']) await feeAt(alone, laborFee)
  const OF_CHECKS =
    /\b(?:gate_policy|cap_policy|meeting_waiver|attendance_mark|attendance_review|conference_row|meeting_material|project_sponsor|expert_identity)\b/
  const texts = async (work: () => Promise<unknown>) =>
    (await statementsOf(work)).map(({ text }) => text).filter((text) => OF_CHECKS.test(text))
  const checked = (meetingId?: number) => texts(() => reasonsAt(meetingId))
  // Some statements follow only what was found, such as the waivers of a fee above its tier; none follows for each meeting.
  const MORE = 4
  await checked()
  const [many, one] = [await checked(), await checked(alone)]
  assert.equal(many.filter((text) => text.includes('gate_policy')).length, 3)
  assert.ok(many.length <= one.length + MORE, `${many.length} statements for many, ${one.length} for one`)

  const locking = async (meetingId?: number) => {
    const fees = [...(await reasonsAt(meetingId)).keys()].map((attendeeId) => ({ attendeeId }))
    const { batchId } = await world.draft(fees)
    const used = await texts(() => world.lock(batchId))
    await locker.call(routes.cancel, { body: { batchId } })
    return used.filter((text) => !text.includes('payment_batch as b')).length
  }
  const [ofMany, ofOne] = [await locking(), await locking(alone)]
  assert.ok(ofMany <= ofOne + MORE, `${ofMany} statements for many, ${ofOne} for one`)
})
