// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { secondFactorRoutes as routes } from '@consilium/contract/login/second-factor.ts'
import { generateSync } from 'otplib'
import { startApi, type User } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'

const RECOVERY_CODES = 10
const CHALLENGE_MINUTES = 5
const LOGIN_TRIES_MAX = 5
const RECENT_PROOF_MINUTES = 5
const CODES_LOCK_MINUTES = 15
const WRONG_CODES_MAX = 10
const ENROLMENT_MINUTES = 15

const MINUTE_MS = 60_000
const STEP_MS = 30_000
const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())

/** The code that the app shows, `steps` of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor((clock.now().getTime() + steps * STEP_MS) / 1000) })
/** A code that is not valid around now. */
const wrongCode = (secret: string) => codeOf(secret, 100)

async function enrol(user: User): Promise<{ secret: string; recoveryCodes: string[] }> {
  const data = await user.call(routes.beginTotp, {})
  const confirmed = await user.call(routes.confirmTotp, { body: { code: codeOf(data.secret) } })
  clock.advance(2 * STEP_MS)
  return { secret: data.secret, recoveryCodes: confirmed.recoveryCodes ?? [] }
}

const firstStep = ({ userName, password }: User) =>
  api.anonymous.call(accountRoutes.login, { body: { username: userName, password } })

async function challengeOf(user: User): Promise<string> {
  const { secondFactor } = await firstStep(user)
  assert.ok(secondFactor)
  return secondFactor.challenge
}

/** Challenges of logins that have passed their first step. */
async function challengesOf(user: User, count: number): Promise<string[]> {
  const challenges: string[] = []
  while (challenges.length < count) challenges.push(await challengeOf(user))
  return challenges
}

const secondStep = (body: { challenge: string; code?: string; recoveryCode?: string }) =>
  api.anonymous.attempt(routes.login, { body })

