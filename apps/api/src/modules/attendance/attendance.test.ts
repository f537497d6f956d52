// Engine: postgres
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { attendanceRoutes as routes, type HandMark } from '@consilium/contract/attendance/attendance.ts'
import { conferenceRoutes } from '@consilium/contract/attendance/conference.ts'
import { signInRoutes } from '@consilium/contract/attendance/sign-in.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { ownPaymentRoutes } from '@consilium/contract/payments/own-payments.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import type { Route } from '@consilium/contract/route.ts'
import { paperRoutes } from '@consilium/contract/signing/papers.ts'
import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import { freshPhone, SMS_CODE, startApi, type User, STAFF_NAMES } from '../../../test/harness.ts'
import { drawnSignature, openWorld, pdfText } from '../../../test/meeting-world.ts'
import { steppedClock } from '../../../test/movable-clock.ts'
import { plainPicture } from '../../../test/plain-picture.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const clock = steppedClock()
const api = await startApi({ clock, env: { TRUST_PROXY: '127.0.0.1' } })
after(() => api.close())
const world = await openWorld(api)
const { executor, manager } = world
/** A session ends after an hour without a call. */
const IDLE_MS = 50 * MINUTE_MS

/** Sets the clock forward while everybody stays logged in. */
async function advance(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= IDLE_MS) {
    clock.advance(Math.min(left, IDLE_MS))
    for (const user of [executor, manager, world.sponsor, world.rival])
      await user.call(profileRoutes.getInfo, {})
  }
}
/** An export of 腾讯会议 in GBK, with two lines above its titles. */
const GBK_EXPORT =
  'bbe1d2e9d6f7cce22cd0c4cba50abbe1d2e9bac52c3132330ad3c3bba7eac7b3c628c8ebbbe1eac7b3c6292ccad7b4cec8ebbbe1cab1bce42cd7eebaf3cdcbbbe1cab1bce42cc8ebbbe1b4cecafd2cc0dbbcc6b2cebbe1cab1b3a42cc9edb7dd0acdf588d2a3a8b1b1bea9d2bdd4baa3a92c323032362f31312f32302030393a30303a30302c323032362f31312f32302031303a30303a30302c312c3630b7d6d6d32cb2cebbe1b3c9d4b10a'
const PLACE = { latitude: 39.9042, longitude: 116.4074, accuracy: 20 }

/** An expert who is a person of its own. */
const person = () => world.expert({}, null)

const at = (ms: number) => clock.wire(new Date(clock.now().getTime() + ms))

/** A meeting that has begun so many minutes ago and lasts two hours. */
async function meetingSince(minutes: number) {
  const scheduleStartTime = at(-minutes * MINUTE_MS)
  const scheduleEndTime = at((120 - minutes) * MINUTE_MS)
  return world.meeting({ scheduleStartTime, scheduleEndTime, scheduleLocation: '北京国际会议中心' })
}

async function screenOf(meetingId: number) {
  const screen = await executor.call(routes.openScreen, { body: { meetingId } })
  return { ...screen, token: screen.url.split('/').at(-1)! }
}

interface Answer {
  status: number
  error: string | undefined
  data: Record<string, unknown>
}

