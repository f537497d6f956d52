// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes as routes } from '@consilium/contract/attendees/attendees.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { meetingRoutes, MEETING_STAGES } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { PNG } from 'pngjs'
import { freshPhone, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { BANK_ACCOUNT, openWorld, seasonClock } from '../../../test/meeting-world.ts'

const api = await sharedApi({ after }, seasonClock)
const world = await openWorld(api)
const { manager, executor, rival, sponsor } = world
const supervisor = await api.person(executor, 'supervisor')
const meetingExecutor = await api.person(executor, 'meetingExecutor')
const { meetingId } = await world.meeting({
  scheduleStartTime: '2026-12-05 09:00:00',
  scheduleLocation: '北京国际会议中心',
})

const MASKED = '6222***********5678'

const fieldsOf = (reply: { error: { details?: { field: string }[] | undefined } | null }) =>
  reply.error?.details?.map(({ field }) => field)

async function uploadPhoto(user: User): Promise<number> {
  const file = new File([PNG.sync.write(new PNG({ width: 8, height: 8 }))], 'site.png', { type: 'image/png' })
  const data = await user.call(fileRoutes.upload, { file })
  return data.fileId
}

/** Takes an approved meeting to its last stage, one step after another. */
async function close(id: number): Promise<void> {
  for (const currentStage of MEETING_STAGES.slice(2))
    await manager.call(meetingRoutes.changeStage, { body: { meetingId: id, currentStage } })
}

describe('attendees: who may', () => {
  it('ATT-3: access needs a login, and only roles that run meetings change attendees', async () => {
    const body = { meetingId, phone: freshPhone(), name: '陈晨' }
    assert.equal((await api.anonymous.attempt(routes.list, {})).status, 401)
    assert.equal((await api.anonymous.attempt(routes.create, { body })).status, 401)
    for (const user of [sponsor, supervisor, await api.expert()]) {
      assert.equal((await user.attempt(routes.create, { body })).error?.error, 'FORBIDDEN')
      const update = { attendeeId: 1, version: 1 }
      assert.equal((await user.attempt(routes.update, { body: update })).status, 403)
      assert.equal((await user.attempt(routes.remove, { params: { attendeeId: '1' } })).status, 403)
    }
  })

  it('ATT-3: attendees of another executor’s meeting are not found', async () => {
    const attendee = await world.attendee(meetingId)
    const { attendeeId, version } = attendee
    const body = { meetingId, phone: freshPhone(), name: '陈晨' }
    const added = await rival.attempt(routes.create, { body })
    assert.equal(added.status, 404)
    assert.deepEqual(fieldsOf(added), ['meetingId'])
    assert.equal((await rival.attempt(routes.get, { params: { attendeeId } })).status, 404)
    assert.equal((await rival.attempt(routes.update, { body: { attendeeId, version } })).status, 404)
    assert.equal(
      (await rival.attempt(routes.remove, { params: { attendeeId: String(attendeeId) } })).status,
      404,
    )
    assert.equal((await rival.call(routes.list, { query: { meetingId } })).total, 0)
    const still = await executor.call(routes.get, { params: { attendeeId } })
    assert.equal(still.version, version)
  })

  it('ATT-7 AUT-4: an expert sees only its own attendee records', async () => {
    const [mine, others] = [await api.expert(), await api.expert()]
    const own = await world.attendee(meetingId, { phone: mine.phone })
    const other = await world.attendee(meetingId, { phone: others.phone })
    const elsewhere = await world.attendee((await world.meeting()).meetingId, { phone: mine.phone })
    const { rows, total } = await mine.call(routes.list, {})
    assert.equal(total, 2)
    assert.deepEqual(
      rows.map(({ attendeeId }) => attendeeId),
      [elsewhere.attendeeId, own.attendeeId],
    )
    const inMeeting = await mine.call(routes.list, { query: { meetingId } })
    assert.deepEqual(
      inMeeting.rows.map(({ userId }) => userId),
      [mine.userId],
    )
    assert.equal((await mine.attempt(routes.get, { params: { attendeeId: other.attendeeId } })).status, 404)
    const data = await mine.call(routes.get, { params: { attendeeId: own.attendeeId } })
    assert.deepEqual(data.abilities, {
      update: false,
      changeFee: false,
      withdrawAmendment: false,
      remove: false,
      sign: true,
      reply: true,
    })
  })

  it('ATT-1: sponsors and supervisors see neither phone, bank nor signature', async () => {
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, bankRegion: '上海市' })
    await world.sign(expert, attendeeId)
    for (const user of [sponsor, supervisor]) {
      const data = await user.call(routes.get, { params: { attendeeId } })
      assert.equal(data.phone, `${expert.phone.slice(0, 3)}****${expert.phone.slice(-4)}`)
      assert.deepEqual([data.bankRegion, data.handsign], [null, null])
      assert.deepEqual([data.laborProtocol, data.laborProtocolUrl], [null, null])
      assert.ok(!Object.values(data.abilities).includes(true))
      const digits = await user.call(routes.list, { query: { meetingId, phone: expert.phone.slice(2, 9) } })
      assert.equal(digits.total, 0, 'a filter does not tell the hidden digits')
      const shown = await user.call(routes.list, { query: { meetingId, phone: data.phone } })
      assert.ok(shown.rows.some((row) => row.attendeeId === attendeeId))
    }
    const data = await meetingExecutor.call(routes.get, { params: { attendeeId } })
    assert.equal(data.phone, expert.phone)
    assert.equal(data.laborProtocolUrl, `/api/business/laborAgreement/${attendeeId}/pdf`)
    const headers = { authorization: `Bearer ${meetingExecutor.token}` }
    const image = await fetch(new URL(data.handsign ?? '', api.baseUrl), { headers })
    assert.equal(image.headers.get('content-type'), 'image/png')
  })
})

