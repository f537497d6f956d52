// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { ownSessionRoutes } from '@consilium/contract/login/own-sessions.ts'
import { passkeyRoutes } from '@consilium/contract/login/passkeys.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { generateSync } from 'otplib'
import { freshPhone, SMS_CODE, startApi, type User } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { commandHere } from '../../../../test/operations/operator.ts'
import { createAuthenticator, type Authenticator } from '../../../../test/software-authenticator.ts'

const ORIGIN = 'http://localhost:3000'
const NEW_PASSWORD = 'another-Pass-1'
/** Codes to one phone are a minute apart. */
const CODE_PAUSE_MS = 61_000
const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())

interface Owner extends User {
  key: Authenticator
}

async function addPasskey(user: User, key = createAuthenticator({ origin: ORIGIN })): Promise<Owner> {
  const options = await user.call(passkeyRoutes.createOptions, {})
  await user.call(passkeyRoutes.create, { body: { name: 'key', credential: key.create(options) } })
  return { ...user, key }
}

/** Where an attempt is made from: the session the owner has after the ending, if there is one. */
type Attempt = (session: User) => Promise<{ status: number }>

const codeFor = async (phone: string, purpose: 'login' | 'resetPassword') => {
  await api.sendCode(phone, purpose)
  clock.advance(CODE_PAUSE_MS)
}

/** Everything that can be begun and finished later: each begins it and returns how it is finished. */
const PROOFS: Readonly<Record<string, (owner: Owner) => Promise<Attempt>>> = {
  async 'a login that waits for its second factor'({ userName, password, key }) {
    const body = { username: userName, password }
    const { secondFactor } = await api.anonymous.call(accountRoutes.login, { body })
    assert.ok(secondFactor?.passkey)
    const { challenge, passkey } = secondFactor
    return () =>
      api.anonymous.attempt(secondFactorRoutes.login, { body: { challenge, passkey: key.get(passkey) } })
  },
  async 'a code to log in'({ phone }) {
    await codeFor(phone, 'login')
    return () => api.anonymous.attempt(accountRoutes.smsLogin, { body: { phone, code: SMS_CODE } })
  },
  async 'a code for a forgotten password'({ phone }) {
    await codeFor(phone, 'resetPassword')
    const body = { phone, smsCode: SMS_CODE, newPassword: 'chosen-by-Code-1' }
    return () => api.anonymous.attempt(accountRoutes.forgottenPassword, { body })
  },
  async 'a code for a password without the old one'(owner) {
    await owner.call(accountRoutes.passwordCode, {})
    const body = { smsCode: SMS_CODE, newPassword: 'chosen-by-Code-2' }
    return (session) => session.attempt(accountRoutes.changePassword, { body })
  },
  async 'a code for another phone'(owner) {
    const phone = freshPhone()
    await owner.call(accountRoutes.phoneCode, { body: { phone } })
    return (session) => {
      const body = { phone, smsCode: SMS_CODE, oldPassword: session.password }
      return session.attempt(accountRoutes.changeOwnPhone, { body })
    }
  },
  async 'an app that was not confirmed'(owner) {
    const { secret } = await owner.call(secondFactorRoutes.beginTotp, {})
    const code = () => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
    return (session) => session.attempt(secondFactorRoutes.confirmTotp, { body: { code: code() } })
  },
  async 'a passkey that was not made yet'(owner) {
    const options = await owner.call(passkeyRoutes.createOptions, {})
    const credential = createAuthenticator({ origin: ORIGIN }).create(options)
    return (session) => session.attempt(passkeyRoutes.create, { body: { name: 'late', credential } })
  },
  async 'a confirmation by passkey'(owner) {
    const request = await owner.call(secondFactorRoutes.confirmOptions, {})
    return (session) =>
      session.attempt(secondFactorRoutes.confirm, { body: { passkey: owner.key.get(request) } })
  },
}

/** What an ending changes for the owner's next login; `token` is a session that it leaves or gives. */
interface After {
  password?: string
  phone?: string
  token?: string
}

