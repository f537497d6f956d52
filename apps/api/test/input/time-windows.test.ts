// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { calendarRoutes } from '@consilium/contract/calendars/calendars.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { generateSync } from 'otplib'
import { createClock } from '../../src/infra/clock.ts'
import { SMS_CODE, TIME_ZONE, freshName, freshPhone, startApi, type User } from '../harness.ts'
import { openWorld } from '../meeting-world.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const STEP_MS = 30 * SECOND_MS

/** It stands still, so that a test reaches both edges of a window to the second. */
let time = Date.parse('2026-11-20T03:00:00Z')
const clock = createClock(TIME_ZONE, () => new Date(time))
const pass = (ms: number) => void (time += ms)

const api = await startApi({ clock })
after(() => api.close())

const login = (user: User, password = user.password) =>
  api.anonymous.attempt(accountRoutes.login, { body: { username: user.userName, password } })
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(time / SECOND_MS) })

async function enrolled(): Promise<{ user: User; secret: string }> {
  const user = await api.leader()
  const { secret } = await user.call(secondFactorRoutes.beginTotp, {})
  await user.call(secondFactorRoutes.confirmTotp, { body: { code: codeOf(secret) } })
  // A code is taken once.
  pass(2 * STEP_MS)
  return { user, secret }
}

async function challengeOf(user: User): Promise<string> {
  const { data } = await login(user)
  assert.ok(data.secondFactor)
  return data.secondFactor.challenge
}

const answer = (challenge: string, code: string) =>
  api.anonymous.attempt(secondFactorRoutes.login, { body: { challenge, code } })

interface Window {
  title: string
  ms: number
  /** Begins one, and returns whether it still lasts. */
  begin: () => Promise<() => Promise<boolean>>
}

const WINDOWS: Window[] = [
  {
    title: 'a code by SMS is taken for five minutes',
    ms: 5 * MINUTE_MS,
    begin: async () => {
      const { phone } = await api.expert()
      pass(MINUTE_MS)
      await api.sendCode(phone)
      return async () =>
        (await api.anonymous.attempt(accountRoutes.smsLogin, { body: { phone, code: SMS_CODE } })).status ===
        200
    },
  },
  {
    title: 'no second code is sent for a minute',
    ms: MINUTE_MS,
    begin: async () => {
      const phone = freshPhone()
      await api.sendCode(phone)
      return async () =>
        (await api.anonymous.attempt(accountRoutes.smsCode, { body: { phone } })).status === 429
    },
  },
  {
    title: 'five wrong passwords lock an account for ten minutes',
    ms: 10 * MINUTE_MS,
    begin: async () => {
      const user = await api.leader()
      for (let n = 0; n < 5; n++) await login(user, 'wrong-1')
      return async () => (await login(user)).status === 423
    },
  },
  {
    title: 'a login waits five minutes for its second factor',
    ms: 5 * MINUTE_MS,
    begin: async () => {
      const { user, secret } = await enrolled()
      const challenge = await challengeOf(user)
      return async () => (await answer(challenge, codeOf(secret))).status === 200
    },
  },
  {
    title: 'ten wrong codes of the app lock it for 15 minutes',
    ms: 15 * MINUTE_MS,
    begin: async () => {
      const { user, secret } = await enrolled()
      for (let n = 0; n < 2; n++) {
        const challenge = await challengeOf(user)
        for (let tries = 0; tries < 5; tries++) await answer(challenge, '000000')
      }
      return async () => (await answer(await challengeOf(user), codeOf(secret))).status !== 200
    },
  },
  {
    title: 'an app is confirmed within 15 minutes',
    ms: 15 * MINUTE_MS,
    begin: async () => {
      const user = await api.leader()
      const { secret } = await user.call(secondFactorRoutes.beginTotp, {})
      return async () =>
        (await user.attempt(secondFactorRoutes.confirmTotp, { body: { code: codeOf(secret) } })).status ===
        200
    },
  },
  {
    title: 'a password counts as proven for five minutes',
    ms: 5 * MINUTE_MS,
    begin: async () => {
      const user = await api.leader()
      return async () => (await user.attempt(secondFactorRoutes.beginTotp, {})).status === 200
    },
  },
  {
    title: 'a login by SMS stands in for the old password for 15 minutes',
    ms: 15 * MINUTE_MS,
    begin: async () => {
      const { phone } = await api.expert()
      pass(MINUTE_MS)
      await api.sendCode(phone, 'login')
      const { token } = await api.anonymous.call(accountRoutes.smsLogin, {
        body: { phone, code: SMS_CODE },
      })
      const body = { newPassword: freshName('Pw-') }
      return async () => (await api.as(token).attempt(accountRoutes.changePassword, { body })).status === 200
    },
  },
  {
    title: 'a session that is not used lasts an hour',
    ms: HOUR_MS,
    begin: async () => {
      const user = await api.leader()
      return async () => (await user.attempt(profileRoutes.getInfo, {})).status === 200
    },
  },
]

describe('HSE-40: time windows, a second within and a second beyond', () => {
  for (const { title, ms, begin } of WINDOWS)
    it(`HSE-40 ASVS 2.3.2: ${title}`, async () => {
      const within = await begin()
      pass(ms - SECOND_MS)
      assert.equal(await within(), true, 'a second before its end')
      const beyond = await begin()
      pass(ms + SECOND_MS)
      assert.equal(await beyond(), false, 'a second after its end')
    })

  it('HSE-40 ASVS 2.3.2: a session that is used lasts twelve hours', async () => {
    const user = await api.leader()
    const isLive = async () => (await user.attempt(profileRoutes.getInfo, {})).status === 200
    for (let uses = 0; uses < 13; uses++) {
      pass(55 * MINUTE_MS)
      assert.equal(await isLive(), true)
    }
    pass(5 * MINUTE_MS - SECOND_MS)
    assert.equal(await isLive(), true, 'a second before its end')
    pass(2 * SECOND_MS)
    assert.equal(await isLive(), false, 'a second after its end')
  })

  it('HSE-40: a calendar has meetings from 365 days ago on', async () => {
    const world = await openWorld(api)
    const expert = await world.expert()
    const wireOf = (ms: number) => createClock(TIME_ZONE, () => new Date(ms)).wire()
    const since = time - 365 * 24 * HOUR_MS
    const ids: number[] = []
    for (const ms of [since - SECOND_MS, since]) {
      const { meetingId } = await world.meeting({ scheduleStartTime: wireOf(ms) })
      ids.push((await world.attendee(meetingId, { phone: expert.phone })).attendeeId)
    }
    const { address } = await expert.call(calendarRoutes.renewFeed, {})
    const text = await (await fetch(new URL(new URL(address).pathname, api.baseUrl))).text()
    assert.deepEqual(
      ids.map((id) => text.includes(`UID:attendee-${id}@`)),
      [false, true],
    )
  })
})
