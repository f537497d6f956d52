// Engine: both
// The pages as the service answers them, without a browser; their build is that of the browser tests.
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { createClient } from '@consilium/contract/client.ts'
import { SCHEDULED, openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { freshPhone, startApi, type User } from '@consilium/api/test/harness.ts'
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** Element of the office's page that its script fills. */
const OFFICE = '<div id="root">'

const api = await startApi({ clock: seasonClock, env: { WEB_DIR: DIST } })
after(() => api.close())
const world = await openWorld(api)

async function cookieOf({ userName, password }: Pick<User, 'userName' | 'password'>): Promise<string> {
  const client = createClient({ baseUrl: api.baseUrl, session: 'cookie' })
  const { headers } = await client.attempt(accountRoutes.login, { body: { username: userName, password } })
  const session = headers.getSetCookie().find((cookie) => /^consilium_session=[\w-]/.test(cookie))
  return session?.split(';')[0] ?? ''
}

const open = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(api.app.url + path, { redirect: 'manual', ...init, headers: { accept: 'text/html', ...headers } })

async function invited() {
  const expert = await world.expert({}, null)
  const { meetingId } = await world.meeting(SCHEDULED)
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  return { expert, attendeeId, cookie: await cookieOf(expert) }
}

describe('the pages of an expert', () => {
  it('HSE-29: hold what they show, in both languages, and nothing for the next visitor', async () => {
    const { cookie, attendeeId } = await invited()
    const page = await open(`/my-meetings/${attendeeId}`, { cookie, 'accept-language': 'en' })
    const html = await page.text()
    assert.match(html, /<html lang="en">/)
    assert.match(html, /心衰诊疗提升/)
    assert.match(html, /I attend/)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /script-src 'self';.*frame-ancestors 'none'/,
    )
    const chosen = await open('/', {
      cookie: `${cookie}; consilium_look=zh-CN.dark`,
      'accept-language': 'en',
    })
    const inChinese = await chosen.text()
    assert.match(inChinese, /<html lang="zh-CN">/)
    assert.match(inChinese, /<meta name="color-scheme" content="dark"/)
    assert.doesNotMatch(inChinese, /prefers-color-scheme: dark\)\s*\{/)
  })

  it('HSE-29 AUT-5: are those of experts alone: everybody else has the office at the same address', async () => {
    const { cookie, attendeeId } = await invited()
    const manager = await cookieOf(await api.manager())
    for (const path of ['/', '/messages', `/my-meetings/${attendeeId}`]) {
      assert.ok(!(await (await open(path, { cookie })).text()).includes(OFFICE), path)
      for (const other of ['', manager, 'consilium_session=0123456789abcdefghij'])
        assert.ok((await (await open(path, { cookie: other })).text()).includes(OFFICE), path)
    }
    const bearer = (await api.expert()).token
    assert.ok((await (await open('/', { authorization: `Bearer ${bearer}` })).text()).includes(OFFICE))
  })

  it('HSE-29: the meeting of another expert is not found, and neither is an address that is none', async () => {
    const [mine, theirs] = [await invited(), await invited()]
    for (const path of [`/my-meetings/${theirs.attendeeId}`, '/my-meetings/999999', '/my-meetings/none']) {
      const page = await open(path, { cookie: mine.cookie })
      assert.equal(page.status, 404, path)
      assert.doesNotMatch(await page.text(), /心衰诊疗提升/)
    }
  })

  it('HSE-29: a name with markup is shown as it is written', async () => {
    const { cookie, expert } = await invited()
    const { meetingId } = await world.meeting({
      ...SCHEDULED,
      scheduleLocation: '<img src=x onerror=alert(1)>',
    })
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    for (const path of [
      '/my-meetings',
      `/my-meetings/${attendeeId}`,
      '/my-meetings?meetingName="><script>1</script>',
    ])
      assert.doesNotMatch(await (await open(path, { cookie })).text(), /<img src=x|<script>1/)
  })

  it('HSE-29 SEC-26: a page of another site can neither write through them nor with their cookie', async () => {
    const { cookie, expert, attendeeId } = await invited()
    const reply = JSON.stringify({ attendeeId, reply: 'declined', reason: '门诊冲突' })
    const origin = 'https://elsewhere.example'
    for (const path of ['/', '/my-meetings', `/my-meetings/${attendeeId}`, '/messages']) {
      const written = await open(path, { cookie, origin }, { method: 'POST', body: reply })
      assert.ok([404, 405].includes(written.status), `${path} ${written.status}`)
    }
    const { path } = attendeeRoutes.reply
    const headers = { cookie, origin, 'content-type': 'application/json' }
    assert.equal((await api.raw(path, { method: 'PUT', body: reply, headers })).status, 401)
    assert.equal((await expert.call(attendeeRoutes.get, { params: { attendeeId } })).reply, null)
  })

  it('HSE-29 SEC-4: an account that has to choose a password first is left to the office', async () => {
    const phone = freshPhone()
    const { meetingId } = await world.meeting(SCHEDULED)
    await world.attendee(meetingId, { phone, name: '新专家' })
    const cookie = await cookieOf({ userName: phone, password: phone })
    assert.ok((await (await open('/', { cookie })).text()).includes(OFFICE))
  })
})
