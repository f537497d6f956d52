// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { expertRoutes, type AuditStatus } from '@consilium/contract/experts/experts.ts'
import { MEETING_STAGES, meetingRoutes, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { SMS_CODE, type ExpertUser } from '../../../../test/harness.ts'
import { sharedApi } from '../../../../test/shared-api.ts'
import {
  drawnSignature,
  IDENTITY,
  openWorld,
  SCHEDULED,
  seasonClock,
} from '../../../../test/meeting-world.ts'

const api = await sharedApi({ after }, seasonClock)
const world = await openWorld(api)
const { executor, manager, rival } = world
const handsign = drawnSignature()

const read = (expert: ExpertUser, attendeeId: number) => expert.call(routes.get, { params: { attendeeId } })

/** The error of each step of the signing. */
async function refusals(expert: ExpertUser, attendeeId: number) {
  const steps = [
    await expert.attempt(routes.fill, { body: { attendeeId, ...IDENTITY } }),
    await expert.attempt(routes.contract, { body: { attendeeId } }),
    await expert.attempt(routes.sign, { body: { attendeeId, handsign, smsCode: SMS_CODE, consent: true } }),
  ]
  return steps.map(({ status, error }) => [status, error?.error])
}

const thrice = (error: string) => [
  [409, error],
  [409, error],
  [409, error],
]

async function audit({ expertId }: ExpertUser, auditStatus: AuditStatus): Promise<void> {
  const data = await manager.call(expertRoutes.get, { params: { expertId } })
  const body = { expertId, version: data.version, auditStatus }
  await manager.call(expertRoutes.update, { body })
}

async function move(meetingId: number, currentStage: MeetingStage, reason?: string): Promise<void> {
  const body = { meetingId, currentStage, reason: reason ?? null }
  await manager.call(meetingRoutes.changeStage, { body })
}

describe('SEC-10: who signs, and when', () => {
  it('an expert who is not approved signs nothing, and is asked for nothing', async () => {
    const { meetingId } = await world.meeting(SCHEDULED)
    const expert = await api.expert()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    const { obstacles, abilities } = await read(expert, attendeeId)
    assert.deepEqual([obstacles, abilities.fill], [['expertNotApproved'], false])
    assert.deepEqual(await refusals(expert, attendeeId), thrice('AGREEMENT_EXPERT_UNAPPROVED'))
    await world.approve(expert)
    await world.drawUp(expert, attendeeId)
    await audit(expert, 'rejected')
    assert.deepEqual(await refusals(expert, attendeeId), thrice('AGREEMENT_EXPERT_UNAPPROVED'))
    await audit(expert, 'approved')
    await world.signDrawnUp(expert, attendeeId)
    assert.deepEqual((await read(expert, attendeeId)).obstacles, [])
  })

  it('nothing is signed while the meeting is a draft, even after an earlier approval', async () => {
    const { meetingId } = await world.draft(SCHEDULED)
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    assert.deepEqual((await read(expert, attendeeId)).obstacles, ['meetingNotApproved'])
    assert.deepEqual(await refusals(expert, attendeeId), thrice('AGREEMENT_MEETING_UNAPPROVED'))
    assert.equal((await read(expert, attendeeId)).idCardNo, null)
    await move(meetingId, 'approved')
    const { total } = await expert.call(messageRoutes.list, { query: { kind: 'agreementReady' } })
    assert.equal(total, 1, 'told that it can be signed now')
    await world.drawUp(expert, attendeeId)
    await move(meetingId, 'draft', '须重新审批')
    assert.deepEqual(await refusals(expert, attendeeId), thrice('AGREEMENT_MEETING_UNAPPROVED'))
    const english = await api
      .as(expert.token, 'en')
      .attempt(routes.sign, { body: { attendeeId, handsign, smsCode: SMS_CODE, consent: true } })
    assert.match(english.error?.msg ?? '', /not been approved yet/)
    await move(meetingId, 'approved')
    await world.signDrawnUp(expert, attendeeId)
  })

  it('is possible at every stage from approved until before closed', async () => {
    const { meetingId } = await world.meeting(SCHEDULED)
    const late = await world.expert()
    const { attendeeId } = await world.attendee(meetingId, { phone: late.phone })
    for (const stage of MEETING_STAGES.slice(1, -1)) {
      if (stage !== 'approved') await move(meetingId, stage)
      assert.deepEqual((await read(late, attendeeId)).obstacles, [], stage)
    }
    await world.drawUp(late, attendeeId)
    await move(meetingId, 'closed')
    assert.deepEqual((await read(late, attendeeId)).obstacles, ['meetingClosed'])
    assert.deepEqual(await refusals(late, attendeeId), thrice('MEETING_CLOSED'))
  })
})

describe('COR-17: an invitation and its fee', () => {
  it('takes the fee of each expert, and asks for no personal data before a fee is set', async () => {
    const [paid, unpaid] = [await world.expert(), await world.expert()]
    const { meetingId } = await world.meeting({
      ...SCHEDULED,
      invitations: [{ expertId: paid.expertId, laborFee: '3000', laborForm: 'chair' }],
      expertIds: [paid.expertId, unpaid.expertId],
    })
    const { rows } = await executor.call(attendeeRoutes.list, { query: { meetingId } })
    const rowOf = ({ userId }: ExpertUser) => rows.find((row) => row.userId === userId)
    assert.equal(rows.length, 2)
    assert.deepEqual([rowOf(paid)?.laborFee, rowOf(paid)?.laborForm], ['3000.00', 'chair'])
    assert.deepEqual([rowOf(unpaid)?.laborFee, rowOf(unpaid)?.laborForm], ['0.00', 'lecture'])
    await world.sign(paid, rowOf(paid)?.attendeeId ?? 0)

    const { attendeeId = 0, version = 0 } = rowOf(unpaid) ?? {}
    assert.deepEqual((await read(unpaid, attendeeId)).obstacles, ['feeMissing'])
    assert.deepEqual(await refusals(unpaid, attendeeId), thrice('AGREEMENT_FEE_MISSING'))
    assert.equal((await read(unpaid, attendeeId)).bankName, null)
    const body = { attendeeId, version, laborFee: '2000' }
    await executor.call(attendeeRoutes.update, { body })
    const { rows: told } = await unpaid.call(messageRoutes.list, { query: { kind: 'agreementReady' } })
    assert.deepEqual(
      told.map(({ link, content }) => [link?.id, content.includes('2,000.00元')]),
      [[attendeeId, true]],
    )
    await world.sign(unpaid, attendeeId)
  })

  it('names invalid invitations, and then creates no meeting', async () => {
    const expert = await world.expert()
    const { expertId } = expert
    const body = { projectId: world.project.projectId, execUserId: executor.userId }
    const cases: [object, string][] = [
      [{ invitations: [{ expertId }] }, 'invitations.0.laborFee'],
      [{ invitations: [{ expertId, laborFee: '-1' }] }, 'invitations.0.laborFee'],
      [{ invitations: [{ expertId, laborFee: 1, laborForm: 'song' }] }, 'invitations.0.laborForm'],
      [
        {
          invitations: [
            { expertId, laborFee: 1 },
            { expertId, laborFee: 2 },
          ],
        },
        'invitations',
      ],
      [{ invitations: [{ expertId: 8_999_999_999, laborFee: 1 }] }, 'invitations'],
    ]
    for (const [given, field] of cases) {
      const refused = await manager.attempt(meetingRoutes.create, { body: { ...body, ...given } })
      assert.deepEqual([refused.status, refused.error?.details?.[0]?.field], [400, field])
    }
    const late = { ...body, scheduleStartTime: '2028-03-01 09:00:00' }
    const refused = await manager.attempt(meetingRoutes.create, {
      body: { ...late, invitations: [{ expertId, laborFee: 1 }] },
    })
    assert.deepEqual([refused.status, refused.error?.error], [422, 'FEE_RULE_MISSING'])
    assert.equal((await expert.call(attendeeRoutes.list, {})).total, 0)
  })
})

describe('COR-7: a meeting and who pays', () => {
  it('invites nobody before its executor is chosen, and keeps an executor while it has attendees', async () => {
    const expert = await world.expert()
    const invitations = [{ expertId: expert.expertId, laborFee: '1' }]
    for (const given of [{ invitations }, { expertIds: [expert.expertId] }]) {
      const body = { projectId: world.project.projectId, ...given }
      const refused = await manager.attempt(meetingRoutes.create, { body })
      const { error } = refused
      assert.deepEqual(
        [refused.status, error?.error, error?.details?.[0]?.field],
        [409, 'EXECUTOR_NOT_CHOSEN', 'execUserId'],
      )
    }
    const { meetingId, version, execUserId } = await world.draft({ execUserId: null })
    assert.equal(execUserId, null)
    const added = { body: { meetingId, phone: expert.phone, laborFee: '1' } }
    for (const user of [manager, executor]) {
      const refused = await user.attempt(attendeeRoutes.create, added)
      assert.deepEqual([refused.status, refused.error?.error], [409, 'EXECUTOR_NOT_CHOSEN'])
    }
    const chosen = { meetingId, version, execUserId: executor.userId }
    await executor.call(meetingRoutes.update, { body: chosen })
    await executor.call(attendeeRoutes.create, added)
    const taken = { meetingId, version: version + 1, execUserId: null }
    const refused = await manager.attempt(meetingRoutes.update, { body: taken })
    assert.deepEqual([refused.status, refused.error?.error], [409, 'EXECUTOR_NEEDED'])
    const handed = { ...taken, execUserId: rival.userId }
    assert.equal((await manager.call(meetingRoutes.update, { body: handed })).execUserId, rival.userId)
  })

  it('no agreement of an old meeting without an executor is drawn up or signed', async () => {
    const { meetingId } = await world.meeting(SCHEDULED)
    const [reader, filler] = [await world.expert(), await world.expert()]
    const drawn = await world.attendee(meetingId, { phone: reader.phone })
    const open = await world.attendee(meetingId, { phone: filler.phone })
    await world.drawUp(reader, drawn.attendeeId)
    // Set directly in the database, because no request leaves a meeting with attendees without an executor.
    await api.engine.pool.query('update meeting set exec_user_id = null where meeting_id = $1', [meetingId])
    for (const [expert, { attendeeId }] of [
      [reader, drawn],
      [filler, open],
    ] as const) {
      assert.deepEqual((await read(expert, attendeeId)).obstacles, ['payerMissing'])
      assert.deepEqual(await refusals(expert, attendeeId), thrice('AGREEMENT_PAYER_MISSING'))
    }
  })
})

describe('TRU-3: the name and number that are signed', () => {
  const OTHER_ID = '110101199003077651'

  it('TRU-3: another identity number sends the profile back to the audit, which shows the difference', async () => {
    const { meetingId } = await world.meeting(SCHEDULED)
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    const body = { attendeeId, ...IDENTITY, idCardNo: OTHER_ID, name: '李文柏' }
    const filled = await expert.call(routes.fill, { body })
    assert.deepEqual(filled.obstacles, ['expertNotApproved'])
    assert.deepEqual(await refusals(expert, attendeeId), thrice('AGREEMENT_EXPERT_UNAPPROVED'))
    const { expertId } = expert
    const seen = await manager.call(expertRoutes.get, { params: { expertId } })
    assert.deepEqual(
      [seen.auditStatus, seen.name, seen.auditDifference],
      [
        'pending',
        '李文柏',
        [
          { field: 'name', approved: expert.name, now: '李文柏' },
          { field: 'idCardNo', approved: '110105********002X', now: '110101********7651' },
        ],
      ],
    )
    const identity = await manager.call(expertRoutes.identity, { params: { expertId } })
    assert.deepEqual([identity.idCardNo, identity.auditedIdCardNo], [OTHER_ID, IDENTITY.idCardNo])
    await audit(expert, 'approved')
    assert.deepEqual((await manager.call(expertRoutes.get, { params: { expertId } })).auditDifference, [])
    await expert.call(routes.contract, { body: { attendeeId } })
    await world.requestCode(expert, attendeeId)
    await world.signDrawnUp(expert, attendeeId)
  })

  it('TRU-3: an identity number that was never audited is audited before anything is signed', async () => {
    const { meetingId } = await world.meeting(SCHEDULED)
    const expert = await api.expert()
    await audit(expert, 'approved')
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    const filled = await expert.call(routes.fill, { body: { attendeeId, ...IDENTITY } })
    assert.deepEqual(filled.obstacles, ['expertNotApproved'])
    await audit(expert, 'approved')
    await expert.call(routes.contract, { body: { attendeeId } })
    await world.requestCode(expert, attendeeId)
    await world.signDrawnUp(expert, attendeeId)
  })

  it('TRU-3: experts who change name or number of an approved profile are audited again; other fields are not', async () => {
    const expert = await world.expert()
    const me = await expert.call(expertRoutes.me, {})
    const moved = await expert.call(expertRoutes.updateMe, {
      body: { version: me.version, unit: '北方医院', idCardNo: IDENTITY.idCardNo, name: me.name },
    })
    assert.equal(moved.auditStatus, 'approved', 'the same number again is no change')
    const changed = await expert.call(expertRoutes.updateMe, {
      body: { version: moved.version, idCardNo: OTHER_ID },
    })
    assert.equal(changed.auditStatus, 'pending')
    assert.deepEqual(
      changed.auditDifference.map(({ field }) => field),
      ['idCardNo'],
    )
    await audit(expert, 'rejected')
    const { auditDifference } = await expert.call(expertRoutes.me, {})
    assert.equal(auditDifference.length, 1, 'what was rejected stays visible')
  })

  it('TRU-3: a contract that no longer bears the audited name is not signed, and can be corrected', async () => {
    const { meetingId } = await world.meeting(SCHEDULED)
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    await world.drawUp(expert, attendeeId)
    const { expertId } = expert
    const { version } = await manager.call(expertRoutes.get, { params: { expertId } })
    await manager.call(expertRoutes.update, { body: { expertId, version, name: '李文伯' } })
    const sign = { attendeeId, handsign, smsCode: SMS_CODE, consent: true as const }
    for (const refused of [
      await expert.attempt(routes.contract, { body: { attendeeId } }),
      await expert.attempt(routes.signCode, { body: { attendeeId } }),
      await expert.attempt(routes.sign, { body: sign }),
    ])
      assert.deepEqual([refused.status, refused.error?.error], [409, 'AGREEMENT_IDENTITY_DIFFERS'])
    await world.drawUp(expert, attendeeId)
    await world.signDrawnUp(expert, attendeeId)
    assert.equal((await read(expert, attendeeId)).name, '李文伯')
  })
})
