// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { accountRoutes as routes } from '@consilium/contract/accounts/accounts.ts'
import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import type { Route } from '@consilium/contract/route.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { generateSync } from 'otplib'
import { atFullPasswordCost, freshName, freshPhone, SMS_CODE, startApi } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'

const WRONG_PASSWORDS_MAX = 5
const STRANGERS_FREE_MAX = 20
const STRANGERS_PAUSE_SECONDS_MAX = 60

const MINUTE_MS = 60_000
const SECOND_MS = 1000
const STEP_MS = 30 * SECOND_MS
const LONGER_PAUSES = 6
const SECRET = 'a-secret-of-the-gateway'
const FREE_CODES = 2
/** Whose random pauses are hardly all alike. */
const REFUSED_TOGETHER = 12
const CODES_OF_ADDRESS = 4

/** Stands in for the operator's SMS gateway. */
const gateway = {
  statuses: [] as number[],
  /** Phones whose next message is refused, in whatever order they come. */
  refusedOnce: new Set<string>(),
  calls: [] as { headers: IncomingHttpHeaders; body: string; at: number }[],
}
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    gateway.calls.push({ headers: request.headers, body, at: performance.now() })
    const refused = [...gateway.refusedOnce].find((phone) => body.includes(phone))
    if (refused) gateway.refusedOnce.delete(refused)
    response.writeHead(refused ? 503 : (gateway.statuses.shift() ?? 200), { location: '/elsewhere' }).end()
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())

const clock = movableClock()
const api = await startApi({
  clock,
  env: {
    TRUST_PROXY: '1',
    SMS_WEBHOOK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    SMS_WEBHOOK_SECRET: SECRET,
    SMS_FREE_PER_DAY_AND_ADDRESS: String(FREE_CODES),
    SMS_PER_DAY_AND_ADDRESS: String(CODES_OF_ADDRESS),
  },
})
after(() => api.close())
const admin = await api.admin()

let addresses = 0
const freshAddress = () => `198.51.${100 + Math.floor(++addresses / 250)}.${addresses % 250}`

