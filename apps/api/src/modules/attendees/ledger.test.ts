// Engine: postgres
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openArchive } from '@consilium/archive/open-archive.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes as routes } from '@consilium/contract/attendees/attendees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { overviewRoutes } from '@consilium/contract/overviews/overviews.ts'
import { sql } from 'kysely'
import { freshPhone, fullWidth } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'
import { until } from '../../../test/sms-gateway.ts'
import { SMS_OUTBOX_FILE } from '../../infra/channels/open-channels.ts'

const LINE_MAX = 200
const ATTENDEE_ROWS_MAX = 200
const SHEET_COLUMNS_MAX = 30
const SHEET_TITLES_MAX = 20
const NOTICES_PER_DAY_MAX = 3

const api = await sharedApi({ after }, seasonClock)
const world = await openWorld(api)
const { manager, executor, rival, sponsor } = world

const LIMITS = { entries: 10, entryBytes: 10_000_000, totalBytes: 50_000_000 }

/** Lines of the text messages that were sent, once none waits. */
async function textsSent(): Promise<string[]> {
  const waiting = () =>
    sql<{ state: string }>`
      select state from delivery where state = 'queued'
      union all select 'unread' from event e join event_reader r on r.reader = 'notices'
        where e.place is null or (e.place > r.place and e.name = 'message.raised')`.execute(api.db)
  await until(async () => (await waiting()).rows.length === 0, 'all text messages are sent')
  return (await readFile(join(api.dataDir, SMS_OUTBOX_FILE), 'utf8')).split('\n')
}

