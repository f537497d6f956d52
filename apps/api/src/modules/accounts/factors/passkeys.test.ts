// Engine: postgres
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { passkeyRoutes as routes } from '@consilium/contract/login/passkeys.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { makeTemporaryFolder } from '../../../../test/db/test-engine.ts'
import { startApi, type User } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  createAuthenticator,
  type Authenticator,
  type AuthenticatorOptions,
  type Falsified,
} from '../../../../test/software-authenticator.ts'

const PASSKEYS_MAX = 10
const CHALLENGE_MINUTES = 5

const MINUTE_MS = 60_000
const ORIGIN = 'http://localhost:3000'
const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())

async function add(
  user: User,
  authenticator: Authenticator = createAuthenticator({ origin: ORIGIN }),
): Promise<Authenticator> {
  const data = await user.call(routes.createOptions, {})
  const body = { name: 'MacBook', credential: authenticator.create(data) }
  await user.call(routes.create, { body })
  return authenticator
}

const withPasskey = async (options: Partial<AuthenticatorOptions> = {}) => {
  const user = await api.leader()
  return { user, key: await add(user, createAuthenticator({ origin: ORIGIN, ...options })) }
}

/** A certificate as makers of authenticators give to their models (WebAuthn Level 3, section 8.2.1). */
function attestationCertificate(): { privateKey: KeyObject; certificate: Uint8Array } {
  const folder = makeTemporaryFolder()
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'certificate.der')]
  const args =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -outform DER -addext basicConstraints=critical,CA:FALSE'
  const subject = ['-subj', '/C=CN/O=Model/OU=Authenticator Attestation/CN=Model']
  const made = spawnSync('openssl', args.split(' ').concat(subject, '-keyout', key, '-out', file))
  assert.equal(made.status, 0, String(made.stderr))
  return { privateKey: createPrivateKey(readFileSync(key)), certificate: new Uint8Array(readFileSync(file)) }
}

const askForLogin = () => api.anonymous.call(routes.loginOptions, {})
const logIn = (credential: ReturnType<Authenticator['get']>) =>
  api.anonymous.attempt(routes.login, { body: { credential } })

async function challengeOf({ userName, password }: User) {
  const data = await api.anonymous.call(accountRoutes.login, { body: { username: userName, password } })
  assert.ok(data.secondFactor?.passkey)
  return { ...data.secondFactor, request: data.secondFactor.passkey }
}
const secondStep = (challenge: string, passkey: ReturnType<Authenticator['get']>) =>
  api.anonymous.attempt(secondFactorRoutes.login, { body: { challenge, passkey } })