/** Sends a request as the reverse proxy would for a client at that address, optionally with a browser's cookies. */
async function send(route: Route, from: string, body: object, headers: Record<string, string> = {}) {
  const response = await api.raw(route.path, {
    method: route.method,
    headers: { 'x-forwarded-for': from, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { error, data } = (await response.json()) as Partial<ErrorAnswer> & { data?: unknown }
  return { status: response.status, error, data, headers: response.headers }
}
const login = (from: string, username: string, password: string, headers: Record<string, string> = {}) =>
  send(routes.login, from, { username, password }, headers)

/** An owner with an app, who has logged in at home before; `step` is a login with the right password and this proof. */
async function withApp() {
  const owner = await api.leader()
  const { secret } = await owner.call(secondFactorRoutes.beginTotp, {})
  const epochOf = (steps: number) => Math.floor((clock.now().getTime() + steps * STEP_MS) / SECOND_MS)
  const code = () => generateSync({ secret, epoch: epochOf(0) })
  const enrolled = await owner.call(secondFactorRoutes.confirmTotp, { body: { code: code() } })
  async function step(from: string, proof: { code?: string; recoveryCode?: string | undefined }) {
    const first = await login(from, owner.userName, owner.password)
    const { secondFactor } = first.data as LoginAnswer
    return send(secondFactorRoutes.login, from, { challenge: secondFactor?.challenge, ...proof })
  }
  const home = freshAddress()
  clock.advance(2 * STEP_MS)
  assert.equal((await step(home, { code: code() })).status, 200)
  clock.advance(2 * STEP_MS)
  const wrongCode = generateSync({ secret, epoch: epochOf(100) })
  return { owner, home, step, code, wrongCode, recoveryCodes: enrolled.recoveryCodes ?? [] }
}

const WRONG = 'wrong-1'
const BROWSER = { 'x-session': 'cookie' }
/** A phone whose messages go through the gateway. */
const realPhone = () => `13${freshPhone().slice(2)}`

describe('wrong passwords', () => {
  it('SEC-5 AUT-1: lock out only the source they come from', async () => {
    const { userName, password } = await api.manager()
    const thief = freshAddress()
    const tries: number[] = []
    for (let n = 0; n < WRONG_PASSWORDS_MAX; n++) tries.push((await login(thief, userName, WRONG)).status)
    assert.deepEqual(tries, [401, 401, 401, 401, 423])
    assert.equal((await login(thief, userName, password)).status, 423)
    assert.equal((await login(freshAddress(), userName, password)).status, 200)
  })

  it('SEC-5: each lock lasts twice as long as the one before', async () => {
    const from = freshAddress()
    const name = freshName('nobody-')
    const round = async () => {
      for (let n = 0; n < WRONG_PASSWORDS_MAX; n++) await login(from, name, WRONG)
    }
    await round()
    clock.advance(11 * MINUTE_MS)
    assert.equal((await login(from, name, WRONG)).status, 401, 'the first lock is over')
    await round()
    clock.advance(11 * MINUTE_MS)
    assert.equal((await login(from, name, WRONG)).status, 423)
    clock.advance(11 * MINUTE_MS)
    assert.equal((await login(from, name, WRONG)).status, 401)
  })

  it('SEC-5: a known browser is not locked out by others behind the same address', async () => {
    const { userName, password } = await api.manager()
    const office = freshAddress()
    const first = await login(office, userName, password, BROWSER)
    const device = first.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .filter((cookie) => cookie.includes('device'))
      .join('; ')
    assert.ok(device)
    for (let n = 0; n < WRONG_PASSWORDS_MAX; n++) await login(office, userName, WRONG)
    assert.equal((await login(office, userName, password)).status, 423)
    assert.equal((await login(office, userName, password, { ...BROWSER, cookie: device })).status, 200)
    const forged = `${device.slice(0, -2)}AA`
    assert.equal((await login(office, userName, password, { ...BROWSER, cookie: forged })).status, 423)
  })

  it('SEC-5: from many networks are slowed down, while the owner can log in from a known source', async () => {
    const { userName, password } = await api.manager()
    const home = freshAddress()
    assert.equal((await login(home, userName, password)).status, 200)
    for (let n = 0; n < STRANGERS_FREE_MAX; n++) await login(freshAddress(), userName, WRONG)
    // Each turn makes the next pause longer, so that even a slow machine does not outlast it.
    for (let n = 0; n < LONGER_PAUSES; n++) {
      clock.advance(STRANGERS_PAUSE_SECONDS_MAX * SECOND_MS)
      assert.equal((await login(freshAddress(), userName, WRONG)).status, 401, 'one has its turn')
    }
    const next = await login(freshAddress(), userName, password)
    assert.deepEqual([next.status, next.error], [429, 'TOO_MANY_REQUESTS'])
    assert.ok(Number(next.headers.get('retry-after')) > 0)
    assert.equal((await login(home, userName, password)).status, 200)
  })

  it('SEC-38: whoever knows the password locks out only itself from the codes, and recovery codes are counted apart', async () => {
    const { owner, home, step, wrongCode, code, recoveryCodes } = await withApp()
    const thief = freshAddress()
    const guesses: (string | undefined)[] = []
    for (let n = 0; n < 11; n++) guesses.push((await step(thief, { code: wrongCode })).error)
    assert.deepEqual(new Set(guesses.slice(0, 10)), new Set(['SECOND_FACTOR_WRONG']))
    assert.equal(guesses[10], 'SECOND_FACTOR_LOCKED')
    const recovery = { recoveryCode: 'A'.repeat(24) }
    for (let n = 0; n < 10; n++)
      assert.equal((await step(thief, recovery)).error, 'SECOND_FACTOR_WRONG', 'another counter')
    assert.equal((await step(thief, recovery)).error, 'SECOND_FACTOR_LOCKED')
    assert.equal((await step(home, { code: code() })).status, 200)
    const hotel = freshAddress()
    for (let n = 0; n < 10; n++) await step(hotel, { code: wrongCode })
    assert.equal((await step(hotel, { code: wrongCode })).error, 'SECOND_FACTOR_LOCKED')
    const [recoveryCode] = recoveryCodes
    assert.equal((await step(hotel, { recoveryCode })).status, 200, 'the owner has recovery codes for this')
    assert.equal((await login(freshAddress(), owner.userName, owner.password)).status, 200)
  })

  it('SEC-38: wrong codes from many networks are slowed down together, the owner and recovery codes are not', async () => {
    const { home, step, wrongCode, code, recoveryCodes } = await withApp()
    for (let n = 0; n < 20; n++)
      assert.equal((await step(freshAddress(), { code: wrongCode })).error, 'SECOND_FACTOR_WRONG')
    // Each turn makes the next pause longer, so that even a slow machine does not outlast it.
    for (let n = 0; n < LONGER_PAUSES; n++) {
      clock.advance(STRANGERS_PAUSE_SECONDS_MAX * SECOND_MS)
      assert.equal(
        (await step(freshAddress(), { code: wrongCode })).error,
        'SECOND_FACTOR_WRONG',
        'one has its turn',
      )
    }
    const next = await step(freshAddress(), { code: wrongCode })
    assert.deepEqual([next.status, next.error], [429, 'TOO_MANY_REQUESTS'])
    assert.equal((await step(home, { code: code() })).status, 200)
    const [recoveryCode] = recoveryCodes
    assert.equal((await step(freshAddress(), { recoveryCode })).status, 200)
  })

  it('SEC-38: a place becomes known by a whole login, not by the password alone', async () => {
    const { owner, step } = await withApp()
    const thief = freshAddress()
    assert.equal((await step(thief, { code: '000000' })).status, 401)
    for (let n = 0; n < STRANGERS_FREE_MAX; n++) await login(freshAddress(), owner.userName, WRONG)
    await login(freshAddress(), owner.userName, WRONG)
    assert.equal((await login(thief, owner.userName, owner.password)).status, 429)
  })

  it('SEC-14: logins, failed ones, wrong codes and locks are logged with account, source and reason', async () => {
    const { userName, password, userId, phone } = await api.manager()
    const from = freshAddress()
    await login(from, userName, password)
    for (let n = 0; n < WRONG_PASSWORDS_MAX; n++) await login(from, userName, WRONG)
    await send(routes.smsLogin, from, { phone, code: '000000' })
    await login(from, freshName('nobody-'), WRONG)
    const { rows } = await admin.call(operationLogRoutes.list, {
      query: { orderByColumn: 'operId', isAsc: 'desc' },
    })
    const mine = rows.filter(({ ip }) => ip === from)
    const failed = ['account.login', 'LOGIN_FAILED', userId, userName]
    assert.deepEqual(
      mine.map((row) => [row.operation, row.error, row.userId, row.userName]),
      [
        ['account.login', 'LOGIN_FAILED', null, null],
        ['account.smsLogin', 'SMS_CODE_WRONG', userId, userName],
        ['account.login', 'ACCOUNT_LOCKED', userId, userName],
        ...Array.from({ length: WRONG_PASSWORDS_MAX - 1 }, () => failed),
        ['account.login', null, userId, userName],
      ],
    )
  })
})

describe('floods of passwords', () => {
  it('SEC-9: beyond a short queue they are refused with a request to retry, in the envelope', async () => {
    const answers = await atFullPasswordCost(() =>
      Promise.all(Array.from({ length: 90 }, () => login(freshAddress(), freshName('nobody-'), WRONG))),
    )
    const busy = answers.filter(({ status }) => status === 503)
    assert.ok(busy.length > 0 && busy.length < answers.length)
    assert.ok(busy.every(({ error, headers }) => error === 'SERVICE_BUSY' && headers.get('retry-after')))
    assert.ok(answers.every(({ status }) => status === 401 || status === 503))
  })
})

describe('codes by SMS', () => {
  const order = (from: string, phone = realPhone(), more: object = {}) =>
    send(routes.smsCode, from, { phone, purpose: 'login', ...more })

  async function solved(): Promise<string> {
    const data = await api.anonymous.call(routes.challenge, {})
    const challenge = JSON.parse(data) as Parameters<typeof solveChallenge>[0]['challenge']
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }

  it('SEC-16: an address gets some freely, some for a proof of work that is accepted once, then no more', async () => {
    const from = freshAddress()
    for (let n = 0; n < FREE_CODES; n++) assert.equal((await order(from)).status, 200)
    const asked = await order(from)
    assert.deepEqual([asked.status, asked.error], [428, 'PROOF_REQUIRED'])
    const proof = await solved()
    const text = Buffer.from(proof, 'base64').toString()
    const forged = Buffer.from(text.replace(/"derivedKey":"\w{8}/, '"derivedKey":"00000000')).toString(
      'base64',
    )
    for (const wrong of ['x', 'e30=', forged])
      assert.equal((await order(from, realPhone(), { proof: wrong })).status, 428, wrong.slice(0, 9))
    assert.equal((await order(from, realPhone(), { proof })).status, 200)
    assert.equal((await order(from, realPhone(), { proof })).status, 428)
    assert.equal((await order(from, realPhone(), { proof: await solved() })).status, 200)
    const over = await order(from, realPhone(), { proof: await solved() })
    assert.deepEqual([over.status, over.error], [429, 'TOO_MANY_REQUESTS'])
    assert.equal((await order(freshAddress())).status, 200)
  })

  it('SEC-16: concurrent requests of an address get no more free codes than successive ones', async () => {
    const [from, burst] = [freshAddress(), 60]
    const answers = await Promise.all(Array.from({ length: burst }, () => order(from)))
    assert.equal(answers.filter(({ status }) => status === 200).length, FREE_CODES)
    assert.equal(answers.filter(({ status }) => status === 428).length, burst - FREE_CODES)
  })

  it('SEC-16: a phone gets a limited number a day, over all requesters; its logged-in owner still gets codes', async () => {
    const { password, userName } = await api.manager()
    const phone = realPhone()
    const statuses = new Map<number, number>()
    for (let n = 0; n < 40; n++) {
      const { status } = await order(freshAddress(), phone)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.deepEqual([statuses.get(200), statuses.get(429)], [30, 10])
    const user = await api.login(userName, password)
    assert.equal((await user.attempt(routes.phoneCode, { body: { phone } })).status, 200)
  })

  it('FLT-13: while the gateway is down: 503 after one retry, and the request is not counted', async () => {
    const from = freshAddress()
    const phone = realPhone()
    gateway.calls.length = 0
    gateway.statuses = [500, 503]
    const failed = await order(from, phone)
    assert.deepEqual([failed.status, failed.error], [503, 'SMS_UNAVAILABLE'])
    assert.ok(Number(failed.headers.get('retry-after')) > 0)
    assert.equal(gateway.calls.length, 2)
    assert.equal((await order(from, phone)).status, 200, 'at once, not a minute later')
    gateway.statuses = [502]
    assert.equal((await order(from, realPhone())).status, 200, 'the retry got through')
    gateway.statuses = [400]
    gateway.calls.length = 0
    assert.equal((await order(freshAddress())).status, 503)
    assert.equal(gateway.calls.length, 1, 'what the gateway refuses is not sent again')
  })

  it('FLT-13: messages that were refused at the same moment do not come back at the same moment', async () => {
    gateway.calls.length = 0
    gateway.statuses = []
    const phones = Array.from({ length: REFUSED_TOGETHER }, realPhone)
    gateway.refusedOnce = new Set(phones)
    const answers = await Promise.all(phones.map((phone) => order(freshAddress(), phone)))
    assert.ok(answers.every(({ status }) => status === 200))
    const pauses = phones.map((phone) => {
      const [first, second] = gateway.calls.filter(({ body }) => body.includes(phone)).map(({ at }) => at)
      return second! - first!
    })
    assert.ok(
      pauses.every((pause) => pause >= 249),
      pauses.join(),
    )
    const spread = Math.max(...pauses) - Math.min(...pauses)
    assert.ok(spread > 20, `all came back after ${pauses.join()} ms`)
  })

  it('ASVS 15.3.2: redirects of the gateway are not followed, so that no other server gets the code', async () => {
    gateway.calls.length = 0
    gateway.statuses = [307, 307]
    const failed = await order(freshAddress(), realPhone())
    assert.deepEqual([failed.status, failed.error], [503, 'SMS_UNAVAILABLE'])
    assert.equal(gateway.calls.length, 2, 'the call and its one retry')
  })

  it('FLT-13: calls to the gateway are signed and contain kind, id and purpose', async () => {
    const phone = realPhone()
    gateway.calls.length = 0
    await order(freshAddress(), phone)
    const [call] = gateway.calls
    const { id, ...message } = JSON.parse(call?.body ?? '') as Record<string, string>
    assert.match(id ?? '', /^[0-9a-f-]{36}$/)
    assert.deepEqual(
      { ...message, code: message['code']?.length },
      {
        kind: 'code',
        phone,
        purpose: 'login',
        code: SMS_CODE.length,
        templateId: 'code',
        params: { code: message['code'] },
      },
    )
    const timestamp = String(call?.headers['x-consilium-timestamp'])
    const expected = createHmac('sha256', SECRET).update(`${timestamp}.${call?.body}`).digest('hex')
    assert.equal(call?.headers['x-consilium-signature'], `sha256=${expected}`)
    assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60)
  })

  it('SEC-7: the old phone is notified of a change by SMS', async () => {
    const { phone, userId } = await api.expert()
    gateway.calls.length = 0
    const body = { userId, phone: freshPhone() }
    await admin.call(routes.replacePhone, { body })
    for (let n = 0; n < 100 && gateway.calls.length === 0; n++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    const message = JSON.parse(gateway.calls[0]?.body ?? '{}') as Record<string, unknown>
    assert.deepEqual(
      [message['kind'], message['notice'], message['phone']],
      ['notice', 'phoneChanged', phone],
    )
  })
})