describe('attendees: adding', () => {
  it('ATT-1 ATT-2 ATT-4 SVC-5: by the phone of an expert, whose profile supplies omitted fields', async () => {
    const expert = await world.expert({ name: '王堃' })
    const body = {
      meetingId,
      phone: expert.phone,
      title: '教授',
      department: null,
      laborForm: 'chair',
      laborFee: 5000,
      summary: '主持上午场',
    } as const
    const data = await executor.call(routes.create, { body })
    const { name, phone, unit, department, title, userId, expertId } = data
    assert.deepEqual(
      { name, phone, unit, department, title, userId, expertId },
      {
        name: '王堃',
        phone: expert.phone,
        unit: '首都医院',
        department: null,
        title: '教授',
        userId: expert.userId,
        expertId: expert.expertId,
      },
    )
    assert.deepEqual(
      [
        data.laborFee,
        data.payableAmount,
        data.vatAmount,
        data.surchargeAmount,
        data.incomeTax,
        data.netAmount,
      ],
      ['5000.00', '5000.00', '49.50', '2.97', '792.08', '4155.45'],
    )
    assert.equal(data.feeRuleVersion, 'iit-2019-01+vat-2026-01-r3')
    assert.equal(data.vatAndSurcharges, '52.47')
    assert.deepEqual(
      [data.laborForm, data.summary, data.signatureStatus, data.agreementStep, data.scheduleLocation],
      ['chair', '主持上午场', 'unsigned', 'fill', '北京国际会议中心'],
    )
    assert.deepEqual(data.abilities, {
      update: true,
      changeFee: true,
      withdrawAmendment: false,
      remove: true,
      sign: false,
      reply: false,
    })
  })

  it('ATT-4 ACC-3: an unknown phone gets an account that must change its password', async () => {
    const phone = freshPhone()
    const body = { meetingId, phone, name: '欧阳喆', unit: '北方医院', bankRegion: '天津市' }
    const data = await executor.call(routes.create, { body })
    assert.deepEqual(
      [data.name, data.unit, data.bankRegion, data.laborForm],
      ['欧阳喆', '北方医院', '天津市', 'lecture'],
    )
    const login = await api.anonymous.call(accountRoutes.login, {
      body: { username: phone, password: phone },
    })
    assert.deepEqual([login.roleType, login.mustChangePassword], ['doctor', true])
    const expert = await api.firstLogin(phone, phone)
    assert.equal((await expert.call(routes.list, {})).rows[0]?.attendeeId, data.attendeeId)
  })

  it('ATT-4: an unknown phone without a name creates nothing', async () => {
    const phone = freshPhone()
    const refused = await executor.attempt(routes.create, { body: { meetingId, phone } })
    assert.equal(refused.error?.error, 'VALIDATION_FAILED')
    assert.deepEqual(fieldsOf(refused), ['name'])
    const { rows } = await api.engine.pool.query('select from sys_user where phone = $1', [phone])
    assert.equal(rows.length, 0)
  })

  it('ATT-4: the phone of an account that is no expert is refused', async () => {
    const refused = await executor.attempt(routes.create, {
      body: { meetingId, phone: rival.phone, name: '陈晨' },
    })
    assert.equal(refused.error?.error, 'PHONE_NOT_EXPERT')
    assert.deepEqual(fieldsOf(refused), ['phone'])
  })

  it('ATT-5: an attendee is added once; the second time is refused with a readable message', async () => {
    const expert = await api.expert()
    await world.attendee(meetingId, { phone: expert.phone })
    const body = { meetingId, phone: expert.phone }
    const refused = await executor.attempt(routes.create, { body })
    assert.equal(refused.status, 409)
    assert.equal(refused.error?.code, 601)
    assert.equal(refused.error?.error, 'ATTENDEE_EXISTS')
    assert.equal(refused.error?.msg, '该专家已在参会名单中，无需重复添加')
    assert.deepEqual(fieldsOf(refused), ['phone'])
    const english = await api.as(executor.token, 'en').attempt(routes.create, { body })
    assert.match(english.error?.msg ?? '', /already on the attendee list/)
    assert.equal((await expert.call(routes.list, {})).total, 1)
    assert.equal((await expert.call(messageRoutes.list, {})).total, 1, 'the refused one tells nobody')
  })

  it('ATT-6: the new attendee is told, with a link to its row', async () => {
    const expert = await api.expert()
    const { attendeeId, meetingName } = await world.attendee(meetingId, { phone: expert.phone })
    const { rows } = await expert.call(messageRoutes.list, {})
    assert.equal(rows.length, 1)
    assert.equal(rows[0]?.kind, 'meetingInvitation')
    assert.deepEqual(rows[0]?.link, { resource: 'meetingAttendee', id: attendeeId })
    assert.ok(rows[0]?.title.includes(meetingName))
    assert.ok(rows[0]?.content.includes('北京国际会议中心'))
  })

  it('MTG-6: experts named when a meeting is created are invited without a fee', async () => {
    const expert = await api.expert()
    const created = await world.meeting({
      expertIds: [expert.expertId],
      scheduleStartTime: '2028-03-01 09:00:00',
    })
    const { rows } = await executor.call(routes.list, { query: { meetingId: created.meetingId } })
    assert.equal(rows.length, 1)
    assert.deepEqual(
      [rows[0]?.userId, rows[0]?.laborForm, rows[0]?.laborFee, rows[0]?.netAmount, rows[0]?.unit],
      [expert.userId, 'lecture', '0.00', '0.00', '首都医院'],
    )
    assert.equal((await expert.call(messageRoutes.list, {})).rows[0]?.kind, 'meetingInvitation')
  })

  it('ATT-2: fees follow the day of payment and the executor’s own surcharge rate', async () => {
    const organization = await manager.call(organizationRoutes.get, {
      params: { orgId: executor.orgId },
    })
    const { version } = organization
    await manager.call(organizationRoutes.update, {
      body: { orgId: executor.orgId, version, surchargeRate: '0.035' },
    })
    const past = await world.meeting({ scheduleStartTime: '2020-01-01 09:00:00' })
    const cheap = await world.attendee(past.meetingId)
    assert.deepEqual(
      [cheap.surchargeAmount, cheap.netAmount],
      ['1.73', '4156.69'],
      'paid today, not in the past',
    )
    await manager.call(organizationRoutes.update, {
      body: { orgId: executor.orgId, version: version + 1, surchargeRate: null },
    })

    const late = await world.meeting({ scheduleStartTime: '2028-01-01 09:00:00' })
    const expert = await api.expert()
    const body = { meetingId: late.meetingId, phone: expert.phone, laborFee: '5000' }
    const refused = await executor.attempt(routes.create, { body })
    assert.equal(refused.error?.error, 'FEE_RULE_MISSING')
    assert.match(refused.error?.msg ?? '', /2028-01-01/)
    assert.equal((await expert.call(routes.list, {})).total, 0, 'nothing half-written')
  })

  it('ATT-3: invalid fields are named', async () => {
    const good = { meetingId, phone: freshPhone(), name: '陈晨' }
    const cases: [Record<string, unknown>, string][] = [
      [{ phone: '23800138000' }, 'phone'],
      [{ name: ' ' }, 'name'],
      [{ laborFee: '-1' }, 'laborFee'],
      [{ laborFee: '1.005' }, 'laborFee'],
      [{ laborFee: '10000000' }, 'laborFee'],
      [{ laborForm: 'singing' }, 'laborForm'],
      [{ onSitePhotos: ['x'] }, 'onSitePhotos.0'],
      [{ signatureStatus: 'signed' }, 'signatureStatus'],
      [{ summary: 'x'.repeat(2001) }, 'summary'],
    ]
    for (const [change, field] of cases) {
      const response = await api.raw('/business/meetingAttendee', {
        method: 'POST',
        token: executor.token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...good, ...change }),
      })
      assert.equal(response.status, 400, field)
      const answer = (await response.json()) as { details: { field: string }[] }
      assert.deepEqual(
        answer.details.map((detail) => detail.field),
        [field],
      )
    }
  })
})

