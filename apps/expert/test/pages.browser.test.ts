// Engine: postgres
// The pages as the service answers them, without a browser; their build is that of the browser tests.
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { createClient } from '@consilium/contract/client.ts'
import { SCHEDULED, openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { freshPhone, startApi, type User } from '@consilium/api/test/harness.ts'
import { isOfExperts } from '@consilium/web-kit/expert-paths.ts'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../../office/dist', import.meta.url))
const HOUR_MS = 3_600_000
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

  it('HSE-29 AUT-5: are those of experts alone: others have the office there, and visitors without a session the login', async () => {
    const { cookie, attendeeId } = await invited()
    const manager = await cookieOf(await api.manager())
    for (const path of ['/', '/messages', `/my-meetings/${attendeeId}?a=1`]) {
      assert.ok(!(await (await open(path, { cookie })).text()).includes(OFFICE), path)
      assert.ok((await (await open(path, { cookie: manager })).text()).includes(OFFICE), path)
      for (const none of ['', 'consilium_session=0123456789abcdefghij']) {
        const page = await open(path, { cookie: none })
        assert.equal(page.status, 303)
        const login = new URL(page.headers.get('location') ?? '', api.app.url)
        assert.deepEqual(
          [login.pathname, login.searchParams.get('returnTo')],
          ['/login', path === '/' ? null : path],
        )
      }
    }
    const bearer = (await api.expert()).token
    assert.equal((await open('/', { authorization: `Bearer ${bearer}` })).status, 303)
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
      assert.equal(written.status, 204, path)
    }
    const { path } = attendeeRoutes.reply
    const headers = { cookie, origin, 'content-type': 'application/json' }
    assert.equal((await api.raw(path, { method: 'PUT', body: reply, headers })).status, 401)
    assert.equal((await expert.call(attendeeRoutes.get, { params: { attendeeId } })).reply, null)
  })

  it('HSE-29 SEC-4: an account that has to choose a password first is led there from every page, and to nothing else', async () => {
    const phone = freshPhone()
    const { meetingId } = await world.meeting(SCHEDULED)
    await world.attendee(meetingId, { phone, name: '新专家' })
    const cookie = await cookieOf({ userName: phone, password: phone })
    for (const path of ['/', '/my-meetings/1', '/security', '/messages']) {
      const page = await open(path, { cookie })
      assert.deepEqual([page.status, page.headers.get('location')], [303, '/password'], path)
    }
    const html = await (await open('/password', { cookie, 'accept-language': 'en' })).text()
    assert.match(html, /Set a new password/)
    assert.match(html, /name="smsCode"/)
    assert.doesNotMatch(html, /<nav/)
    for (const [form] of html.matchAll(/<form[^>]*>/g)) assert.match(form, /method="post"/)
    // After a login by a code the phone is proven.
    const proven = await (await open('/password', { cookie: `${cookie}; consilium_proven=1` })).text()
    assert.doesNotMatch(proven, /name="(?:smsCode|oldPassword)"/)
  })
})

describe('an address that is no page', () => {
  const STRAY = [
    '/nowhere',
    '/n/',
    '/login/again',
    '/forgotten/1',
    '/projects/1/2/3',
    '/missing/1',
    '//nowhere',
  ]

  it('HSE-29: is not found for experts and visitors, in their language, with no script but that of all their pages', async () => {
    const { cookie } = await invited()
    for (const path of [...STRAY, '/missing', '/n/none-such', '/n/AAAAAAAA'])
      for (const [language, word] of [
        ['en', /<h1[^>]*>(?:Page not found|This link does not work)</],
        ['zh-CN', /<h1[^>]*>(?:页面不存在|链接无法打开)</],
      ] as const)
        for (const who of ['', 'consilium_session=0123456789abcdefghij', cookie]) {
          const page = await open(path, { cookie: who, 'accept-language': language })
          // Whom a short address is for is known after the login.
          if (who !== cookie && isOfExperts(path)) {
            assert.equal(page.status, 303, path)
            continue
          }
          const html = await page.text()
          assert.equal(page.status, 404, path)
          assert.match(html, word)
          assert.equal([...html.matchAll(/<script/g)].length, 1, path)
          assert.equal(html.includes('data-user'), who === cookie, path)
          assert.equal(page.headers.get('cache-control'), 'no-store')
        }
    const { headers, status } = await open('/nowhere', {}, { method: 'HEAD' })
    assert.deepEqual([status, headers.get('content-type')], [404, 'text/html; charset=utf-8'])
    assert.equal((await open('/nowhere', { accept: 'application/json' })).status, 404)
  })

  it('HSE-29: is told to people of the office in the frame of the office, which has every address of its router', async () => {
    const manager = await cookieOf(await api.manager())
    const [nowhere, projects] = [await open('/nowhere', { cookie: manager }), await open('/Projects/1/')]
    assert.deepEqual([nowhere.status, projects.status], [404, 200])
    for (const page of [nowhere, projects]) assert.ok((await page.text()).includes(OFFICE))
    const paths = JSON.parse(readFileSync(`${DIST}/server/paths.json`, 'utf8')) as string[]
    assert.ok(paths.length > 80 && paths.includes('/meetings/$meetingId/edit'), paths.join(' '))
    for (const path of paths.map((each) => each.replaceAll(/\$\w+/g, '1'))) {
      const page = await open(path, { cookie: manager })
      assert.ok(page.status === 200 && (await page.text()).includes(OFFICE), path)
    }
    assert.equal((await open('/server/paths.json')).status, 404)
  })

  it('HSE-29: with a slash at its end is the page without it', async () => {
    for (const [path, plain] of [
      ['/my-payments/?year=2026', '/my-payments?year=2026'],
      ['/login/', '/login'],
    ] as const) {
      const page = await open(path)
      assert.deepEqual([page.status, page.headers.get('location')], [303, plain])
    }
  })

  it('NOT-1: a short address leads an expert to the record without the office', async () => {
    const { cookie, expert, attendeeId } = await invited()
    const code = 'Cc2Dd3Ee'
    const to = { user_id: expert.userId, resource: 'meetingAttendee', record_id: attendeeId }
    const expire_time = seasonClock.wire(new Date(seasonClock.now().getTime() + HOUR_MS))
    await api.db
      .insertInto('notice_link')
      .values({ ...to, code, expire_time })
      .execute()
    const page = await open(`/n/${code}`, { cookie })
    assert.deepEqual([page.status, page.headers.get('location')], [303, `/my-meetings/${attendeeId}`])
    const other = await open(`/n/${code}`, { cookie: (await invited()).cookie, 'accept-language': 'en' })
    assert.equal(other.status, 404)
    assert.match(await other.text(), /href="\/messages"[^>]*><span>All messages/)
  })
})

