// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { gateRoutes as routes, type GateCheck } from '@consilium/contract/gates/gate-routes.ts'
import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { MEETING_STAGES, meetingRoutes, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { startApi, type User } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

type PolicyBody = CallInput<typeof routes.createPolicy>['body']

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor, sponsor } = world
const admin = await api.admin()
const today = seasonClock.today()
const dayAfter = (days: number) =>
  new Date(Date.parse(today) + days * 24 * 3600 * 1000).toISOString().slice(0, 10)

const gateOf = (user: User, meetingId: number) => user.call(routes.get, { params: { meetingId } })
const checkIn = (checks: readonly GateCheck[], id: MeetingCheck) => checks.find((check) => check.id === id)!
const setPolicy = (rules: PolicyBody['rules'], validFrom = today) =>
  admin.call(routes.createPolicy, { body: { validFrom, rules } })
const tryMove = async (meetingId: number, currentStage: MeetingStage, user: User = manager) =>
  user.attempt(meetingRoutes.changeStage, { body: { meetingId, currentStage } })

/** Moves a meeting on under a policy that requires nothing. */
async function advance(meetingId: number, from: MeetingStage, to: MeetingStage): Promise<void> {
  const stages = MEETING_STAGES.slice(MEETING_STAGES.indexOf(from) + 1, MEETING_STAGES.indexOf(to) + 1)
  for (const stage of stages) assert.equal((await tryMove(meetingId, stage)).status, 200, stage)
}

const strict = (checks: readonly MeetingCheck[]): PolicyBody['rules'] =>
  checks.map((check) => ({ stage: 'closed' as const, check, mode: 'block' as const }))

describe('the gate of a meeting', () => {
  it('GATE-1: the policy of a new installation only warns, as before there were policies', async () => {
    const meeting = await world.meeting()
    const gate = await gateOf(executor, meeting.meetingId)
    assert.deepEqual([gate.currentStage, gate.stage, gate.isMet], ['approved', 'inviting', true])
    assert.deepEqual(
      gate.checks.map(({ id, met, mode }) => [id, met, mode]),
      [['invitation', false, 'warn']],
    )
    assert.equal((await tryMove(meeting.meetingId, 'inviting', executor)).status, 200)
  })

  it('GATE-1: each check has a status and its evidence, and moving on without it is refused with the list', async () => {
    const { meetingId } = await world.meeting()
    const signer = await world.expert()
    const signed = await world.attendee(meetingId, { phone: signer.phone })
    await world.sign(signer, signed.attendeeId)
    const unsigned = await world.attendee(meetingId)
    await executor.call(materialRoutes.meetingInvoice.create, {
      body: { meetingId, invoiceNumber: '26427000000375580001', buyerName: '别的公司' },
    })
    await advance(meetingId, 'approved', 'settlement')
    await setPolicy(strict(['signatures', 'agenda', 'invoiceBuyers', 'materialReview']))

    const gate = await gateOf(executor, meetingId)
    assert.equal(gate.isMet, false)
    const signatures = checkIn(gate.checks, 'signatures')
    assert.deepEqual(
      [signatures.met, signatures.count, signatures.module, signatures.evidence.map(({ name }) => name)],
      [false, 1, 'agreements', [unsigned.name]],
    )
    assert.deepEqual(
      checkIn(gate.checks, 'invoiceBuyers').evidence.map(({ name }) => name),
      ['26427000000375580001'],
    )
    const refused = await tryMove(meetingId, 'closed')
    assert.deepEqual(refusalOf(refused), {
      status: 409,
      error: 'GATE_NOT_MET',
      fields: ['signatures', 'agenda', 'invoiceBuyers', 'materialReview'],
    })
    const message = refused.error?.details?.[0]?.message
    assert.ok(message?.includes(unsigned.name), message)
    const { currentStage } = await manager.call(meetingRoutes.get, { params: { meetingId } })
    assert.equal(currentStage, 'settlement')
  })

  it('GATE-1: a meeting out of reach is not found, and sponsors read the gate of their own', async () => {
    const { meetingId } = await world.meeting()
    const stranger = await api.executor()
    const found = await stranger.attempt(routes.get, { params: { meetingId } })
    assert.deepEqual(refusalOf(found), { status: 404, error: 'NOT_FOUND', fields: ['meetingId'] })
    assert.equal((await gateOf(sponsor, meetingId)).meetingId, meetingId)
  })
})