describe('passkeys of an account', () => {
  it('ASVS 6.3.3: their owner adds, renames, lists and removes them, after 401, 400 and 404', async () => {
    assert.equal((await api.anonymous.attempt(routes.createOptions, {})).status, 401)
    assert.equal((await api.anonymous.attempt(routes.remove, { params: { passkeyId: 1 } })).status, 401)
    const user = await api.leader()
    const raw = await api.raw('/account/passkey', {
      method: 'POST',
      token: user.token,
      headers: { 'content-type': 'application/json' },
      body: '{"name":"x","credential":{}}',
    })
    assert.equal(raw.status, 400)
    const options = await user.call(routes.createOptions, {})
    assert.deepEqual([options.rp.id, options.attestation], ['localhost', 'none'])
    const key = createAuthenticator({ origin: ORIGIN })
    const body = { name: ' 工作电脑 ', credential: key.create(options) }
    const data = await user.call(routes.create, { body })
    assert.equal(data.passkey.name, '工作电脑')
    assert.equal(data.recoveryCodes?.length, 10)
    const repeated = await user.attempt(routes.create, { body })
    assert.equal(repeated.error?.error, 'PASSKEY_REFUSED', 'a challenge is answered once')
    const second = await user.call(routes.createOptions, {})
    assert.deepEqual(
      second.excludeCredentials.map(({ id }) => id),
      [key.id],
    )
    const { passkeyId } = data.passkey
    const stranger = await api.leader()
    for (const refused of [
      await stranger.attempt(routes.rename, { body: { passkeyId, name: 'mine' } }),
      await stranger.attempt(routes.remove, { params: { passkeyId } }),
    ])
      assert.equal(refused.status, 404)
    await user.call(routes.rename, { body: { passkeyId, name: '家里电脑' } })
    const status = await user.call(secondFactorRoutes.status, {})
    assert.deepEqual(
      status.passkeys.map(({ name }) => name),
      ['家里电脑'],
    )
    assert.equal((await stranger.call(secondFactorRoutes.status, {})).passkeys.length, 0)
    assert.equal((await user.attempt(routes.remove, { params: { passkeyId } })).status, 200)
    assert.equal((await user.call(secondFactorRoutes.status, {})).recoveryCodesLeft, 0)
  })

  it('SEC-40 ASVS 6.3.3: one from another address, with a stale challenge or of another session is refused', async () => {
    const user = await api.leader()
    const ask = () => user.call(routes.createOptions, {})
    const send = (credential: ReturnType<Authenticator['create']>, by = user) =>
      by.attempt(routes.create, { body: { name: 'x', credential } })
    const key = createAuthenticator({ origin: ORIGIN })
    for (const at of ['https://evil.example', 'http://localhost.evil.example', 'http://127.0.0.1:3000'])
      assert.equal((await send(key.create(await ask(), { at }))).error?.error, 'PASSKEY_REFUSED', at)
    const invented = { ...(await ask()), challenge: 'bm90LW91cnM' }
    assert.equal((await send(key.create(invented))).error?.error, 'PASSKEY_REFUSED')
    const other = await api.login(user.userName, user.password)
    assert.equal((await send(key.create(await ask()), { ...user, ...other })).error?.error, 'PASSKEY_REFUSED')
    const stale = await ask()
    clock.advance((CHALLENGE_MINUTES + 1) * MINUTE_MS)
    const again = await user.attempt(secondFactorRoutes.confirm, { body: { password: user.password } })
    assert.equal(again.status, 200)
    assert.equal((await send(key.create(stale))).error?.error, 'PASSKEY_REFUSED')
  })

  it('SEC-33: one with certificates, a vast key, deep nesting or more bytes is refused before it is parsed', async () => {
    const user = await api.leader()
    const send = async (falsified: Falsified) => {
      const key = createAuthenticator({ origin: ORIGIN })
      const credential = key.create(await user.call(routes.createOptions, {}), falsified)
      const answer = await user.attempt(routes.create, { body: { name: 'x', credential } })
      return answer.error?.error ?? answer.status
    }
    const rsa = (bytes: number, exponent = 3) =>
      new Map<number, number | Uint8Array>([
        [1, 3],
        [3, -257],
        [-1, new Uint8Array(bytes).fill(255)],
        [-2, new Uint8Array(exponent).fill(1)],
      ])
    // An attestation by the passkey's own key is left in place by browsers, and RSA keys have up to 4,096 bits.
    const self: Falsified = {
      format: 'packed',
      statementOf: (signature) => new Map<string, number | Uint8Array>([['alg', -7]]).set('sig', signature()),
    }
    assert.equal(await send(self), 200)
    assert.equal(await send({ cose: rsa(512) }), 200)

    const { privateKey, certificate } = attestationCertificate()
    const refused: Falsified[] = [
      {
        format: 'packed',
        statementOf: (signature) =>
          new Map<string, number | Uint8Array | Uint8Array[]>([
            ['alg', -7],
            ['sig', signature(privateKey)],
            ['x5c', [certificate]],
          ]),
      },
      ...['apple', 'android-key', 'android-safetynet', 'fido-u2f', 'tpm'].map((format) => ({ format })),
      { cose: rsa(513) },
      { cose: rsa(256, 5) },
      { statementOf: () => new Map([['alg', -7]]) },
      { trailing: [0] },
    ]
    for (const [index, falsified] of refused.entries())
      assert.equal(await send(falsified), 'PASSKEY_REFUSED', String(index))

    // Nothing but nesting, and lists that state more items than there are.
    const options = await user.call(routes.createOptions, {})
    const credential = createAuthenticator({ origin: ORIGIN }).create(options)
    for (const bytes of [
      Buffer.alloc(6000, 0x81),
      Buffer.from([0x9a, 255, 255, 255, 255]),
      Buffer.alloc(0),
    ]) {
      const response = { ...credential.response, attestationObject: bytes.toString('base64url') || 'AA' }
      const answer = await user.attempt(routes.create, {
        body: { name: 'x', credential: { ...credential, response } },
      })
      assert.equal(answer.error?.error, 'PASSKEY_REFUSED')
    }
  })

  it('ASVS 6.3.3: at most ten, also when more are added concurrently, and each belongs to one account', async () => {
    const user = await api.leader()
    const key = await add(user)
    const options = await (await api.leader()).call(routes.createOptions, {})
    assert.notEqual(options.user.id, '')
    const thief = await api.leader()
    const stolen = key.create(await thief.call(routes.createOptions, {}))
    const taken = await thief.attempt(routes.create, { body: { name: 'x', credential: stolen } })
    assert.equal(taken.error?.error, 'PASSKEY_TAKEN')
    const drafts = await Promise.all(
      Array.from({ length: PASSKEYS_MAX + 2 }, async () =>
        createAuthenticator({ origin: ORIGIN }).create(await user.call(routes.createOptions, {})),
      ),
    )
    const answers = await Promise.all(
      drafts.map((credential) => user.attempt(routes.create, { body: { name: 'x', credential } })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, PASSKEYS_MAX - 1)
    assert.equal((await user.attempt(routes.createOptions, {})).error?.error, 'TOO_MANY_PASSKEYS')
  })
})

describe('a passkey as second factor', () => {
  it('ASVS 6.3.3: completes a login, with or without user verification; a foreign one does not', async () => {
    const { user, key } = await withPasskey({ verifiesUser: false })
    const { key: foreign } = await withPasskey()
    const first = await challengeOf(user)
    assert.deepEqual(first.methods, ['passkey', 'recoveryCode'])
    const refused = await secondStep(first.challenge, foreign.get(first.request))
    assert.equal(refused.error?.error, 'SECOND_FACTOR_WRONG')
    const other = await challengeOf(user)
    const mixed = await secondStep(first.challenge, key.get(other.request))
    assert.equal(mixed.status, 401, 'the challenge of another login')
    const done = await secondStep(other.challenge, key.get(other.request))
    assert.equal((await api.as(done.data.token).call(profileRoutes.getInfo, {})).user.userId, user.userId)
  })

  it('ASVS 6.3.3: a signature counter that goes back is refused as a cloned authenticator', async () => {
    const { user, key } = await withPasskey()
    key.setCounter(7)
    const first = await challengeOf(user)
    assert.equal((await secondStep(first.challenge, key.get(first.request))).status, 200)
    key.setCounter(3)
    const second = await challengeOf(user)
    const copied = await secondStep(second.challenge, key.get(second.request))
    assert.equal(copied.error?.error, 'SECOND_FACTOR_WRONG')
    const third = await challengeOf(user)
    key.setCounter(8)
    assert.equal((await secondStep(third.challenge, key.get(third.request))).status, 200)
  })

  it('ASVS 7.5.1: confirms the user again, for the requesting session only', async () => {
    const { user, key } = await withPasskey()
    const request = await user.call(secondFactorRoutes.confirmOptions, {})
    const passkey = key.get(request)
    const data = await user.call(secondFactorRoutes.confirm, { body: { passkey } })
    assert.equal(data.recentlyProven.factor, true)
    const replayed = await user.attempt(secondFactorRoutes.confirm, { body: { passkey } })
    assert.equal(replayed.error?.error, 'SECOND_FACTOR_WRONG')
  })
})

describe('a login by passkey alone', () => {
  it('ASVS 6.3.3 AUT-1: opens a session if the passkey has verified its user', async () => {
    const { user, key } = await withPasskey()
    const request = await askForLogin()
    assert.deepEqual([request.allowCredentials, request.userVerification], [[], 'required'])
    const credential = key.get(request)
    const { data } = await logIn(credential)
    assert.equal(data.userId, user.userId)
    assert.equal((await api.as(data.token).attempt(profileRoutes.getInfo, {})).status, 200)
    assert.equal((await logIn(credential)).error?.error, 'PASSKEY_LOGIN_FAILED', 'a replay')
    const { key: silent } = await withPasskey({ verifiesUser: false })
    assert.equal((await logIn(silent.get(await askForLogin()))).error?.error, 'PASSKEY_LOGIN_FAILED')
  })

  it('SEC-40 ASVS 6.3.3: is refused from another address, for another account, too late, or for a disabled account', async () => {
    const { user, key } = await withPasskey()
    const { key: foreign } = await withPasskey()
    const failed = async (credential: ReturnType<Authenticator['get']>) =>
      assert.equal((await logIn(credential)).error?.error, 'PASSKEY_LOGIN_FAILED')
    await failed(key.get(await askForLogin(), { at: 'https://evil.example' }))
    await failed(key.get({ ...(await askForLogin()), rpId: 'evil.example' }))
    await failed(key.get(await askForLogin(), { handle: 'c29tZWJvZHk' }))
    await failed({ ...foreign.get(await askForLogin()), id: key.id, rawId: key.id })
    await failed(createAuthenticator({ origin: ORIGIN }).get(await askForLogin()))
    await failed({
      ...key.get(await askForLogin()),
      response: { clientDataJSON: 'bm90IGpzb24', authenticatorData: 'AA', signature: 'AA', userHandle: '' },
    })
    const stale = await askForLogin()
    clock.advance((CHALLENGE_MINUTES + 1) * MINUTE_MS)
    await failed(key.get(stale))
    const second = await challengeOf(user)
    await failed(key.get(second.request))
    const admin = await api.admin()
    const body = { userId: user.userId, status: '1' as const }
    await admin.call(accountRoutes.changeStatus, { body })
    assert.equal((await logIn(key.get(await askForLogin()))).error?.error, 'ACCOUNT_DISABLED')
  })

  it('ASVS 6.3.3: of concurrent logins with one answer only one gets a session', async () => {
    const { key } = await withPasskey()
    const credential = key.get(await askForLogin())
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(credential)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })
})