describe('attendees: the agreement', () => {
  it('COR-23 ATT-1: the record has the contract’s text once it is drawn up, and its address once it is signed', async () => {
    const expert = await world.expert()
    const { attendeeId, ...added } = await world.attendee(meetingId, { phone: expert.phone })
    assert.deepEqual([added.laborProtocol, added.laborProtocolUrl], [null, null])
    await world.drawUp(expert, attendeeId)
    const agreement = await expert.call(agreementRoutes.get, { params: { attendeeId } })
    // Who is about to sign reads the account in full; the record masks it for everybody.
    const text = agreement.laborProtocol?.replace(BANK_ACCOUNT, MASKED)
    assert.notEqual(text, agreement.laborProtocol)
    const read = (user: User) => user.call(routes.get, { params: { attendeeId } })
    for (const user of [expert, executor, manager]) {
      const { laborProtocol, laborProtocolUrl } = await read(user)
      assert.deepEqual([laborProtocol, laborProtocolUrl], [text, null])
    }
    await world.signDrawnUp(expert, attendeeId)
    const { laborProtocol, laborProtocolUrl } = await read(expert)
    assert.equal(laborProtocol, text)
    const path = laborProtocolUrl?.replace('/api', '') ?? ''
    const document = await api.raw(path, { token: expert.token })
    assert.equal(document.headers.get('content-type'), 'application/pdf')
    const { rows } = await executor.call(routes.list, { query: { meetingId, phone: expert.phone } })
    assert.deepEqual([rows[0]?.laborProtocol, rows[0]?.laborProtocolUrl], [null, laborProtocolUrl])
  })
})