describe('GATE-2: checks and the policy', () => {
  it('GATE-2: materials by type, photos of attendees, invoices, fees within the budget and days since the end', async () => {
    const { meetingId, version } = await world.meeting({
      laborBudget: '4000',
      scheduleStartTime: `${dayAfter(-3)} 09:00:00`,
      scheduleEndTime: `${dayAfter(-3)} 12:00:00`,
    })
    const attendee = await world.attendee(meetingId, { laborFee: '5000' })
    await advance(meetingId, 'approved', 'settlement')
    const wanted = ['agenda', 'attendeePhotos', 'feesWithinBudget', 'duplicateInvoices'] as const
    await setPolicy([
      ...strict(wanted),
      { stage: 'closed', check: 'ended', mode: 'block', threshold: 5 },
      { stage: 'closed', check: 'endedWithin', mode: 'block', threshold: 2 },
    ])
    const open = async () =>
      (await gateOf(manager, meetingId)).checks.filter(({ met }) => !met).map(({ id }) => id)
    assert.deepEqual(await open(), ['agenda', 'attendeePhotos', 'feesWithinBudget', 'ended', 'endedWithin'])
    assert.deepEqual(checkIn((await gateOf(manager, meetingId)).checks, 'feesWithinBudget').evidence, [
      { key: 'over:1000.00', name: '1000.00' },
    ])

    await executor.call(materialRoutes.meetingMaterial.create, {
      body: { meetingId, materialType: 'agenda', title: '会议日程' },
    })
    const current = await executor.call(meetingRoutes.get, { params: { meetingId } })
    assert.ok(current.version > version)
    await executor.call(meetingRoutes.update, {
      body: { meetingId, version: current.version, laborBudget: '5000.00' },
    })
    const invoice = { invoiceNumber: '26427000000375580002' }
    await executor.call(materialRoutes.meetingInvoice.create, { body: { meetingId, ...invoice } })
    await executor.call(materialRoutes.meetingInvoice.create, { body: { meetingId, ...invoice } })
    assert.deepEqual(await open(), ['attendeePhotos', 'duplicateInvoices', 'ended', 'endedWithin'])
    assert.ok(attendee.attendeeId > 0)
  })

  it('GATE-2: each check is met by its own record and by no other', async () => {
    const { projectId } = world.project
    const { meetingId } = await manager.call(meetingRoutes.create, { body: { projectId } })
    const looked =
      `executor budget invitation schedule attendees signatures supervision signInSheet photos agenda attendeePhotos
      supervisionRecord materialReview invoices invoiceBuyers duplicateInvoices feesWithinBudget meals`.split(
        /\s+/,
      ) as MeetingCheck[]
    await setPolicy(looked.map((check) => ({ stage: 'approved', check, mode: 'warn' })))
    const open = async () =>
      (await gateOf(manager, meetingId)).checks.filter(({ met }) => !met).map(({ id }) => id)
    const change = async (body: object) => {
      const { version } = await manager.call(meetingRoutes.get, { params: { meetingId } })
      await manager.call(meetingRoutes.update, { body: { meetingId, version, ...body } })
    }
    const add = (materialType: 'signIn' | 'photo' | 'agenda') =>
      manager.call(materialRoutes.meetingMaterial.create, {
        body: { meetingId, materialType, title: '资料' },
      })
    const invoice = (body: object) =>
      manager.call(materialRoutes.meetingInvoice.create, { body: { meetingId, ...body } })
    const buyerName = (await executor.call(profileRoutes.getInfo, {})).organization!.orgName
    const signer = await world.expert()
    let attendeeId = 0
    const steps: [string | null, () => Promise<unknown>][] = [
      ['executor', () => change({ execUserId: executor.userId })],
      [null, () => change({ invitationTitle: '邀请' })],
      ['invitation', () => change({ invitationContent: '内容' })],
      [null, () => change({ scheduleStartTime: `${dayAfter(9)} 09:00:00` })],
      ['schedule', () => change({ scheduleLocation: '北京' })],
      [null, () => change({ supervisionMode: 'onSite' })],
      ['supervision', () => change({ supervisionUserName: '赵敏' })],
      ['photos', () => add('photo')],
      ['signInSheet', () => add('signIn')],
      ['agenda', () => add('agenda')],
      [
        'materialReview',
        () =>
          manager.call(materialRoutes.meetingAuditLog.create, {
            body: { meetingId, auditItem: '费用核对', auditResult: 'noted' },
          }),
      ],
      [
        'supervisionRecord',
        () =>
          manager.call(materialRoutes.meetingSupervisor.create, {
            body: { meetingId, supervisorName: '赵敏', conclusion: 'normal' },
          }),
      ],
      ['invoices', () => invoice({ expenseCategory: 'venue', totalAmount: '9999.99', buyerName })],
      [
        'attendees',
        async () => {
          ;({ attendeeId } = await world.attendee(
            meetingId,
            { phone: signer.phone, laborFee: '5000' },
            manager,
          ))
        },
      ],
      ['budget', () => change({ laborBudget: '5000' })],
    ]
    const left = new Set<string>(await open())
    assert.deepEqual(
      [...left],
      looked.filter(
        (check) =>
          !['attendeePhotos', 'invoiceBuyers', 'duplicateInvoices', 'feesWithinBudget', 'meals'].includes(
            check,
          ),
      ),
    )
    for (const [check, act] of steps) {
      await act()
      if (check !== null) assert.ok(left.delete(check), check)
      if (check === 'attendees') left.add('attendeePhotos')
      assert.deepEqual(new Set<string>(await open()), left, check ?? 'half of a check')
    }
    assert.deepEqual(left, new Set(['signatures', 'attendeePhotos']))
    await manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'approved' } })
    await setPolicy([{ stage: 'inviting', check: 'signatures', mode: 'warn' }])
    assert.deepEqual(await open(), ['signatures'])
    await world.sign(signer, attendeeId)
    assert.deepEqual(await open(), [])
  })

  it('GATE-2: days are counted from the day of the end, on both sides of the limit', async () => {
    const times = [
      { scheduleStartTime: `${dayAfter(-5)} 23:00:00`, scheduleEndTime: `${dayAfter(-3)} 01:00:00` },
      { scheduleStartTime: `${dayAfter(-3)} 23:59:59` },
    ]
    for (const given of times) {
      const { meetingId } = await world.meeting(given)
      const met = async (check: 'ended' | 'endedWithin', threshold: number) => {
        await setPolicy([{ stage: 'inviting', check, mode: 'block', threshold }])
        return (await gateOf(manager, meetingId)).checks[0]?.met
      }
      assert.deepEqual([await met('ended', 3), await met('ended', 4)], [true, false])
      assert.deepEqual([await met('endedWithin', 3), await met('endedWithin', 2)], [true, false])
    }
  })

  it('COR-28: days before and after the end of a meeting are said as a person says them', async () => {
    const said = async (day: number, check: 'ended' | 'endedWithin', threshold: number) => {
      const { meetingId } = await world.meeting({
        scheduleStartTime: `${dayAfter(day)} 09:00:00`,
        scheduleEndTime: `${dayAfter(day)} 12:00:00`,
      })
      await advance(meetingId, 'approved', 'settlement')
      await setPolicy([{ stage: 'closed', check, mode: 'block', threshold }])
      const body = { meetingId, currentStage: 'closed' as const }
      const texts = []
      for (const language of ['zh-CN', 'en'] as const) {
        const { error } = await api.as(manager.token, language).attempt(meetingRoutes.changeStage, { body })
        texts.push(error?.details?.[0]?.message ?? error?.msg ?? '')
      }
      return texts
    }
    for (const [day, check, threshold, zh, en] of [
      [13, 'ended', 0, '会议还有13天才结束', 'The meeting ends in 13 days'],
      [1, 'ended', 0, '会议还有1天才结束', 'The meeting ends in 1 day'],
      [0, 'ended', 1, '会议今天结束', 'The meeting ends today'],
      [-1, 'ended', 2, '会议已结束1天', 'The meeting ended 1 day ago'],
      [-3, 'endedWithin', 2, '会议已结束3天', 'The meeting ended 3 days ago'],
    ] as const) {
      const [chinese = '', english = ''] = await said(day, check, threshold)
      assert.match(chinese, new RegExp(`^未满足：.+（${zh}）$`))
      assert.match(english, new RegExp(`^Still open: .+ \\(${en}\\)$`))
    }
  })

  it('GATE-2: of the versions of the policy the latest that has begun applies, and earlier ones are kept', async () => {
    const { meetingId } = await world.meeting()
    const first = await setPolicy([{ stage: 'inviting', check: 'attendees', mode: 'block' }])
    const later = await setPolicy([{ stage: 'inviting', check: 'invitation', mode: 'block' }], dayAfter(1))
    assert.deepEqual([first.isInForce, later.isInForce], [true, false])
    assert.deepEqual(
      (await gateOf(manager, meetingId)).checks.map(({ id }) => id),
      ['attendees'],
    )
    const second = await setPolicy([{ stage: 'inviting', check: 'schedule', mode: 'off' }])
    const gate = await gateOf(manager, meetingId)
    assert.deepEqual([gate.policyId, gate.checks], [second.policyId, []])
    const { rows } = await manager.call(routes.listPolicies, { query: {} })
    assert.deepEqual(
      rows.slice(0, 3).map(({ policyId, isInForce }) => [policyId, isInForce]),
      [
        [second.policyId, true],
        [later.policyId, false],
        [first.policyId, false],
      ],
    )
  })

  it('GATE-2: a policy that refers to nothing, repeats itself or begins in the past is refused', async () => {
    const rule = { stage: 'closed', check: 'signatures', mode: 'block' }
    const tries: [object, string, string?][] = [
      [{ rules: [{ ...rule, check: 'nothing' }] }, 'rules.0.check'],
      [{ rules: [{ ...rule, stage: 'draft' }] }, 'rules.0.stage'],
      [{ rules: [{ ...rule, mode: 'maybe' }] }, 'rules.0.mode'],
      [{ rules: [] }, 'rules'],
      [{ rules: [rule, { ...rule, mode: 'off' }] }, 'rules'],
      [{ rules: [{ ...rule, threshold: 3 }] }, 'rules.0.threshold'],
      [{ rules: [{ ...rule, check: 'endedWithin', threshold: -1 }] }, 'rules.0.threshold'],
      [{ rules: [{ ...rule, check: 'endedWithin', threshold: 1e9 }] }, 'rules.0.threshold'],
      [{ rules: [{ ...rule, check: 'endedWithin', threshold: 1.5 }] }, 'rules.0.threshold'],
      [{ rules: [rule], validFrom: '2026-02-30' }, 'validFrom'],
      [{ rules: [rule], validFrom: dayAfter(-1) }, 'validFrom', 'DAY_PAST'],
    ]
    const count = async () => (await admin.call(routes.listPolicies, { query: {} })).total
    const before = await count()
    for (const [body, field, error = 'VALIDATION_FAILED'] of tries) {
      const answer = await admin.attempt(routes.createPolicy, {
        body: { validFrom: today, ...body } as PolicyBody,
      })
      assert.deepEqual(refusalOf(answer), { status: 400, error, fields: [field] }, JSON.stringify(body))
    }
    assert.equal(await count(), before)
  })
})