describe('an authenticator app', () => {
  it('ASVS 6.3.3: enrolment, after 401 and 400', async () => {
    for (const route of [routes.status, routes.beginTotp, routes.removeTotp, routes.renewRecoveryCodes])
      assert.equal((await api.anonymous.attempt(route, {})).status, 401)
    const leader = await api.leader()
    assert.equal((await leader.attempt(routes.reset, { body: { userId: 1 } })).status, 403)
    const none = await secondStep({ challenge: 'x' })
    assert.equal(none.error?.details?.[0]?.field, 'code')
    const two = await secondStep({ challenge: 'x', code: '123456', recoveryCode: '0'.repeat(24) })
    assert.equal(two.status, 400)
    assert.equal(
      (await secondStep({ challenge: 'unknown', code: '123456' })).error?.error,
      'SECOND_FACTOR_EXPIRED',
    )
    assert.equal((await leader.attempt(routes.removeTotp, {})).status, 404)
    assert.equal(
      (await leader.attempt(routes.confirmTotp, { body: { code: '123456' } })).error?.error,
      'TOTP_NOT_BEGUN',
    )
    const data = await leader.call(routes.beginTotp, {})
    assert.match(data.uri, new RegExp(`^otpauth://totp/Consilium:.*secret=${data.secret}`))
    assert.match(data.qrCode, /^<svg/)
    const wrong = await leader.attempt(routes.confirmTotp, { body: { code: wrongCode(data.secret) } })
    assert.equal(wrong.error?.error, 'SECOND_FACTOR_WRONG')
    const right = await leader.call(routes.confirmTotp, { body: { code: codeOf(data.secret) } })
    assert.equal(new Set(right.recoveryCodes).size, RECOVERY_CODES)
    const again = await leader.attempt(routes.beginTotp, {})
    assert.equal(again.error?.error, 'TOTP_ENROLLED')
    const status = await leader.call(routes.status, {})
    assert.equal(status.recoveryCodesLeft, RECOVERY_CODES)
    assert.ok(status.totpTime)
  })

  it('ASVS 6.3.3 AUT-1: a login returns no token before the second step; each code is accepted once', async () => {
    const user = await api.leader()
    const { secret } = await enrol(user)
    const first = await firstStep(user)
    assert.equal(first.token, '')
    assert.deepEqual(first.secondFactor?.methods, ['code', 'recoveryCode'])
    const challenge = first.secondFactor?.challenge ?? ''
    assert.equal((await api.as(challenge).attempt(profileRoutes.getInfo, {})).status, 401)
    const code = codeOf(secret)
    const done = await secondStep({ challenge, code })
    assert.equal((await api.as(done.data.token).call(profileRoutes.getInfo, {})).user.userId, user.userId)
    assert.equal((await secondStep({ challenge, code })).error?.error, 'SECOND_FACTOR_EXPIRED')
    const replayed = await secondStep({ challenge: await challengeOf(user), code })
    assert.equal(replayed.error?.error, 'SECOND_FACTOR_WRONG')
    const older = await secondStep({ challenge: await challengeOf(user), code: codeOf(secret, -1) })
    assert.equal(older.status, 401, 'nor one from before')
    const next = await secondStep({ challenge: await challengeOf(user), code: codeOf(secret, 1) })
    assert.equal(next.status, 200, 'a clock that goes half a minute ahead')
    const early = await secondStep({ challenge: await challengeOf(user), code: codeOf(secret, 2) })
    assert.equal(early.status, 401)
  })

  it('ASVS 6.3.3: of concurrent logins with one code only one gets a session', async () => {
    const user = await api.leader()
    const { secret } = await enrol(user)
    const challenges = await challengesOf(user, 8)
    const code = codeOf(secret)
    const answers = await Promise.all(challenges.map((challenge) => secondStep({ challenge, code })))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  it('ASVS 6.3.3: enrolling one ends the sessions that have not proven it', async () => {
    const user = await api.leader()
    const stolen = await api.login(user.userName, user.password)
    await enrol(user)
    assert.equal((await stolen.attempt(profileRoutes.getInfo, {})).status, 401)
    assert.equal((await user.attempt(profileRoutes.getInfo, {})).status, 200)
  })

  it('ASVS 6.3.1: tries are limited per login and per account, and the log names the account', async () => {
    const user = await api.leader()
    const { secret } = await enrol(user)
    const wrong = (challenge: string) => secondStep({ challenge, code: wrongCode(secret) })
    const challenge = await challengeOf(user)
    for (let tries = 0; tries < LOGIN_TRIES_MAX; tries++)
      assert.equal((await wrong(challenge)).error?.error, 'SECOND_FACTOR_WRONG')
    const late = await secondStep({ challenge, code: codeOf(secret) })
    assert.equal(late.error?.error, 'SECOND_FACTOR_EXPIRED')
    const answers = await Promise.all((await challengesOf(user, WRONG_CODES_MAX)).map(wrong))
    const names = answers.map(({ error }) => error?.error)
    assert.equal(
      names.filter((name) => name === 'SECOND_FACTOR_WRONG').length,
      WRONG_CODES_MAX - LOGIN_TRIES_MAX,
    )
    const locked = await secondStep({ challenge: await challengeOf(user), code: codeOf(secret) })
    assert.equal(locked.error?.error, 'SECOND_FACTOR_LOCKED')
    clock.advance((CODES_LOCK_MINUTES + 1) * MINUTE_MS)
    const right = await secondStep({ challenge: await challengeOf(user), code: codeOf(secret) })
    assert.equal(right.status, 200)
    const admin = await api.admin()
    for (const error of ['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_LOCKED']) {
      const query = { operation: 'secondFactor.login', userName: user.userName, error }
      const { rows } = await admin.call(operationLogRoutes.list, { query })
      assert.equal(rows[0]?.userId, user.userId, error)
    }
  })

  it('ASVS 6.6.2: a pending login and a pending enrolment expire after minutes', async () => {
    const user = await api.leader()
    const data = await user.call(routes.beginTotp, {})
    clock.advance((ENROLMENT_MINUTES + 1) * MINUTE_MS)
    const late = await user.attempt(routes.confirmTotp, { body: { code: codeOf(data.secret) } })
    assert.equal(late.error?.error, 'TOTP_NOT_BEGUN')
    const again = await api.login(user.userName, user.password)
    const { secret } = await enrol({ ...user, ...again })
    const challenge = await challengeOf(user)
    clock.advance((CHALLENGE_MINUTES + 1) * MINUTE_MS)
    assert.equal(
      (await secondStep({ challenge, code: codeOf(secret) })).error?.error,
      'SECOND_FACTOR_EXPIRED',
    )
  })

  it('ASVS 7.5.1: enabling and disabling require a recent confirmation by the user', async () => {
    const user = await api.leader()
    clock.advance((RECENT_PROOF_MINUTES + 1) * MINUTE_MS)
    const refused = await user.attempt(routes.beginTotp, {})
    assert.deepEqual([refused.status, refused.error?.error], [403, 'REAUTHENTICATION_REQUIRED'])
    const wrong = await user.attempt(routes.confirm, { body: { password: 'not-the-password' } })
    assert.equal(wrong.error?.error, 'LOGIN_FAILED')
    const data = await user.call(routes.confirm, { body: { password: user.password } })
    assert.deepEqual(data.recentlyProven, { password: true, factor: false })
    const { secret } = await enrol(user)
    clock.advance((RECENT_PROOF_MINUTES + 1) * MINUTE_MS)
    const off = () => user.attempt(routes.removeTotp, {})
    assert.equal((await off()).error?.error, 'REAUTHENTICATION_REQUIRED')
    await user.call(routes.confirm, { body: { code: codeOf(secret) } })
    assert.equal((await off()).error?.error, 'REAUTHENTICATION_REQUIRED', 'the factor alone')
    await user.call(routes.confirm, { body: { password: user.password } })
    assert.equal((await off()).status, 200)
    const status = await user.call(routes.status, {})
    assert.deepEqual([status.totpTime, status.recoveryCodesLeft], [null, 0])
    assert.notEqual((await firstStep(user)).token, '')
  })

  it('ASVS 6.3.3: after a password change the session keeps its proven factor, and no session bypasses the factor', async () => {
    const user = await api.leader()
    await enrol(user)
    const body = { oldPassword: user.password, newPassword: 'another-Pass-1' }
    const data = await user.call(accountRoutes.changePassword, { body })
    assert.equal((await api.as(data.token).attempt(profileRoutes.getInfo, {})).status, 200)
    assert.ok((await firstStep({ ...user, password: body.newPassword })).secondFactor)
  })
})

describe('recovery codes', () => {
  it('ASVS 6.4.1: each is accepted once, also in twenty concurrent requests', async () => {
    const user = await api.leader()
    const { recoveryCodes } = await enrol(user)
    const [code = '', other = ''] = recoveryCodes
    const challenges = await challengesOf(user, 20)
    const answers = await Promise.all(
      challenges.map((challenge) => secondStep({ challenge, recoveryCode: code })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const typed = ` ${other.toLowerCase().replaceAll('-', ' ')}`
    clock.advance((CODES_LOCK_MINUTES + 1) * MINUTE_MS)
    const loose = await secondStep({ challenge: await challengeOf(user), recoveryCode: typed })
    assert.equal(loose.status, 200, 'typed without hyphens and in small letters')
  })

  it('ASVS 6.4.1: new ones replace the old ones, and only hashes are stored', async () => {
    const user = await api.leader()
    const { recoveryCodes } = await enrol(user)
    const data = await user.call(routes.renewRecoveryCodes, {})
    const old = await secondStep({ challenge: await challengeOf(user), recoveryCode: recoveryCodes[0] ?? '' })
    assert.equal(old.status, 401)
    const fresh = data.recoveryCodes?.[0] ?? ''
    assert.equal((await secondStep({ challenge: await challengeOf(user), recoveryCode: fresh })).status, 200)
    const kept = JSON.stringify(await api.db.selectFrom('recovery_code').selectAll().execute())
    assert.ok(!kept.includes(fresh.replaceAll('-', '')))
    const plain = await api.leader()
    const refused = await plain.attempt(routes.renewRecoveryCodes, {})
    assert.equal(refused.error?.error, 'SECOND_FACTOR_MISSING')
  })
})

describe('an administrator', () => {
  it('ASVS 6.4.4: resets the factors of another account, whose sessions end and whose owner is notified; never its own', async () => {
    const user = await api.leader()
    await enrol(user)
    const admin = await api.admin()
    const reset = (userId: number) => admin.attempt(routes.reset, { body: { userId } })
    assert.equal((await reset(admin.userId)).error?.error, 'OWN_RECORD_FIXED')
    assert.equal((await reset(999_999)).status, 404)
    assert.equal((await reset(user.userId)).status, 200)
    assert.equal((await user.attempt(profileRoutes.getInfo, {})).status, 401)
    const again = await api.login(user.userName, user.password)
    const { rows } = await again.call(messageRoutes.list, {})
    assert.equal(rows[0]?.kind, 'factorsReset')
    const { rows: entries } = await admin.call(operationLogRoutes.list, {
      query: { operation: 'secondFactor.reset' },
    })
    assert.ok(
      entries.some(({ target, httpStatus }) => target === `userId=${user.userId}` && httpStatus === 200),
    )
    clock.advance((RECENT_PROOF_MINUTES + 1) * MINUTE_MS)
    assert.equal((await reset(user.userId)).error?.error, 'REAUTHENTICATION_REQUIRED')
  })
})

describe('roles that must have a second factor', () => {
  it('ASVS 6.3.3: can only set one up until they have it', async () => {
    const other = await startApi({ env: { SECOND_FACTOR_ROLES: 'admin,manager' } })
    try {
      const admin = await other.admin()
      const list = () => admin.attempt(accountRoutes.list, {})
      assert.deepEqual([(await list()).status, (await list()).error?.error], [403, 'SECOND_FACTOR_REQUIRED'])
      assert.equal((await admin.attempt(messageRoutes.list, {})).error?.error, 'SECOND_FACTOR_REQUIRED')
      assert.equal((await admin.call(profileRoutes.getInfo, {})).mustEnrolFactor, true)
      assert.deepEqual(
        [(await admin.call(routes.status, {})).required, (await admin.call(routes.status, {})).missing],
        ['any', true],
      )
      const data = await admin.call(routes.beginTotp, {})
      const code = generateSync({ secret: data.secret })
      assert.equal((await admin.attempt(routes.confirmTotp, { body: { code } })).status, 200)
      assert.equal((await list()).status, 200)
      const executor = await other.executor()
      assert.equal((await executor.call(profileRoutes.getInfo, {})).mustEnrolFactor, false)
    } finally {
      await other.close()
    }
  })
})