describe('attendees: lists', () => {
  it('ATT-3: filters, order and pages', async () => {
    const list = await world.meeting()
    const rows = [
      { name: '张一', unit: '甲医院', laborFee: '100', laborForm: 'lecture' },
      { name: '张二', unit: '乙医院', laborFee: '3000', laborForm: 'chair' },
      { name: '李三', unit: '甲%医院', laborFee: '20000', laborForm: 'review' },
    ] as const
    const added = []
    for (const row of rows) added.push(await world.attendee(list.meetingId, row))
    const names = async (query: object) => {
      const reply = await executor.attempt(routes.list, { query: { meetingId: list.meetingId, ...query } })
      assert.equal(reply.status, 200)
      return reply.data.rows.map(({ name }) => name).join(' ')
    }
    assert.equal(await names({}), '李三 张二 张一')
    assert.equal(await names({ name: '张' }), '张二 张一')
    assert.equal(await names({ unit: '甲%' }), '李三')
    assert.equal(await names({ laborForm: 'chair' }), '张二')
    assert.equal(await names({ phone: added[0]?.phone.slice(3) }), '张一')
    assert.equal(await names({ signatureStatus: 'signed' }), '')
    assert.equal(await names({ orderByColumn: 'payableAmount', isAsc: 'asc' }), '张一 张二 李三')
    assert.equal(
      await names({ orderByColumn: 'payableAmount', isAsc: 'asc', pageSize: 2, pageNum: 2 }),
      '李三',
    )
    const time = added[0]?.createTime ?? ''
    assert.ok((await names({ 'params[endTime]': time })).endsWith('张一'), 'the second is included as shown')
    assert.equal(await names({ 'params[endTime]': '2020-01-01 00:00:00' }), '')
    assert.equal((await executor.call(routes.list, { query: { meetingId: 8_999_999_999 } })).total, 0)
  })

  it('ATT-7 ATT-3: an expert lists upcoming and past meetings separately, in order of time', async () => {
    const expert = await api.expert()
    const attend = async (given: Parameters<typeof world.meeting>[0]) => {
      const meeting = await world.meeting(given)
      await world.attendee(meeting.meetingId, { phone: expert.phone })
      return meeting
    }
    const later = await attend({ scheduleStartTime: '2026-12-24 09:00:00' })
    const early = await attend({ scheduleStartTime: '2026-11-20 00:30:00' })
    const open = await attend({})
    const over = await attend({ scheduleStartTime: '2026-11-19 23:59:59' })
    const running = await attend({
      scheduleStartTime: '2026-11-19 09:00:00',
      scheduleEndTime: '2026-11-20 12:00:00',
    })
    const closed = await attend({ scheduleStartTime: '2026-12-01 09:00:00' })
    await close(closed.meetingId)
    const ids = async (query: object) => {
      const order = { orderByColumn: 'scheduleStartTime', isAsc: 'asc' } as const
      const { rows } = await expert.call(routes.list, { query: { ...order, ...query } })
      return rows.map(({ meetingId: id }) => id)
    }
    const upcoming = [running, early, later, open].map(({ meetingId: id }) => id)
    assert.deepEqual(await ids({ isUpcoming: 'true' }), upcoming)
    assert.deepEqual(await ids({ isUpcoming: 'false' }), [over.meetingId, closed.meetingId])
    assert.deepEqual(await ids({ meetingName: later.meetingName.slice(1, 3) }), await ids({}))
    assert.deepEqual(await ids({ meetingName: 'nowhere' }), [])
  })
})