describe('GATE-3: waivers', () => {
  const ask = (user: User, meetingId: number, check: MeetingCheck) =>
    user.attempt(routes.askWaiver, { body: { meetingId, check, reason: '专家出国' } })
  const decide = (
    user: User,
    waiver: { waiverId: number; version: number },
    status: 'approved' | 'refused',
  ) =>
    user.attempt(routes.decideWaiver, {
      body: { waiverId: waiver.waiverId, version: waiver.version, status, opinion: '同意' },
    })

  it('GATE-3: a waiver names check and reason, is approved by somebody else, and a later change opens the gate again', async () => {
    const { meetingId } = await world.meeting()
    const first = await world.attendee(meetingId)
    await advance(meetingId, 'approved', 'settlement')
    await setPolicy(strict(['signatures']))
    const asked = await ask(manager, meetingId, 'signatures')
    assert.equal(asked.status, 200)
    const waiver = asked.data
    assert.deepEqual([waiver.status, waiver.covers.length, waiver.askedBy], ['pending', 1, manager.userId])
    assert.equal(refusalOf(await ask(executor, meetingId, 'signatures')).error, 'WAIVER_PENDING')
    assert.equal(refusalOf(await decide(manager, waiver, 'approved')).error, 'OWN_REQUEST')
    assert.equal((await decide(executor, waiver, 'approved')).status, 403)
    assert.equal((await tryMove(meetingId, 'closed')).status, 409)

    const decided = await decide(admin, waiver, 'approved')
    assert.deepEqual([decided.data.status, decided.data.decidedBy], ['approved', admin.userId])
    assert.equal(refusalOf(await decide(admin, decided.data, 'refused')).error, 'REQUEST_DECIDED')
    const gate = await gateOf(manager, meetingId)
    assert.deepEqual([gate.isMet, checkIn(gate.checks, 'signatures').isWaived], [true, true])

    const second = await world.attendee(meetingId)
    const reopened = await gateOf(manager, meetingId)
    assert.deepEqual([reopened.isMet, checkIn(reopened.checks, 'signatures').isWaived], [false, false])
    await executor.call(attendeeRoutes.remove, { params: { attendeeId: String(second.attendeeId) } })
    const raised = { attendeeId: first.attendeeId, version: first.version, laborFee: '9000' }
    await executor.call(attendeeRoutes.update, { body: raised })
    assert.equal((await tryMove(meetingId, 'closed')).status, 409)
    const again = await ask(executor, meetingId, 'signatures')
    assert.equal((await decide(manager, again.data, 'approved')).status, 200)
    assert.equal((await tryMove(meetingId, 'closed')).status, 200)
  })

  it('GATE-3: a closed meeting whose records an administrator changes shows its gate as open again', async () => {
    const { meetingId } = await world.meeting()
    await advance(meetingId, 'approved', 'settlement')
    await setPolicy(strict(['duplicateInvoices']))
    assert.equal((await tryMove(meetingId, 'closed')).status, 200)
    const body = { meetingId, invoiceNumber: '26427000000375580003' }
    assert.equal(
      refusalOf(await executor.attempt(materialRoutes.meetingInvoice.create, { body })).error,
      'MEETING_CLOSED',
    )
    assert.equal((await gateOf(manager, meetingId)).isMet, true)
    await admin.call(materialRoutes.meetingInvoice.create, { body })
    await admin.call(materialRoutes.meetingInvoice.create, { body })
    const gate = await gateOf(manager, meetingId)
    assert.deepEqual([gate.stage, gate.isMet], ['closed', false])
  })

  it('GATE-3: nothing open needs no waiver, a refused one covers nothing, and lists show those within reach', async () => {
    const { meetingId } = await world.meeting({ invitationTitle: '邀请', invitationContent: '内容' })
    assert.equal(refusalOf(await ask(executor, meetingId, 'invitation')).error, 'WAIVER_NOT_NEEDED')
    const asked = await ask(executor, meetingId, 'agenda')
    assert.equal((await decide(admin, asked.data, 'refused')).data.status, 'refused')
    await setPolicy([{ stage: 'inviting', check: 'agenda', mode: 'block' }])
    assert.equal((await tryMove(meetingId, 'inviting')).status, 409)
    const listed = async (user: User) =>
      (await user.call(routes.listWaivers, { query: { meetingId } })).rows.map(({ waiverId }) => waiverId)
    assert.deepEqual(await listed(executor), [asked.data.waiverId])
    assert.deepEqual(await listed(await api.executor()), [])
    const unknown = await executor.attempt(routes.askWaiver, {
      body: { meetingId: 8_999_999_999_999_999, check: 'agenda', reason: '无' },
    })
    assert.deepEqual(refusalOf(unknown), { status: 404, error: 'NOT_FOUND', fields: ['meetingId'] })
  })
})