/** A browser of somebody at the door: it keeps the ticket in its cookie. */
function guest(address = '203.0.113.7', token?: string) {
  let cookie = ''
  return async (route: Route, body: object): Promise<Answer> => {
    const response = await fetch(api.baseUrl + route.path, {
      method: route.method,
      headers: {
        'content-type': 'application/json',
        [SESSION_HEADER]: SESSION_IN_COOKIE,
        'x-forwarded-for': address,
        ...(cookie ? { cookie } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    })
    const [set] = response.headers.getSetCookie()
    if (set) cookie = set.split(';')[0]!
    const answer = (await response.json()) as { error?: string; data?: Record<string, unknown> }
    return { status: response.status, error: answer.error, data: answer.data ?? {} }
  }
}

async function screenAt(token: string): Promise<Answer> {
  const response = await fetch(api.baseUrl + signInRoutes.screen.path.replace('{token}', token))
  const answer = (await response.json()) as { error?: string; data?: Record<string, unknown> }
  return { status: response.status, error: answer.error, data: answer.data ?? {} }
}

const showing = async (token: string) => (await screenAt(token)).data

const codeOn = async (token: string) =>
  String((await showing(token))['url'])
    .split('/')
    .at(-1)!

type Guest = ReturnType<typeof guest>

/** Scans the screen and shows the code of the phone. */
async function comeIn(by: Guest, token: string, phone: string, scanned?: string): Promise<Answer> {
  assert.equal((await by(signInRoutes.open, { code: scanned ?? (await codeOn(token)) })).status, 200)
  assert.equal((await by(signInRoutes.sendCode, { phone })).status, 200)
  return by(signInRoutes.identify, { phone, smsCode: SMS_CODE })
}

const signIn = (by: Guest, more: object = {}) => by(signInRoutes.mark, { kind: 'in', ...more })

async function presences(meetingId: number, by: User = executor) {
  const { rows } = await by.call(routes.ofMeeting, { query: { meetingId } })
  return rows
}
const presenceOf = async (meetingId: number, attendeeId: number, by: User = executor) =>
  (await presences(meetingId, by)).find((row) => row.attendeeId === attendeeId)!

async function photoOf(by: User): Promise<number> {
  const bytes = await plainPicture(64, 64).png().toBuffer()
  const { fileId } = await by.call(fileRoutes.upload, {
    file: new File([new Uint8Array(bytes)], 'photo.png'),
  })
  return fileId
}

describe('signing in at the door', () => {
  let meetingId = 0
  let token = ''
  before(async () => {
    meetingId = (await meetingSince(10)).meetingId
    token = (await screenOf(meetingId)).token
  })

  it('ATD-1: a screen needs no login, shows no names, and its code changes every 30 seconds', async () => {
    const shown = await showing(token)
    assert.equal(shown['inCount'], 0)
    assert.match(String(shown['url']), /\/a\/[A-Z2-7]{10}$/)
    assert.ok(Number(shown['seconds']) >= 1 && Number(shown['seconds']) <= 30)
    await advance(Number(shown['seconds']) * SECOND_MS)
    assert.notEqual((await showing(token))['url'], shown['url'])
    const { phone, name } = await person()
    await world.attendee(meetingId, { phone })
    assert.ok(!JSON.stringify(await showing(token)).includes(name))
    assert.equal((await screenAt('x'.repeat(43))).error, 'SCREEN_ENDED')
  })

  it('ATD-1: a code is taken in its own step and in the two after it, and never later', async () => {
    // To the first second of a step, so that each advance is a whole step.
    await advance(Number((await showing(token))['seconds']) * SECOND_MS)
    const code = await codeOn(token)
    await advance(89 * SECOND_MS)
    assert.equal((await guest()(signInRoutes.open, { code })).status, 200)
    await advance(SECOND_MS)
    const late = await guest()(signInRoutes.open, { code })
    assert.deepEqual([late.status, late.error], [410, 'SIGN_IN_CODE_EXPIRED'])
    const guessed = await guest()(signInRoutes.open, { code: 'AAAAAAAAAA' })
    assert.equal(guessed.error, 'SIGN_IN_CODE_EXPIRED')
  })

  it('ATD-1: a ticket serves one phone, for ten minutes', async () => {
    const by = guest()
    const [first, second] = [await person(), await person()]
    assert.equal(
      (await comeIn(by, token, first.phone)).data['name'],
      `${first.name.slice(0, 1)}${'*'.repeat(first.name.length - 1)}`,
    )
    const other = await by(signInRoutes.sendCode, { phone: second.phone })
    assert.deepEqual([other.status, other.error], [409, 'SIGN_IN_TICKET_TAKEN'])
    const stranger = guest()
    const without = await stranger(signInRoutes.mark, { kind: 'in' })
    assert.deepEqual([without.status, without.error], [410, 'SIGN_IN_TICKET_EXPIRED'])
    const unproven = guest()
    await unproven(signInRoutes.open, { code: await codeOn(token) })
    assert.equal((await signIn(unproven)).error, 'SIGN_IN_PHONE_MISSING')
    await advance(10 * MINUTE_MS + SECOND_MS)
    assert.equal((await signIn(by)).error, 'SIGN_IN_TICKET_EXPIRED')
  })

  it('ATD-1: an ended screen and its codes are good for nothing', async () => {
    const screen = await screenOf(meetingId)
    const code = await codeOn(screen.token)
    const stranger = await world.rival.attempt(routes.endScreen, { params: { screenId: screen.screenId } })
    assert.equal(stranger.status, 404)
    await executor.call(routes.endScreen, { params: { screenId: screen.screenId } })
    assert.equal((await screenAt(screen.token)).error, 'SCREEN_ENDED')
    assert.equal((await guest()(signInRoutes.open, { code })).error, 'SIGN_IN_CODE_EXPIRED')
    assert.deepEqual(
      (await executor.call(routes.screens, { params: { meetingId } }))
        .map(({ screenId }) => screenId)
        .includes(screen.screenId),
      false,
    )
  })

  it('ATD-1: a meeting has at most ten screens, also of twenty that are opened at once', async () => {
    const crowded = await meetingSince(0)
    const { meetingId: id } = crowded
    const opened = await Promise.all(
      Array.from({ length: 20 }, () => executor.attempt(routes.openScreen, { body: { meetingId: id } })),
    )
    assert.equal(opened.filter(({ status }) => status === 200).length, 10)
    assert.ok(opened.every(({ status, error }) => status === 200 || error?.error === 'SCREENS_MANY'))
  })

  it('ATD-2: an invited expert is in with the code of the phone; metres are kept, the position is not', async () => {
    const setting = await executor.call(routes.setting, { params: { meetingId } })
    const { latitude, longitude } = PLACE
    await executor.call(routes.changeSetting, {
      body: { meetingId, version: setting.version, signature: 'required', latitude, longitude },
    })
    const stale = await executor.attempt(routes.changeSetting, {
      body: { meetingId, version: setting.version, signature: 'off', latitude: null, longitude: null },
    })
    assert.equal(stale.error?.error, 'STALE_RECORD')
    const expert = await person()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    const by = guest()
    assert.equal((await comeIn(by, token, expert.phone)).data['isIn'], false)
    assert.equal((await signIn(by)).error, 'SIGN_IN_SIGNATURE_MISSING')
    const near = { ...PLACE, latitude: PLACE.latitude + 0.001 }
    const done = await signIn(by, { position: near, handsign: drawnSignature(), device: 'phone-of-one' })
    assert.deepEqual([done.status, done.data['kind'], done.data['isRepeated']], [200, 'in', false])
    const again = await signIn(by, { position: near, handsign: drawnSignature() })
    assert.equal(again.data['isRepeated'], true)
    const presence = await presenceOf(meetingId, attendeeId)
    assert.equal(presence.marks.length, 1)
    assert.deepEqual([presence.marks[0]?.method, presence.marks[0]?.distance], ['code', 111])
    assert.match(presence.marks[0]?.signatureUrl ?? '', /^\//)
    const bySponsor = await presenceOf(meetingId, attendeeId, world.sponsor)
    assert.equal(bySponsor.marks[0]?.signatureUrl, null)
    assert.ok(!JSON.stringify(presence).includes('39.90'))
    assert.equal((await showing(token))['inCount'], 1)
  })

  it('ATD-2: an expert who is logged in needs no code, and an address without the header no ticket', async () => {
    const expert = await person()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    const by = guest('203.0.113.9', expert.token)
    const opened = await by(signInRoutes.open, { code: await codeOn(token) })
    assert.match(String(opened.data['name']), /\*/)
    assert.equal((await signIn(by, { handsign: drawnSignature(), position: PLACE })).status, 200)
    assert.equal((await presenceOf(meetingId, attendeeId)).marks[0]?.method, 'session')
    const forged = await fetch(`${api.baseUrl}${signInRoutes.mark.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `consilium_ticket=${'a'.repeat(43)}` },
      body: JSON.stringify({ kind: 'in' }),
    })
    assert.equal(forged.status, 410)
  })

  it('ATD-6: a guest is added once, also from two doors at once, without a fee and not before the audit', async () => {
    const phone = freshPhone()
    const guests = [guest('198.51.100.1'), guest('198.51.100.2')]
    for (const by of guests) assert.equal((await comeIn(by, token, phone)).data['isNew'], true)
    const unnamed = await signIn(guests[0]!, { handsign: drawnSignature(), position: PLACE })
    assert.equal(unnamed.error, 'SIGN_IN_NAME_MISSING')
    const both = await Promise.all(
      guests.map((by) => signIn(by, { name: '来宾甲', handsign: drawnSignature(), position: PLACE })),
    )
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    )
    const { rows } = await executor.call(attendeeRoutes.list, { query: { meetingId, name: '来宾甲' } })
    assert.deepEqual(
      rows.map(({ laborFee }) => laborFee),
      ['0.00'],
    )
    assert.equal((await presenceOf(meetingId, rows[0]!.attendeeId)).marks.length, 1)
  })

  it('ATD-6: who had declined and comes counts again', async () => {
    const soon = await meetingSince(-30)
    const screen = await screenOf(soon.meetingId)
    const expert = await person()
    const { attendeeId } = await world.attendee(soon.meetingId, { phone: expert.phone })
    await expert.call(attendeeRoutes.reply, { body: { attendeeId, reply: 'declined', reason: '门诊' } })
    const by = guest()
    await comeIn(by, screen.token, expert.phone)
    assert.equal((await signIn(by, { handsign: drawnSignature(), position: PLACE })).status, 200)
    const { attendance } = await executor.call(attendeeRoutes.get, { params: { attendeeId } })
    assert.equal(attendance, 'accepted')
  })
})

describe('when people sign in', () => {
  it('ATD-3: two hours before and after the meeting nobody is refused, a second outside everybody is', async () => {
    const start = 2 * HOUR_MS + MINUTE_MS
    const { meetingId } = await world.meeting({
      scheduleStartTime: at(start),
      scheduleEndTime: at(start + HOUR_MS),
    })
    const { token } = await screenOf(meetingId)
    assert.equal((await showing(token))['isOpen'], false)
    await advance(30 * SECOND_MS)
    assert.equal((await showing(token))['isOpen'], false)
    await advance(31 * SECOND_MS)
    assert.equal((await showing(token))['isOpen'], true)
    const expert = await person()
    await world.attendee(meetingId, { phone: expert.phone })
    const by = guest()
    await comeIn(by, token, expert.phone)
    assert.equal((await signIn(by)).status, 200)
    await advance(5 * HOUR_MS - 120 * SECOND_MS)
    const out = guest()
    await comeIn(out, token, expert.phone)
    assert.equal((await out(signInRoutes.mark, { kind: 'out' })).status, 200)
    const late = guest()
    await comeIn(late, token, expert.phone)
    await advance(121 * SECOND_MS)
    assert.equal((await signIn(late)).error, 'NOT_IN_WINDOW')
    assert.equal((await screenAt(token)).error, 'SCREEN_ENDED')
    const unscheduled = await world.meeting()
    const screen = await executor.attempt(routes.openScreen, { body: { meetingId: unscheduled.meetingId } })
    assert.equal(screen.error?.error, 'SIGN_IN_TIME_MISSING')
  })
})

describe('what is odd', () => {
  it('ATD-3: each signal puts a person to review, and the check of the gate stays open until somebody decides', async () => {
    const { meetingId } = await meetingSince(0)
    const { token } = await screenOf(meetingId)
    const setting = await executor.call(routes.setting, { params: { meetingId } })
    const { latitude, longitude } = PLACE
    await executor.call(routes.changeSetting, {
      body: { meetingId, version: setting.version, signature: 'off', latitude, longitude },
    })
    const far = { ...PLACE, latitude: PLACE.latitude + 0.0046 }
    const near = { ...PLACE, latitude: PLACE.latitude + 0.0044 }
    const people = await Promise.all(Array.from({ length: 6 }, () => person()))
    const attendees: { attendeeId: number }[] = []
    for (const { phone } of people) attendees.push(await world.attendee(meetingId, { phone }))
    const come = async (index: number, address: string, more: object) => {
      const by = guest(address)
      await comeIn(by, token, people[index]!.phone)
      assert.equal((await signIn(by, more)).status, 200)
    }
    await come(0, '203.0.113.1', {})
    await come(1, '203.0.113.1', { position: far })
    await come(2, '203.0.113.1', { position: near, device: 'shared' })
    await come(3, '203.0.113.1', { position: near, device: 'shared' })
    await advance(15 * MINUTE_MS)
    await come(4, '203.0.113.1', { position: near, device: 'own-4' })
    await advance(SECOND_MS)
    await come(5, '203.0.113.1', { position: near, device: 'own-5' })
    const flags = async (index: number) =>
      (await presenceOf(meetingId, attendees[index]!.attendeeId)).flags.join(' ')
    assert.deepEqual(
      [await flags(0), await flags(1), await flags(2), await flags(3), await flags(4), await flags(5)],
      ['NO_POSITION', 'FAR', 'DEVICE_SHARED', 'DEVICE_SHARED', '', 'LATE'],
    )
    const { rows, total } = await executor.call(routes.ofMeeting, {
      query: { meetingId, review: 'open' },
    })
    assert.deepEqual([rows.length, total], [5, 5])

    const admin = await api.admin()
    await admin.call(gateRoutes.createPolicy, {
      body: {
        validFrom: clock.today(),
        rules: [
          { stage: 'inviting', check: 'attendanceReviewed', mode: 'block' },
          { stage: 'inviting', check: 'signInSheet', mode: 'block' },
        ],
      },
    })
    const gate = async () =>
      (await executor.call(gateRoutes.get, { params: { meetingId } })).checks.find(
        ({ id }) => id === 'attendanceReviewed',
      )!
    assert.equal((await gate()).count, 5)
    const refused = await manager.attempt(meetingRoutes.changeStage, {
      body: { meetingId, currentStage: 'inviting' },
    })
    assert.equal(refused.error?.error, 'GATE_NOT_MET')

    const decide = (by: User, index: number, review: 'accepted' | 'rejected' = 'accepted') =>
      by.attempt(routes.review, {
        body: { attendeeId: attendees[index]!.attendeeId, review, reason: '现场核实' },
      })
    assert.equal((await decide(executor, 0)).status, 403)
    for (const index of [0, 1, 2, 3, 5]) assert.equal((await decide(manager, index)).status, 200)
    assert.equal((await decide(manager, 0)).error?.error, 'PRESENCE_NOT_OPEN')
    assert.deepEqual([(await gate()).count, (await gate()).met], [0, true])
    const sheet = (await executor.call(gateRoutes.get, { params: { meetingId } })).checks.find(
      ({ id }) => id === 'signInSheet',
    )!
    assert.equal(sheet.met, true, 'ATD-8: what people signed at the door is the sheet')
  })

  it('ATD-3: a code that is used from three networks is looked at, from two it is not', async () => {
    const { meetingId } = await meetingSince(0)
    const { token } = await screenOf(meetingId)
    const code = await codeOn(token)
    const come = async (address: string) => {
      const { phone } = await person()
      await world.attendee(meetingId, { phone })
      const by = guest(address)
      await comeIn(by, token, phone, code)
      assert.equal((await signIn(by)).status, 200)
    }
    await come('203.0.113.1')
    await come('203.0.113.200')
    await come('198.51.100.1')
    const flags = async () => (await presences(meetingId)).map((row) => row.flags.join(' '))
    assert.deepEqual(await flags(), ['', '', ''])
    await come('192.0.2.1')
    assert.deepEqual(await flags(), ['CODE_SPREAD', 'CODE_SPREAD', 'CODE_SPREAD', 'CODE_SPREAD'])
  })
})

describe('how long somebody was there', () => {
  it('ATD-4: minutes are the union of ins and outs within the meeting; without a sign-out there are none', async () => {
    const { meetingId } = await world.meeting({
      scheduleStartTime: at(10 * MINUTE_MS),
      scheduleEndTime: at(70 * MINUTE_MS),
    })
    const { token } = await screenOf(meetingId)
    const expert = await person()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    const mark = async (kind: 'in' | 'out') => {
      const by = guest()
      await comeIn(by, token, expert.phone)
      return by(signInRoutes.mark, { kind })
    }
    await mark('in')
    assert.equal((await presenceOf(meetingId, attendeeId)).minutes, null)
    await advance(30 * MINUTE_MS)
    assert.equal((await mark('out')).data['minutes'], 20)
    await advance(10 * MINUTE_MS)
    await mark('in')
    assert.equal((await presenceOf(meetingId, attendeeId)).minutes, null)
    await advance(40 * MINUTE_MS)
    // 10 of the 40 minutes lie after the end of the meeting, within its window.
    assert.equal((await mark('out')).data['minutes'], 50)
    assert.deepEqual((await presenceOf(meetingId, attendeeId)).flags, [])
  })

  it('ATD-4: who does not sign out, or leaves more than 15 minutes early, is looked at', async () => {
    const { meetingId } = await world.meeting({
      scheduleStartTime: at(0),
      scheduleEndTime: at(30 * MINUTE_MS),
    })
    const { token } = await screenOf(meetingId)
    const people = [await person(), await person(), await person()]
    const ids: number[] = []
    for (const { phone } of people) {
      ids.push((await world.attendee(meetingId, { phone })).attendeeId)
      const by = guest()
      await comeIn(by, token, phone)
      await signIn(by)
    }
    const leave = async (index: number) => {
      const by = guest()
      await comeIn(by, token, people[index]!.phone)
      await by(signInRoutes.mark, { kind: 'out' })
    }
    await advance(15 * MINUTE_MS - SECOND_MS)
    await leave(0)
    await advance(SECOND_MS)
    await leave(1)
    await advance(15 * MINUTE_MS + SECOND_MS)
    const flags = async () =>
      Promise.all(ids.map(async (id) => (await presenceOf(meetingId, id)).flags.join(' ')))
    assert.deepEqual(await flags(), ['LEFT_EARLY', '', ''])
    await advance(2 * HOUR_MS)
    assert.deepEqual(await flags(), ['LEFT_EARLY', '', 'NO_SIGN_OUT'])
  })
})

describe('what others enter', () => {
  const entry = (phone: string, ms: number, more: object = {}) => ({
    entryKey: randomUUID(),
    kind: 'in' as const,
    phone,
    time: at(ms),
    ...more,
  })

  it('ATD-7: what a device kept is recorded once, with its clock set right, whoever sends it how often', async () => {
    const { meetingId } = await meetingSince(30)
    const known = await person()
    await world.attendee(meetingId, { phone: known.phone })
    const expected = at(-10 * MINUTE_MS)
    const three = 3 * 24 * HOUR_MS
    const entries = [
      entry(known.phone, three - 10 * MINUTE_MS),
      entry(freshPhone(), three - 9 * MINUTE_MS, { name: '来宾乙' }),
      entry(freshPhone(), three - 8 * MINUTE_MS),
      entry(freshPhone(), three - 30 * HOUR_MS, { name: '来宾丙' }),
    ]
    const send = () =>
      executor.call(routes.sendEntries, { body: { meetingId, deviceTime: at(three), entries } })
    const both = await Promise.all([send(), send()])
    const outcomes = both.flat().map(({ outcome }) => outcome)
    assert.deepEqual(
      ['added', 'already', 'refused'].map((each) => outcomes.filter((outcome) => outcome === each).length),
      [2, 2, 4],
    )
    assert.match(both[0][2]!.reason ?? '', /请填写姓名/)
    assert.match(both[0][3]!.reason ?? '', /签到时间/)
    const rows = (await presences(meetingId)).filter(({ marks }) => marks.length > 0)
    assert.deepEqual(
      rows.map(({ marks }) => marks.length),
      [1, 1],
    )
    const { marks, flags: odd } = rows.find(({ name }) => name === known.name)!
    assert.deepEqual(
      [marks[0]?.clockOffset, marks[0]?.markTime, odd],
      [3 * 24 * 3600, expected, ['LATE', 'OFFLINE_CLOCK']],
    )
    assert.equal(
      (await world.rival.attempt(routes.sendEntries, { body: { meetingId, deviceTime: at(0), entries } }))
        .status,
      404,
    )
  })

  it('ATD-8: by hand needs a reason, a photo and a second person, and a correction keeps the former row', async () => {
    const { meetingId } = await meetingSince(60)
    const { phone } = await person()
    const { attendeeId } = await world.attendee(meetingId, { phone })
    const photoFileId = await photoOf(manager)
    const body = (more: Partial<HandMark> = {}): HandMark => ({
      attendeeId,
      kind: 'in',
      markTime: at(-59 * MINUTE_MS),
      reason: '手机没电',
      photoFileId,
      ...more,
    })
    assert.equal(
      (await manager.attempt(routes.recordByHand, { body: body({ markTime: at(MINUTE_MS) }) })).error?.error,
      'MARK_TIME_AHEAD',
    )
    assert.equal(
      (await manager.attempt(routes.recordByHand, { body: body({ photoFileId: 999 }) })).error?.error,
      'FILE_UNKNOWN',
    )
    const entered = await manager.call(routes.recordByHand, { body: body() })
    assert.deepEqual([entered.review, entered.flags], ['open', ['BY_HAND']])
    const decide = (by: User, review: 'accepted' | 'rejected') =>
      by.attempt(routes.review, { body: { attendeeId, review, reason: '照片可见' } })
    assert.equal((await decide(manager, 'accepted')).error?.error, 'PRESENCE_OWN_ENTRY')
    const second = await api.manager()
    const { data: accepted } = await decide(second, 'accepted')
    assert.deepEqual(
      [accepted.review, accepted.reviewReason, accepted.reviewedByName],
      ['accepted', '照片可见', STAFF_NAMES.manager],
    )
    assert.ok(accepted.reviewedTime !== null)
    const replaces = entered.marks[0]!.markId
    const corrected = await manager.call(routes.recordByHand, {
      body: body({ markTime: at(-58 * MINUTE_MS), replaces }),
    })
    assert.deepEqual([corrected.review, corrected.marks.length], ['open', 2])
    assert.equal(corrected.marks.find(({ markId }) => markId === replaces)?.replacedBy !== null, true)
    const twice = await manager.attempt(routes.recordByHand, { body: body({ replaces }) })
    assert.equal(twice.error?.error, 'MARK_REPLACED')
    assert.equal((await presenceOf(meetingId, attendeeId)).marks.length, 2)
    const sheet = await fetch(`${api.baseUrl}${routes.sheet.path}?meetingId=${meetingId}`, {
      headers: { authorization: `Bearer ${executor.token}` },
    })
    assert.deepEqual(
      [sheet.status, sheet.headers.get('content-type')?.includes('spreadsheetml')],
      [200, true],
    )
  })
})

describe('what a conference tool has counted', () => {
  const TITLES = '用户昵称（入会昵称）,首次入会时间,最后退会时间,入会次数,累计参会时长,身份'
  const fileOf = (bytes: string | Uint8Array<ArrayBuffer>) => new File([bytes], 'online.csv')
  const send = (meetingId: number, file: File, titles: object = {}) =>
    executor.attempt(conferenceRoutes.import, { query: { meetingId, ...titles }, file })
  const outcomes = async (...given: Parameters<typeof send>) =>
    (await send(...given)).data.map(({ outcome }) => outcome)

  /** A meeting that began an hour ago, with attendees of these names. */
  async function online(...names: string[]) {
    const { meetingId } = await world.meeting({
      scheduleStartTime: at(-HOUR_MS),
      scheduleEndTime: at(HOUR_MS),
    })
    const ids: number[] = []
    for (const name of names) {
      const { phone } = await person()
      ids.push((await world.attendee(meetingId, { phone, name })).attendeeId)
    }
    return { meetingId, ids }
  }
  const row = (nickname: string, from: number, to: number, counted = '') =>
    `${nickname},${at(from * MINUTE_MS)},${at(to * MINUTE_MS)},1,${counted},参会成员`

  it('ATD-5: rows of one person are united, namesakes and A&B wait for somebody, and the same file twice changes nothing', async () => {
    const { meetingId, ids } = await online('王堃', '李思', '赵武', '赵武')
    const lines = [
      '会议主题,心衰研讨',
      TITLES,
      row('王堃（北京医院）', -60, -20, '00:30:00'),
      row('王堃-手机', -40, 0, '40分钟'),
      row('赵武', -60, 0),
      row('李思&王堃', -60, -30),
      row('会务小张', -60, 0),
      row('李思', -400, -300),
      '李思,昨天,今天,1,,',
    ]
    const file = fileOf(lines.join('\n'))
    const first = await send(meetingId, file)
    assert.deepEqual(
      first.data.map(({ rowNumber, outcome, name }) => [rowNumber, outcome, name]),
      [
        [3, 'matched', '王堃'],
        [4, 'matched', '王堃'],
        [5, 'review', null],
        [6, 'review', null],
        [7, 'unknown', null],
        [8, 'refused', null],
        [9, 'refused', null],
      ],
    )
    assert.match(first.data[5]?.reason ?? '', /签到时间/)
    const counted = await presenceOf(meetingId, ids[0]!)
    // An hour in all, of which the tool counted 30 and 40 minutes.
    assert.deepEqual([counted.minutes, counted.marks.length], [60, 4])
    assert.deepEqual(await outcomes(meetingId, file), [
      ...Array.from({ length: 5 }, () => 'already'),
      'refused',
      'refused',
    ])
    assert.deepEqual(await presenceOf(meetingId, ids[0]!), counted)

    const { rows } = await executor.call(conferenceRoutes.rows, {
      query: { meetingId, state: 'review', orderByColumn: 'rowId', isAsc: 'asc' },
    })
    assert.equal(rows.length, 2)
    const settle = (rowId: number, attendeeIds: number[]) =>
      executor.attempt(conferenceRoutes.settle, { body: { rowId, attendeeIds } })
    const both = await Promise.all([settle(rows[0]!.rowId, [ids[2]!]), settle(rows[0]!.rowId, [ids[3]!])])
    assert.deepEqual(both.map(({ error }) => error?.error ?? 'settled').toSorted(), [
      'CONFERENCE_ROW_SETTLED',
      'settled',
    ])
    assert.equal((await settle(rows[1]!.rowId, [999])).error?.error, 'NOT_FOUND')
    assert.equal((await settle(rows[1]!.rowId, [ids[0]!, ids[1]!])).data.state, 'matched')
    assert.deepEqual(
      [(await presenceOf(meetingId, ids[0]!)).minutes, (await presenceOf(meetingId, ids[1]!)).minutes],
      [60, 30],
    )
    const rival = await world.rival.attempt(conferenceRoutes.import, { query: { meetingId }, file })
    assert.equal(rival.status, 404)
  })

  it('ATD-5: GBK, own titles and 5,000 rows are taken; one row more, other titles and a large file are told', async () => {
    const { meetingId, ids } = await online('王堃')
    const gbk = Buffer.from(GBK_EXPORT, 'hex')
    const [known] = (await send(meetingId, fileOf(new Uint8Array(gbk)))).data
    assert.deepEqual([known?.rowNumber, known?.nickname], [4, '王堃（北京医院）'])
    const own = `Name,Join,Leave\n王堃,${at(-30 * MINUTE_MS)},${at(0)}`
    const unknown = await send(meetingId, fileOf(own))
    assert.deepEqual([unknown.status, unknown.error?.error], [400, 'CONFERENCE_TITLES_MISSING'])
    assert.match(unknown.error?.msg ?? '', /昵称、入会时间、退会时间.*Name \| Join \| Leave/)
    assert.deepEqual(await executor.call(conferenceRoutes.titles, { file: fileOf(own) }), [
      'Name',
      'Join',
      'Leave',
    ])
    // The titles are those of the first row with three, and of the first row where none has as many.
    for (const [text, found] of [
      ['主题,周会\nName,Join,Leave\na,b,c,d', ['Name', 'Join', 'Leave']],
      ['主题,周会\nName,Join', ['主题', '周会']],
    ] as const)
      assert.deepEqual(await executor.call(conferenceRoutes.titles, { file: fileOf(text) }), found)
    const titles = { nickname: 'name', firstIn: 'Join', lastOut: 'Leave' }
    assert.deepEqual(await outcomes(meetingId, fileOf(own), titles), ['matched'])
    assert.equal((await presenceOf(meetingId, ids[0]!)).minutes, 30)
    const rows = (count: number) =>
      fileOf(
        [TITLES, ...Array.from({ length: count }, (_, index) => row(`观众${index}`, -60, -1))].join('\n'),
      )
    assert.equal((await outcomes(meetingId, rows(5000))).length, 5000)
    assert.equal((await send(meetingId, rows(5001))).error?.error, 'SHEET_TOO_MANY_ROWS')
    const large = fileOf(new Uint8Array(10 * 1024 * 1024 + 1).fill(0x20))
    assert.equal((await send(meetingId, large)).error?.error, 'BODY_TOO_LARGE')
  })
})

describe('what a fee is for', () => {
  /** An expert at a meeting of its own that lasts twelve minutes, whose signed agreement asks for so many minutes of it. */
  async function agreedFor(feeMinutes: number, stayed: number) {
    const { meetingId } = await world.meeting({
      scheduleStartTime: at(0),
      scheduleEndTime: at(12 * MINUTE_MS),
      scheduleLocation: '线上',
    })
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meetingId, {
      phone: expert.phone,
      laborFee: '3000',
      feeMinutes,
    })
    await world.sign(expert, attendeeId)
    await executor.attempt(sealRoutes.seal, { body: { attendeeIds: [attendeeId] } })
    await advance(13 * MINUTE_MS)
    const entries = (['in', 'out'] as const).map((kind) => ({
      entryKey: randomUUID(),
      kind,
      phone: expert.phone,
      time: at((kind === 'in' ? -13 : stayed - 13) * MINUTE_MS),
    }))
    await executor.call(routes.sendEntries, { body: { meetingId, deviceTime: at(0), entries } })
    return { meetingId, attendeeId, expert }
  }
  const obstaclesOf = async (meetingId: number) =>
    (await executor.call(paymentRoutes.due, { query: { meetingId } })).rows[0]?.obstacles
  const pay = (attendeeId: number) =>
    executor.attempt(paymentRoutes.record, { body: { attendeeId, paidDate: clock.today() } })

  it('ATD-4: a fee for more minutes than were attended is not payable where rules ask, until it is amended or waived', async () => {
    const amended = await agreedFor(12, 11)
    const waived = await agreedFor(11, 10)
    const long = await agreedFor(10, 10)
    assert.deepEqual(await obstaclesOf(amended.meetingId), [], 'nothing asks for attendance')
    const { laborProtocol } = await amended.expert.call(agreementRoutes.get, {
      params: { attendeeId: amended.attendeeId },
    })
    assert.match(laborProtocol ?? '', /参会时长为12分钟/)

    const admin = await api.admin()
    await admin.call(gateRoutes.createPolicy, {
      body: {
        validFrom: clock.today(),
        rules: [{ stage: 'closed', check: 'attendanceLong', mode: 'block' }],
      },
    })
    assert.deepEqual(await obstaclesOf(long.meetingId), [])
    assert.deepEqual(await obstaclesOf(amended.meetingId), ['attendanceShort'])
    for (const { attendeeId } of [amended, waived]) {
      const refused = await pay(attendeeId)
      assert.deepEqual([refused.status, refused.error?.error], [409, 'ATTENDANCE_SHORT'])
    }
    assert.equal((await pay(long.attendeeId)).status, 200)

    const { version } = await executor.call(attendeeRoutes.get, { params: amended })
    const change = { attendeeId: amended.attendeeId, version, feeMinutes: 11 }
    const unsaid = await executor.attempt(attendeeRoutes.update, { body: change })
    assert.equal(unsaid.error?.error, 'AMENDMENT_REASON_MISSING')
    const proposed = await executor.call(attendeeRoutes.update, {
      body: { ...change, reason: '提前一分钟离会' },
    })
    assert.deepEqual(
      [proposed.feeMinutes, proposed.amendment?.feeMinutes, proposed.amendment?.payableAmount],
      [12, 11, '3000.00'],
    )
    await amended.expert.call(agreementRoutes.contract, { body: { attendeeId: amended.attendeeId } })
    await world.requestCode(amended.expert, amended.attendeeId)
    await world.signDrawnUp(amended.expert, amended.attendeeId)
    await executor.attempt(sealRoutes.seal, { body: { attendeeIds: [amended.attendeeId] } })
    assert.equal((await pay(amended.attendeeId)).status, 200)
    const paid = await executor.attempt(attendeeRoutes.update, {
      body: { attendeeId: amended.attendeeId, version: proposed.version, feeMinutes: 5, reason: '更正' },
    })
    assert.equal(paid.error?.error, 'AGREEMENT_PAID')

    const { waiverId, version: asked } = await executor.call(gateRoutes.askWaiver, {
      body: { meetingId: waived.meetingId, check: 'attendanceLong', reason: '讲课已完整完成' },
    })
    assert.equal((await pay(waived.attendeeId)).error?.error, 'ATTENDANCE_SHORT', 'nobody has decided')
    await manager.call(gateRoutes.decideWaiver, {
      body: { waiverId, version: asked, status: 'approved', opinion: '同意' },
    })
    assert.equal((await pay(waived.attendeeId)).status, 200)
  })

  it('ATD-8 ATD-9 PAY-8: sheet, certificate and statement are signed, and their codes tell whether a file is theirs', async () => {
    const { meetingId, attendeeId, expert } = await agreedFor(10, 10)
    const file = async (by: User, path: string) => {
      const answer = await fetch(api.baseUrl + path, { headers: { authorization: `Bearer ${by.token}` } })
      return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) }
    }
    const hashBy = async (bytes: Uint8Array) => {
      const [, code = ''] = /verify\/([a-z2-9]{32})/.exec(pdfText(bytes)) ?? []
      const { data } = await manager.attempt(paperRoutes.verify, { params: { code } })
      return data
    }
    const ofAttendee = routes.certificate.path.replace('{attendeeId}', String(attendeeId))
    const certificate = await file(expert, ofAttendee)
    assert.match(pdfText(certificate.bytes), /参会证明.*参会时长10分钟/)
    assert.match(Buffer.from(certificate.bytes).toString('latin1'), /\/ByteRange/)
    assert.deepEqual(await hashBy(certificate.bytes), {
      kind: 'attendanceCertificate',
      issuedTime: clock.wire(),
      withdrawnTime: null,
      documentHash: createHash('sha256').update(certificate.bytes).digest('hex'),
    })
    assert.equal((await file(await person(), ofAttendee)).status, 404)

    const sheet = await file(executor, `${routes.sheetPdf.path}?meetingId=${meetingId}`)
    assert.match(pdfText(sheet.bytes), /会议签到表.*现场人员登记.*无需复核/)
    assert.equal((await hashBy(sheet.bytes)).kind, 'attendanceSheet')
    const all = await file(executor, `${routes.certificates.path}?meetingId=${meetingId}`)
    assert.equal(Buffer.from(all.bytes).subarray(0, 2).toString(), 'PK')
    const soon = await meetingSince(0)
    const none = await executor.attempt(routes.certificates, { query: { meetingId: soon.meetingId } })
    assert.equal(none.error?.error, 'PRESENCE_UNPROVEN')

    const year = Number(clock.today().slice(0, 4))
    const unpaid = await expert.call(ownPaymentRoutes.ofYear, { query: { year } })
    assert.deepEqual(
      [unpaid.pending.map(({ state }) => state), unpaid.entries, unpaid.payers],
      [['agreed'], [], []],
    )
    const empty = await expert.attempt(ownPaymentRoutes.statement, { query: { year } })
    assert.deepEqual([empty.status, empty.error?.error], [409, 'STATEMENT_EMPTY'])
    const { data: paid } = await pay(attendeeId)
    const own = await expert.call(ownPaymentRoutes.ofYear, { query: { year } })
    assert.deepEqual(
      [own.pending, own.entries.map(({ netAmount }) => netAmount), own.payers.map((each) => each.netAmount)],
      [[], [paid.netAmount], [paid.netAmount]],
    )
    const statement = await file(expert, `${ownPaymentRoutes.statement.path}?year=${year}`)
    assert.ok(pdfText(statement.bytes).includes(paid.netAmount))
    assert.equal((await hashBy(statement.bytes)).kind, 'paymentStatement')
    await executor.call(paymentRoutes.reverse, { body: { entryId: paid.entryId, reason: '退回' } })
    const reversed = await expert.call(ownPaymentRoutes.ofYear, { query: { year } })
    assert.deepEqual(
      [reversed.pending[0]?.state, reversed.entries.length, reversed.payers[0]?.netAmount],
      ['returned', 2, '0.00'],
    )
    const other = await expert.call(ownPaymentRoutes.ofYear, { query: { year: year - 1 } })
    assert.deepEqual(other.entries, [])
  })
})