describe('the pages outside a session', () => {
  const PATHS = [
    '/login',
    '/register',
    '/register/expert',
    '/register/sponsor',
    '/forgotten',
    '/mail-confirmation',
  ]

  it('HSE-29: are in the HTML for everybody, in both languages, and for no search engine or cache', async () => {
    const { cookie } = await invited()
    for (const path of PATHS)
      for (const [language, word] of [
        ['en', /Privacy notice/],
        ['zh-CN', /个人信息处理说明/],
      ] as const) {
        const headers = { 'accept-language': language, ...(path === '/login' ? {} : { cookie }) }
        const page = await open(path, headers)
        const html = await page.text()
        assert.equal(page.status, 200, path)
        assert.match(html, word)
        assert.match(html, /<meta name="robots" content="noindex"/)
        assert.ok(!html.includes(OFFICE) && !html.includes('data-user'), path)
        assert.equal(page.headers.get('cache-control'), 'no-store')
      }
  })

  it('HSE-29 SEC-24: an address that cannot be read is a page that does not exist, in the language of the visitor', async () => {
    const { cookie } = await invited()
    for (const [path, status] of [
      ['/register/%zz', 404],
      ['/register/nobody', 404],
      ['/my-meetings/%E4%', 404],
      ['/messages/%', 404],
      ['/publicity/projects/%zz', 404],
      ['/verify/%zz', 404],
      ['/projects/%zz', 200],
    ] as const)
      for (const [language, word] of [
        ['en', 'lang="en"'],
        ['zh-CN', 'lang="zh-CN"'],
      ] as const) {
        const page = await open(path, { cookie, 'accept-language': language })
        assert.equal(page.status, status, path)
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/, path)
        if (path !== '/projects/%zz') assert.ok((await page.text()).includes(word), path)
      }
    const anonymous = await open('/my-meetings/%zz?a=%zz')
    assert.equal(anonymous.status, 303)
    assert.equal((await api.raw('/business/project/%zz')).status, 400)
  })

  it('ASVS 3.7.2: whoever is logged in is led on from the login, to an address of this site alone', async () => {
    const { cookie } = await invited()
    const ledTo = async (returnTo: string) => {
      const page = await open(`/login?${new URLSearchParams({ returnTo }).toString()}`, { cookie })
      assert.equal(page.status, 303, returnTo)
      return page.headers.get('location')
    }
    assert.equal(await ledTo('/my-payments?year=2026#tax'), '/my-payments?year=2026#tax')
    for (const elsewhere of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '/\t/evil.example/',
      '/.//evil.example/',
      'javascript:alert(1)',
      '',
    ])
      assert.equal(await ledTo(elsewhere), '/', JSON.stringify(elsewhere))
    assert.equal((await open('/login', { cookie })).headers.get('location'), '/')
    assert.equal((await open('/login', { cookie: 'consilium_session=0123456789abcdefghij' })).status, 200)
  })

  it('HSE-29 SEC-26: nothing typed comes into an address without the script, and no form of another site logs in', async () => {
    const { expert } = await invited()
    for (const path of PATHS) {
      const html = await (await open(path)).text()
      for (const [form] of html.matchAll(/<form[^>]*>/g)) assert.match(form, /method="post"/, path)
      for (const [button] of html.matchAll(/<button[^>]*type="submit"[^>]*>/g))
        assert.match(button, /disabled/, path)
    }
    const fields = new URLSearchParams({ username: expert.userName, password: expert.password })
    const headers = { origin: 'https://elsewhere.example' }
    const page = await open('/login', headers, { method: 'POST', body: fields })
    // The browser stays where it is, with what was typed.
    assert.deepEqual([page.status, page.headers.getSetCookie(), await page.text()], [204, [], ''])
    const called = await api.raw(accountRoutes.login.path, { method: 'POST', headers, body: fields })
    assert.ok(called.status >= 400 && called.headers.getSetCookie().length === 0, `${called.status}`)
  })

  it('HSE-29: what comes with the address is shown as it is written', async () => {
    const token = encodeURIComponent('"><img src=x onerror=alert(1)>')
    for (const path of [
      `/mail-confirmation?token=${token}`,
      `/login?returnTo=${token}`,
      `/register/${token}`,
    ])
      assert.doesNotMatch(await (await open(path)).text(), /<img src=x/)
  })
})
