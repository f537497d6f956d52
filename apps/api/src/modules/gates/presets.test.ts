// Engine: only postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { gateRoutes as routes } from '@consilium/contract/gates/gate-routes.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { MEETING_STAGES, meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { startApi } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const api = await startApi({ clock: seasonClock, mode: 'production' })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor } = world
const admin = await api.admin()

const tryMove = (meetingId: number, currentStage: (typeof MEETING_STAGES)[number]) =>
  manager.attempt(meetingRoutes.changeStage, { body: { meetingId, currentStage } })
const START = { scheduleStartTime: '2026-12-05 09:00:00', scheduleLocation: '北京' }

describe('GATE-4: presets of the gate policy', () => {
  it('GATE-4: a first start in production takes strict, a later one in development keeps it, and nobody is told', async () => {
    assert.equal(api.app.gatePreset, 'strict')
    const second = await api.startNode()
    assert.equal(second.gatePreset, 'strict')
    await second.close()
    assert.equal((await admin.call(messageRoutes.list, { query: { kind: 'gatePolicy' } })).total, 0)
  })

  it('GATE-4 COR-26: in production a meeting is not taken from draft to closed with unsigned attendees', async () => {
    const bare = await world.draft()
    assert.deepEqual(refusalOf(await tryMove(bare.meetingId, 'approved')), {
      status: 409,
      error: 'GATE_NOT_MET',
      fields: ['budget'],
    })
    const { meetingId } = await world.draft({ ...START, laborBudget: '10000' })
    const expert = await world.expert()
    const [first, second] = [
      await world.attendee(meetingId, { phone: expert.phone }),
      await world.attendee(meetingId),
    ]
    for (const stage of MEETING_STAGES.slice(1, -2))
      assert.equal((await tryMove(meetingId, stage)).status, 200, stage)
    for (const materialType of ['signIn', 'photo'] as const) {
      const refused = await tryMove(meetingId, 'settlement')
      assert.equal(refused.error?.error, 'GATE_NOT_MET')
      await executor.call(materialRoutes.meetingMaterial.create, {
        body: { meetingId, materialType, title: materialType },
      })
    }
    const unsigned = await tryMove(meetingId, 'settlement')
    assert.deepEqual(refusalOf(unsigned).fields, ['signatures'])
    await world.sign(expert, first.attendeeId)
    await executor.call(attendeeRoutes.remove, { params: { attendeeId: String(second.attendeeId) } })
    assert.equal((await tryMove(meetingId, 'settlement')).status, 200)
    assert.deepEqual(refusalOf(await tryMove(meetingId, 'closed')).fields, ['materialReview'])
    await world.attendee(meetingId)
    assert.deepEqual(refusalOf(await tryMove(meetingId, 'closed')).fields, ['signatures', 'materialReview'])
  })

  it('GATE-4: each preset, rule by rule', async () => {
    const ADVISORY = [
      'approved warn executor budget',
      'inviting warn invitation',
      'scheduled warn attendees schedule',
      'agreements warn attendees schedule',
      'ready warn signatures',
      'inSession warn supervision',
      'materials warn signInSheet photos',
      'settlement warn signInSheet photos supervisionRecord invoices',
      'closed warn signatures duplicateInvoices materialReview',
    ]
    const STRICT = [
      'approved block executor budget',
      'inviting warn invitation',
      'scheduled block attendees schedule',
      'agreements block attendees schedule',
      'ready warn signatures',
      'inSession warn supervision',
      'materials warn signInSheet photos',
      'settlement block signatures signInSheet photos',
      'settlement warn supervisionRecord invoices',
      'closed block signatures materialReview duplicateInvoices invoiceDifferences titles tiers caps budgetHeld',
      'closed warn invoiceBuyers invoiceBuyerCodes invoiceDates invoiceSellers invoiceCategories invoiceAllocations invoiceSeries invoiceOriginals',
    ]
    for (const [preset, wanted] of [
      ['advisory', ADVISORY],
      ['strict', STRICT],
    ] as const) {
      const { rules } = await admin.call(routes.applyPreset, { body: { preset } })
      const found = Map.groupBy(rules, ({ stage, mode }) => `${stage} ${mode}`)
      const lines = [...found].map(([key, each]) => [key, ...each.map(({ check }) => check)].join(' '))
      assert.deepEqual(lines, wanted)
    }
  })

  it('GATE-4: an administrator sees what the other preset changes, meeting by meeting, and applies it', async () => {
    assert.equal((await manager.attempt(routes.currentPreset, {})).status, 403)
    const loosened = await admin.call(routes.previewPreset, { query: { preset: 'advisory' } })
    assert.deepEqual([loosened.current, loosened.meetings, loosened.isExact], ['strict', [], true])
    assert.ok(
      loosened.changes.some(
        ({ stage, check, before, after: then }) =>
          stage === 'closed' && check === 'signatures' && before === 'block' && then === 'warn',
      ),
    )
    const applied = await admin.call(routes.applyPreset, { body: { preset: 'advisory' } })
    assert.equal(applied.isInForce, true)
    assert.deepEqual(await admin.call(routes.currentPreset, {}), { current: 'advisory' })
    const { meetingId } = await world.draft()
    const strict = await admin.call(routes.previewPreset, { query: { preset: 'strict' } })
    assert.deepEqual(
      strict.meetings
        .filter((meeting) => meeting.meetingId === meetingId)
        .map(({ stage, checks }) => [stage, checks]),
      [['approved', ['budget']]],
    )
    assert.equal((await tryMove(meetingId, 'approved')).status, 200)
    await admin.call(routes.createPolicy, {
      body: {
        validFrom: seasonClock.today(),
        rules: [{ stage: 'closed', check: 'signatures', mode: 'block' }],
      },
    })
    assert.deepEqual(await admin.call(routes.currentPreset, {}), { current: null })
  })
})