describe('attendees: changing', () => {
  it('ATT-2 ATT-3: omitted fields stay, null clears a field, and the fee is recomputed', async () => {
    const { attendeeId, version } = await world.attendee(meetingId, { summary: '讲课', bankRegion: '上海市' })
    const body = { attendeeId, version, unit: null, laborFee: '30000', laborForm: 'review' } as const
    const data = await executor.call(routes.update, { body })
    assert.deepEqual(
      [data.unit, data.summary, data.bankRegion, data.laborForm, data.version],
      [null, '讲课', '上海市', 'review', version + 1],
    )
    assert.deepEqual(
      [data.payableAmount, data.vatAmount, data.surchargeAmount, data.incomeTax, data.netAmount],
      ['30000.00', '297.03', '17.83', '5128.71', '24556.43'],
    )
    const stale = await executor.attempt(routes.update, { body: { ...body, laborFee: '1' } })
    assert.equal(stale.error?.error, 'STALE_RECORD')
    const still = await executor.call(routes.get, { params: { attendeeId } })
    assert.equal(still.laborFee, '30000.00')
  })

  it('ATT-2: on-site photos are files that the caller uploaded', async () => {
    const { attendeeId, version } = await world.attendee(meetingId)
    const [own, foreign] = [await uploadPhoto(executor), await uploadPhoto(rival)]
    const refused = await executor.attempt(routes.update, {
      body: { attendeeId, version, onSitePhotos: [own, foreign] },
    })
    assert.equal(refused.error?.error, 'FILE_UNKNOWN')
    assert.deepEqual(fieldsOf(refused), ['onSitePhotos'])
    const data = await executor.call(routes.update, {
      body: { attendeeId, version, onSitePhotos: [own] },
    })
    assert.deepEqual(data.onSitePhotos, [own])
    const photo = await fetch(new URL(data.onSitePhotoUrls[0] ?? '', api.baseUrl))
    assert.equal(photo.status, 200)
    const kept = await meetingExecutor.attempt(routes.update, {
      body: { attendeeId, version: version + 1, onSitePhotos: [own] },
    })
    assert.equal(kept.status, 200, 'a photo that is there already may stay, whoever uploaded it')
  })

  it('COR-24 ATT-2: every on-site photo must be a picture, not one of them alone', async () => {
    const { attendeeId, version } = await world.attendee(meetingId)
    const photo = await uploadPhoto(executor)
    const file = new File(['%PDF-1.7\n1 0 obj\n%%EOF\n'], 'notes.pdf', { type: 'application/pdf' })
    const { fileId: paper } = await executor.call(fileRoutes.upload, { file })
    for (const onSitePhotos of [[paper], [photo, paper], [paper, photo]]) {
      const refused = await executor.attempt(routes.update, { body: { attendeeId, version, onSitePhotos } })
      assert.deepEqual(
        [refused.error?.error, fieldsOf(refused)],
        ['FILE_TYPE_REFUSED', ['onSitePhotos']],
        onSitePhotos.join(),
      )
    }
    const { onSitePhotos } = await executor.call(routes.get, { params: { attendeeId } })
    assert.deepEqual(onSitePhotos, [])
  })

  it('ATT-8: after signing, the labor form and the bank region are fixed; everything else can be changed', async () => {
    const expert = await world.expert()
    const { attendeeId, version } = await world.attendee(meetingId, { phone: expert.phone })
    await world.sign(expert, attendeeId)
    for (const change of [{ laborForm: 'chair' as const }, { bankRegion: '上海市' }]) {
      const refused = await executor.attempt(routes.update, { body: { attendeeId, version, ...change } })
      assert.equal(refused.error?.error, 'AGREEMENT_SIGNED')
    }
    const data = await executor.call(routes.update, {
      body: { attendeeId, version, laborFee: 5000, laborForm: 'lecture', summary: '已完成' },
    })
    assert.deepEqual([data.summary, data.version, data.signatureStatus], ['已完成', version + 1, 'signed'])
    assert.deepEqual(data.abilities, {
      update: true,
      changeFee: true,
      withdrawAmendment: false,
      remove: false,
      sign: false,
      reply: false,
    })
  })

  it('ATT-3: only an administrator changes attendees of a closed meeting', async () => {
    const closed = await world.meeting()
    const { attendeeId, version } = await world.attendee(closed.meetingId)
    await close(closed.meetingId)
    const body = { meetingId: closed.meetingId, phone: freshPhone(), name: '陈晨' }
    assert.equal((await executor.attempt(routes.create, { body })).error?.error, 'MEETING_CLOSED')
    const change = { attendeeId, version, summary: '补记' }
    assert.equal((await executor.attempt(routes.update, { body: change })).error?.error, 'MEETING_CLOSED')
    const params = { attendeeId: String(attendeeId) }
    assert.equal((await executor.attempt(routes.remove, { params })).error?.error, 'MEETING_CLOSED')
    const data = await executor.call(routes.get, { params: { attendeeId } })
    assert.ok(!Object.values(data.abilities).includes(true))
    const admin = await api.admin()
    assert.equal((await admin.call(routes.update, { body: change })).summary, '补记')
  })
})

describe('attendees: removing', () => {
  it('ATT-3: all of them or none', async () => {
    const [expert, other] = [await world.expert(), await world.expert()]
    const signed = await world.attendee(meetingId, { phone: expert.phone })
    const unsigned = await world.attendee(meetingId, { phone: other.phone })
    await world.sign(expert, signed.attendeeId)
    const both = { attendeeId: `${unsigned.attendeeId},${signed.attendeeId}` }
    assert.equal((await executor.attempt(routes.remove, { params: both })).error?.error, 'AGREEMENT_SIGNED')
    const unknown = { attendeeId: `${unsigned.attendeeId},8999999999` }
    assert.equal((await executor.attempt(routes.remove, { params: unknown })).status, 404)
    assert.equal((await other.call(routes.list, {})).total, 1)
    const params = { attendeeId: String(unsigned.attendeeId) }
    assert.equal((await executor.attempt(routes.remove, { params })).status, 200)
    assert.equal((await other.call(routes.list, {})).total, 0)
    assert.equal((await executor.attempt(routes.remove, { params })).status, 404)
    const again = await world.attendee(meetingId, { phone: other.phone })
    assert.notEqual(again.attendeeId, unsigned.attendeeId)
  })
})
