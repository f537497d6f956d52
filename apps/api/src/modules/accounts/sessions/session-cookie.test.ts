// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes as routes } from '@consilium/contract/accounts/accounts.ts'
import { createClient, type CallInput, type Outcome } from '@consilium/contract/client.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import type { Route } from '@consilium/contract/route.ts'
import { freshName, startApi } from '../../../../test/harness.ts'

const SESSION_SECONDS = 12 * 60 * 60

const api = await startApi()
after(() => api.close())
const admin = await api.admin()
const credentials = { username: 'admin', password: admin.password }

interface Cookie {
  value: string
  attributes: string[]
}

/** The attributes of the session cookie in a response. */
const sessionCookie = (headers: Headers): string[] =>
  headers
    .getSetCookie()
    .find((cookie) => /session=/.test(cookie))
    ?.split('; ') ?? []

function cookieOf({ headers }: { headers: Headers }): Cookie | undefined {
  const [pair, ...attributes] = sessionCookie(headers)
  return pair?.startsWith('consilium_session=') ? { value: pair.split('=')[1] ?? '', attributes } : undefined
}

/** A browser: it keeps the cookie and sends it with every call. */
function browserAt(baseUrl: string) {
  const client = createClient({ baseUrl, session: 'cookie' })
  let value = ''
  async function attempt<R extends Route>(route: R, input: CallInput<R>): Promise<Outcome<R>> {
    const headers = { cookie: `consilium_session=${value}` }
    const outcome = await client.attempt(route, { ...input, headers })
    value = cookieOf(outcome)?.value ?? value
    return outcome
  }
  return {
    cookie: () => value,
    attempt,
    call: async <R extends Route>(route: R, input: CallInput<R>) => (await attempt(route, input)).data,
  }
}

describe('the session of a browser', () => {
  it('AUT-1: is in an HttpOnly cookie, and not in the answer', async () => {
    const reply = await createClient({ baseUrl: api.baseUrl, session: 'cookie' }).attempt(routes.login, {
      body: credentials,
    })
    const cookie = cookieOf(reply)
    assert.equal(reply.data.token, '')
    assert.ok(Buffer.from(cookie?.value ?? '', 'base64url').length >= 32)
    const expected = ['HttpOnly', `Max-Age=${SESSION_SECONDS}`, 'Path=/', 'SameSite=Strict']
    assert.deepEqual(cookie?.attributes.toSorted(), expected)
  })

  it('AUT-1 SEC-26 SEC-40: over HTTPS no other host and no unencrypted connection can set or read it', async () => {
    const other = await startApi({ env: { PUBLIC_URL: 'https://consilium.example' } })
    try {
      const client = createClient({ baseUrl: other.baseUrl, session: 'cookie' })
      const { password } = await other.admin()
      const { headers } = await client.attempt(routes.login, { body: { username: 'admin', password } })
      const [pair = '', ...attributes] = sessionCookie(headers)
      assert.match(pair, /^__Host-consilium_session=[\w-]{43}$/)
      const expected = ['HttpOnly', `Max-Age=${SESSION_SECONDS}`, 'Path=/', 'SameSite=Strict', 'Secure']
      assert.deepEqual(attributes.toSorted(), expected)
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains')
      const info = (cookie: string) => other.raw('/getInfo', { headers: { cookie } })
      assert.equal((await info(pair)).status, 200)
      const unprefixed = pair.replace('__Host-', '')
      assert.equal((await info(unprefixed)).status, 401, 'a cookie that any host could have set')
    } finally {
      await other.close()
    }
  })

  it('AUT-1: is set as a cookie only on request', async () => {
    const reply = await api.anonymous.attempt(routes.login, { body: credentials })
    assert.equal(cookieOf(reply), undefined)
    assert.notEqual(reply.data.token, '')
  })

  it('AUT-1: reads and writes until logging out, which deletes the cookie', async () => {
    const browser = browserAt(api.baseUrl)
    await browser.call(routes.login, { body: credentials })
    const kept = browser.cookie()
    assert.equal((await browser.call(profileRoutes.getInfo, {})).user.userName, 'admin')
    const left = await browser.attempt(routes.logout, {})
    assert.equal(left.status, 200)
    assert.equal(browser.cookie(), '')
    assert.ok(cookieOf(left)?.attributes.includes('Max-Age=0'))
    const late = await api.raw('/getInfo', { headers: { cookie: `consilium_session=${kept}` } })
    assert.equal(late.status, 401)
  })

  it('SEC-26: a new login replaces the session of the old cookie, and no other', async () => {
    const browser = browserAt(api.baseUrl)
    const elsewhere = browserAt(api.baseUrl)
    for (const each of [browser, elsewhere]) await each.call(routes.login, { body: credentials })
    const former = browser.cookie()
    const info = (token: string) => api.raw('/getInfo', { headers: { cookie: `consilium_session=${token}` } })
    const wrong = { ...credentials, password: 'wrong-password' }
    assert.equal((await browser.attempt(routes.login, { body: wrong })).status, 401)
    assert.equal((await info(former)).status, 200, 'a login that failed replaces nothing')
    await browser.call(routes.login, { body: credentials })
    assert.notEqual(browser.cookie(), former)
    assert.equal((await info(former)).status, 401)
    for (const each of [browser, elsewhere]) assert.equal((await info(each.cookie())).status, 200)
  })

  it('AUT-1: changing the password sets the cookie of the new session', async () => {
    const manager = await api.manager()
    const browser = browserAt(api.baseUrl)
    await browser.call(routes.login, { body: { username: manager.userName, password: manager.password } })
    const before = browser.cookie()
    const body = { oldPassword: manager.password, newPassword: freshName('Pw-') }
    const data = await browser.call(routes.changePassword, { body })
    assert.equal(data.token, '')
    assert.notEqual(browser.cookie(), before)
    assert.equal((await browser.attempt(profileRoutes.getInfo, {})).status, 200)
  })
})

describe('a page of another origin', () => {
  const withCookie = async (path: string, init: RequestInit = {}) => {
    const browser = browserAt(api.baseUrl)
    await browser.call(routes.login, { body: credentials })
    const headers = { cookie: `a=b; consilium_session=${browser.cookie()}; c=d`, ...(init.headers as object) }
    return api.raw(path, { ...init, headers })
  }

  it('AUT-1: cannot write with the cookie, as it cannot send the header', async () => {
    assert.equal((await withCookie('/getInfo')).status, 200)
    assert.equal((await withCookie('/logout', { method: 'POST' })).status, 401)
    const answer = await withCookie('/logout', { method: 'POST', headers: { 'x-session': 'cookie' } })
    assert.equal(answer.status, 200)
  })

  it('AUT-1: is not allowed to send the header', async () => {
    const headers = {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-session',
    }
    const answer = await withCookie('/logout', { method: 'OPTIONS', headers })
    assert.equal(answer.headers.get('access-control-allow-headers'), null)
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
  })

  it('AUT-1: a bearer token takes precedence over the cookie', async () => {
    const bearer = (token: string) =>
      withCookie('/getInfo', { headers: { authorization: `Bearer ${token}` } })
    const expert = await api.expert()
    const named = (await (await bearer(expert.token)).json()) as { data: { user: { userId: number } } }
    assert.equal(named.data.user.userId, expert.userId)
    assert.equal((await bearer('A'.repeat(43))).status, 401)
  })
})