interface Ender {
  owner?: () => Promise<User>
  /** Without it, all; the first administrator has no phone for codes. */
  proofs?: readonly string[]
  /** Other sessions that have proven a second factor stay open. */
  keepsProven?: true
  end(owner: Owner): Promise<After>
}

const admin = await addPasskey(await api.secondAdmin())
const command = async (...args: string[]): Promise<After> => {
  const { code, output } = await commandHere(api.settings, 'admin', ...args)
  assert.equal(code, 0, output)
  return { password: /admin \/ (\S+)/.exec(output)?.[1] ?? '' }
}
const subAccount = async () => api.person(await api.executor(), 'supervisor')
const kept = ({ token }: User): After => ({ token })
/** The challenges of a session that stays are its own. */
const OWN = ['a passkey that was not made yet', 'a confirmation by passkey']
const foreign = Object.keys(PROOFS).filter((name) => !OWN.includes(name))

async function withBothStates(set: (isEnded: boolean) => Promise<unknown>): Promise<After> {
  await set(true)
  await set(false)
  return {}
}

const disableAndEnable = (userId: number) =>
  withBothStates((isEnded) =>
    admin.call(accountRoutes.changeStatus, { body: { userId, status: isEnded ? '1' : '0' } }),
  )

const ENDERS: Readonly<Record<string, Ender>> = {
  'the owner changes the password': {
    async end(owner) {
      const body = { oldPassword: owner.password, newPassword: NEW_PASSWORD }
      const { token } = await owner.call(accountRoutes.changePassword, { body })
      return { token, password: NEW_PASSWORD }
    },
  },
  'the owner recovers the account by its phone': {
    async end({ phone }) {
      await codeFor(phone, 'resetPassword')
      const body = { phone, smsCode: SMS_CODE, newPassword: NEW_PASSWORD }
      await api.anonymous.call(accountRoutes.forgottenPassword, { body })
      return { password: NEW_PASSWORD }
    },
  },
  'an administrator resets the password': {
    async end({ userId }) {
      await admin.call(accountRoutes.resetPassword, { body: { userId } })
      return { password: '' }
    },
  },
  'the owner changes the phone': {
    async end(owner) {
      const phone = freshPhone()
      await owner.call(accountRoutes.phoneCode, { body: { phone } })
      const body = { phone, smsCode: SMS_CODE, oldPassword: owner.password }
      const { token } = await owner.call(accountRoutes.changeOwnPhone, { body })
      return { token, phone }
    },
  },
  'an administrator replaces the phone': {
    async end({ userId }) {
      const phone = freshPhone()
      await admin.call(accountRoutes.replacePhone, { body: { userId, phone } })
      return { phone }
    },
  },
  'an administrator changes the phone with the record': {
    async end({ userId }) {
      const phone = freshPhone()
      const { version } = await admin.call(accountRoutes.get, { params: { userId } })
      await admin.call(accountRoutes.update, { body: { userId, version, phone } })
      return { phone }
    },
  },
  'the account is disabled': { end: ({ userId }) => disableAndEnable(userId) },
  'the main account is disabled': {
    owner: subAccount,
    async end({ userId }) {
      const { parentUserId } = await admin.call(accountRoutes.get, { params: { userId } })
      return disableAndEnable(parentUserId ?? 0)
    },
  },
  'the account is archived': {
    end: ({ userId }) =>
      withBothStates((archived) => admin.call(accountRoutes.archive, { body: { userId, archived } })),
  },
  'the account is deleted': {
    async end({ userId }) {
      await admin.call(accountRoutes.remove, { params: { userId: String(userId) } })
      return { token: 'none' }
    },
  },
  'the role changes': {
    owner: subAccount,
    async end({ phone }) {
      const { rows } = await admin.call(personRoutes.list, { query: { phone } })
      const { personId } = rows[0]!
      await admin.call(personRoutes.changeRole, { body: { personId, role: 'meetingExecutor' } })
      return {}
    },
  },
  'an administrator resets the factors': {
    async end({ userId }) {
      await admin.call(secondFactorRoutes.confirm, { body: { password: admin.password } })
      await admin.call(secondFactorRoutes.reset, { body: { userId } })
      return {}
    },
  },
  'the owner adds an app': {
    keepsProven: true,
    proofs: foreign,
    async end(owner) {
      const { secret } = await owner.call(secondFactorRoutes.beginTotp, {})
      const code = generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
      await owner.call(secondFactorRoutes.confirmTotp, { body: { code } })
      return kept(owner)
    },
  },
  'the owner adds a passkey': {
    keepsProven: true,
    proofs: foreign,
    async end(owner) {
      await addPasskey(owner)
      return kept(owner)
    },
  },
  'the owner removes a passkey': {
    proofs: foreign,
    owner: async () => addPasskey(await api.leader()),
    async end(owner) {
      const { passkeys } = await owner.call(secondFactorRoutes.status, {})
      const params = { passkeyId: passkeys[0]!.passkeyId }
      await owner.call(passkeyRoutes.remove, { params })
      return kept(owner)
    },
  },
  'the owner ends the other sessions': {
    proofs: foreign,
    async end(owner) {
      await owner.call(ownSessionRoutes.endOthers, {})
      return kept(owner)
    },
  },
  'an administrator ends the sessions': {
    async end({ userId }) {
      await admin.call(ownSessionRoutes.endOf, { body: { userId } })
      return {}
    },
  },
  'the command end-sessions': { end: ({ userName }) => command('end-sessions', userName).then(() => ({})) },
  'the command reset-factors': { end: ({ userName }) => command('reset-factors', userName).then(() => ({})) },
  'the command reset-admin': {
    owner: api.admin,
    proofs: ['a login that waits for its second factor', 'an app that was not confirmed'],
    end: () => command('reset-admin'),
  },
}