describe('the attendees of a meeting as a ledger', () => {
  it('WEB-21: its sums stand beside the budget, and are those of the list', async () => {
    const meeting = await world.meeting({ laborBudget: '20000' })
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meeting.meetingId, { phone: expert.phone, laborFee: '5000' })
    await world.attendee(meeting.meetingId, { laborFee: '830.55' })
    const query = { meetingId: meeting.meetingId }
    const before = await executor.call(routes.summary, { query })
    const { rows } = await executor.call(routes.list, { query })
    const cents = rows.map(({ netAmount }) => Math.round(Number(netAmount) * 100)).reduce((a, b) => a + b)
    assert.deepEqual(before, {
      meetingId: meeting.meetingId,
      attendeeCount: 2,
      signedCount: 0,
      toSignCount: 2,
      payableAmount: '5830.55',
      signedAmount: '0.00',
      netAmount: (cents / 100).toFixed(2),
      laborBudget: '20000.00',
    })
    await world.sign(expert, attendeeId)
    const later = await sponsor.call(routes.summary, { query })
    assert.deepEqual([later.signedCount, later.toSignCount, later.signedAmount], [1, 1, '5000.00'])
    const none = await world.meeting()
    const empty = await executor.call(routes.summary, { query: { meetingId: none.meetingId } })
    assert.deepEqual([empty.attendeeCount, empty.payableAmount, empty.laborBudget], [0, '0.00', null])
    assert.equal(refusalOf(await rival.attempt(routes.summary, { query })).error, 'NOT_FOUND')
  })

  it('WEB-31 WEB-41: says of pasted phones who is new and who is listed, in digits of either width', async () => {
    const { meetingId } = await world.meeting()
    const [listed, known] = [await world.expert(), await world.expert()]
    await world.attendee(meetingId, { phone: listed.phone })
    const fresh = freshPhone()
    const phones = [known.phone, fullWidth(listed.phone), fresh, fresh]
    assert.deepEqual(await executor.call(routes.known, { body: { meetingId, phones } }), [
      { phone: known.phone, hasAccount: true, isAttendee: false },
      { phone: listed.phone, hasAccount: true, isAttendee: true },
      { phone: fresh, hasAccount: false, isAttendee: false },
    ])
    const many = (count: number) => Array.from({ length: count }, () => fresh)
    const asked = (body: object) => executor.attempt(routes.known, { body } as never)
    assert.equal((await asked({ meetingId, phones: many(ATTENDEE_ROWS_MAX) })).status, 200)
    for (const wrong of [[], many(ATTENDEE_ROWS_MAX + 1), ['１３８']])
      assert.equal(refusalOf(await asked({ meetingId, phones: wrong })).error, 'VALIDATION_FAILED')
    assert.equal(
      refusalOf(await rival.attempt(routes.known, { body: { meetingId, phones } })).error,
      'NOT_FOUND',
    )
    const added = await executor.call(routes.create, {
      body: { meetingId, phone: fullWidth(fresh), name: '新专家', laborFee: '２，０００'.replace('，', '') },
    })
    assert.deepEqual([added.phone, added.laborFee], [fresh, '2000.00'])
  })

  it('WEB-21: reminds those who can sign, once in a while, also if two do so at once', async () => {
    const { meetingId } = await world.meeting()
    const [late, ready, signed] = [await world.expert(), await world.expert(), await world.expert()]
    const ids: number[] = []
    for (const [{ phone }, laborFee] of [
      [late, '0'],
      [ready, '3000'],
      [signed, '4000'],
    ] as const)
      ids.push((await world.attendee(meetingId, { phone, laborFee })).attendeeId)
    await world.sign(signed, ids[2]!)
    const sent = async () =>
      (await ready.call(messageRoutes.list, { query: { kind: 'agreementReady' } })).rows.filter(
        ({ link }) => link?.id === ids[1],
      ).length
    const earlier = await sent()
    const body = { attendeeIds: ids }
    const answers = await Promise.all([
      executor.call(routes.remind, { body }),
      executor.call(routes.remind, { body }),
    ])
    const outcomes = answers.map((answer) => answer.map(({ outcome }) => outcome))
    for (const [first, , third] of outcomes) assert.deepEqual([first, third], ['notDue', 'notDue'])
    const ofReady = outcomes.map(([, second]) => second)
    assert.deepEqual(new Set(ofReady), new Set(earlier === 0 ? ['recent', 'reminded'] : ['recent']))
    assert.equal(await sent(), 1)
    assert.equal(refusalOf(await rival.attempt(routes.remind, { body })).error, 'NOT_FOUND')
    const nobody = await executor.attempt(routes.remind, { body: { attendeeIds: [] } })
    assert.deepEqual(refusalOf(nobody).fields, ['attendeeIds'])
  })

  it('TRU-7 WEB-21 HSE-40: while a change of the fee waits, the agreement counts as unsigned wherever it is counted', async () => {
    const { meetingId } = await world.meeting()
    const expert = await world.expert()
    const { attendeeId, version } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '3000' })
    await world.sign(expert, attendeeId)
    const counted = async () => {
      const summary = await executor.call(routes.summary, { query: { meetingId } })
      const meeting = await executor.call(meetingRoutes.get, { params: { meetingId } })
      const own = await expert.call(routes.list, { query: { toSign: true } })
      const settled = await executor.call(routes.list, { query: { meetingId, toSign: false } })
      const waiting = await manager.call(routes.list, { query: { meetingId, toSign: true } })
      const { needs } = await expert.call(overviewRoutes.home, {})
      return {
        signed: [summary.signedCount, meeting.signedCount, settled.total],
        toSign: [summary.toSignCount, own.total, waiting.total, needs[0]?.count],
        sum: summary.signedAmount,
      }
    }
    const remind = async () =>
      (await executor.call(routes.remind, { body: { attendeeIds: [attendeeId] } })).map(
        ({ outcome }) => outcome,
      )
    assert.deepEqual(await counted(), { signed: [1, 1, 1], toSign: [0, 0, 0, 0], sum: '3000.00' })
    assert.deepEqual(await remind(), ['notDue'])
    const body = { attendeeId, version, laborFee: '4000', reason: '课时增加' }
    await executor.call(routes.update, { body })
    assert.deepEqual(await counted(), { signed: [0, 0, 0], toSign: [1, 1, 1, 1], sum: '0.00' })
    const proposals = async () =>
      (await expert.call(messageRoutes.list, { query: { kind: 'amendmentProposed' } })).total
    const age = (minutes: number) =>
      sql`update message set create_time = create_time - make_interval(mins => ${minutes})
        where kind = 'amendmentProposed' and user_id = ${expert.userId}`.execute(api.db)
    assert.deepEqual([await remind(), await proposals()], [['recent'], 1])
    await age(12 * 60 - 5)
    assert.deepEqual([await remind(), await proposals()], [['recent'], 1], 'within twelve hours')
    await age(5)
    assert.deepEqual([await remind(), await proposals()], [['reminded'], 2])
    await executor.call(routes.withdrawAmendment, { params: { attendeeId } })
    assert.deepEqual(await counted(), { signed: [1, 1, 1], toSign: [0, 0, 0, 0], sum: '3000.00' })
  })

  it('WEB-21: a reminder also comes by SMS, names no sum, and few come to one expert in a day', async () => {
    const expert = await world.expert()
    const attendeeIds: number[] = []
    for (let n = 0; n <= NOTICES_PER_DAY_MAX; n++) {
      const { meetingId } = await world.meeting()
      const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '3000' })
      attendeeIds.push(attendeeId)
    }
    const remind = () => executor.call(routes.remind, { body: { attendeeIds } })
    const outcomes = (await Promise.all([remind(), remind()])).map((told) =>
      told.map(({ outcome }) => outcome),
    )
    assert.deepEqual(
      new Set(outcomes.map((told) => told.join())),
      new Set([attendeeIds.map(() => 'reminded').join(), attendeeIds.map(() => 'recent').join()]),
    )
    const texts = (await textsSent()).filter((line) => line.startsWith(`${expert.phone} An agreement waits`))
    assert.equal(texts.length, NOTICES_PER_DAY_MAX)
    for (const text of texts)
      assert.ok(text.includes('Please log in') && !/3,?000/.test(text.slice(12)), text)
  })

  it('SEC-40: a meeting’s name brings no address, number or line of its own into a text message', async () => {
    const names: [string, string | null][] = [
      ['心血管论坛 2.0（20251120）', '心血管论坛 2.0（20251120）'],
      ['{url}', '{url}'],
      ['改期请看 https://evil.example/x', null],
      ['请访问 evil.example', null],
      ['请访问 ｗｗｗ．ｅｖｉｌ．ｅｘａｍｐｌｅ', null],
      ['请致电 13800138000', null],
    ]
    const told = new Map<string, string | null>()
    for (const [meetingName, shown] of names) {
      const expert = await world.expert()
      const { meetingId, version } = await world.meeting()
      await manager.call(meetingRoutes.update, { body: { meetingId, version, meetingName } })
      const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '3000' })
      await executor.call(routes.remind, { body: { attendeeIds: [attendeeId] } })
      told.set(expert.phone, shown)
    }
    const lines = (await textsSent()).filter((line) => told.has(line.split(' ')[0] ?? ''))
    for (const [phone, shown] of told) {
      const own = lines.filter((line) => line.startsWith(`${phone} An agreement waits for your signature`))
      assert.equal(own.length, 1)
      assert.ok(own[0]?.includes(`signature${shown === null ? '' : ` (${shown})`}. Please log in`), own[0])
    }
  })

  it('WEB-21: a sheet of experts is read as text, to be checked before anybody is added', async () => {
    const sheet = '\ufeff序号,姓名,手机号,备注\n\n1,丁专家,13900000001,\n2,,13900000002,讲者\n'
    const file = (text: string, name = '专家.csv') => new File([text], name)
    const rows = await executor.call(routes.readSheet, { file: file(sheet) })
    assert.deepEqual(rows, [
      { rowNumber: 1, cells: ['序号', '姓名', '手机号', '备注'] },
      { rowNumber: 3, cells: ['1', '丁专家', '13900000001'] },
      { rowNumber: 4, cells: ['2', '', '13900000002', '讲者'] },
    ])
    const wide = `${Array.from({ length: 60 }, () => `1${'长'.repeat(900)}`).join()}\n`
    const [row] = await executor.call(routes.readSheet, { file: file(wide) })
    assert.deepEqual([row?.cells.length, row?.cells[0]?.length], [SHEET_COLUMNS_MAX, LINE_MAX])
    const many = '13900000001\n'.repeat(ATTENDEE_ROWS_MAX + 1)
    const refused: [string, number, string][] = [
      [many, 413, 'SHEET_TOO_MANY_ROWS'],
      [`13900000001\n${'备注\n'.repeat(SHEET_TITLES_MAX + 1)}`, 413, 'SHEET_TOO_MANY_ROWS'],
      ['姓名,手机号\n', 400, 'SHEET_EMPTY'],
      ['%PDF-1.7 \u0000', 400, 'SHEET_NOT_READABLE'],
    ]
    for (const [text, status, error] of refused) {
      const answer = await executor.attempt(routes.readSheet, { file: file(text) })
      assert.deepEqual([answer.status, answer.error?.error], [status, error])
    }
    assert.equal((await sponsor.attempt(routes.readSheet, { file: file(sheet) })).status, 403)
  })

  it('WEB-21: the signed agreements come as one archive, byte for byte', async () => {
    const { meetingId } = await world.meeting()
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    const other = await world.attendee(meetingId)
    const query = { attendeeIds: [attendeeId, other.attendeeId].join() }
    const early = await executor.attempt(routes.agreements, { query })
    assert.equal(refusalOf(early).error, 'AGREEMENT_UNSIGNED')
    await world.sign(expert, attendeeId)
    const { bytes } = await executor.call(routes.agreements, { query })
    const entries = await openArchive(Buffer.from(bytes), LIMITS)
    assert.deepEqual(
      entries.map(({ name }) => name),
      [`劳务协议-${expert.name}-${attendeeId}.pdf`],
    )
    const document = await executor.call(agreementRoutes.pdf, { params: { attendeeId } })
    assert.deepEqual(await entries[0]!.read(), Buffer.from(document.bytes))
    assert.equal(refusalOf(await rival.attempt(routes.agreements, { query })).error, 'NOT_FOUND')
    const { laborBudget } = await manager.call(meetingRoutes.get, { params: { meetingId } })
    assert.equal(laborBudget, null)
  })
})