/** Another session of the owner, with what the ending left. */
async function comeBack(owner: Owner): Promise<User> {
  const { userName, password, phone, key } = owner
  if (password === '') await codeFor(phone, 'login')
  const answer =
    password === ''
      ? await api.anonymous.call(accountRoutes.smsLogin, { body: { phone, code: SMS_CODE } })
      : await api.anonymous.call(accountRoutes.login, { body: { username: userName, password } })
  const { secondFactor } = answer
  if (!secondFactor?.passkey) return { ...owner, ...api.as(answer.token) }
  const body = { challenge: secondFactor.challenge, passkey: key.get(secondFactor.passkey) }
  const { token } = await api.anonymous.call(secondFactorRoutes.login, { body })
  return { ...owner, ...api.as(token) }
}

const ANONYMOUS = 3

describe('what ends the sessions of an account ends what was begun to prove for it', () => {
  for (const [name, begin] of Object.entries(PROOFS))
    it(`SEC-41: ${name} works as long as nothing ended it`, async () => {
      const owner = await addPasskey(await api.leader())
      const attempt = await begin(owner)
      assert.equal((await attempt(owner)).status, 200)
    })

  for (const [
    name,
    { owner: make = api.leader, proofs = Object.keys(PROOFS), keepsProven, end },
  ] of Object.entries(ENDERS))
    it(`SEC-41: ${name}`, async () => {
      const owner = await addPasskey(await make())
      const other = await comeBack(owner)
      const attempts: [string, Attempt][] = []
      for (const proof of proofs) attempts.push([proof, await PROOFS[proof]!(owner)])
      const left = await end(owner)
      const changed = { ...owner, ...left, ...api.as(left.token ?? '') }
      const { status } = await other.attempt(profileRoutes.getInfo, {})
      assert.equal(status, keepsProven ? 200 : 401, 'the other session')
      const refused = async ([proof, attempt]: [string, Attempt], by: User) => {
        const answer = await attempt(by)
        assert.ok(answer.status >= 400 && answer.status < 500, `${proof}: ${answer.status}`)
      }
      for (const pair of attempts.slice(0, ANONYMOUS)) await refused(pair, changed)
      const back = left.token === undefined ? await comeBack(changed) : changed
      for (const pair of attempts) await refused(pair, back)
    })
})
