// Engine: postgres
// The pages outside a session, which the service renders for everybody.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import type { Page } from 'playwright-core'
import { freshName, freshPhone, type User } from '@consilium/api/test/harness.ts'
import {
  assertAccessibleEverywhere,
  assertNoSideScroll,
  assertPage,
  assertTargets,
  PHONE,
} from '../page-checks.ts'
import { logRequests } from '../page-watch.ts'
import { often } from '@consilium/test-kit/often.ts'
import { openPortal } from '../portal.ts'

/** The first code of an address already asks for a proof of work. */
const { api, origin, visit } = await openPortal({ env: { SMS_FREE_PER_DAY_AND_ADDRESS: '0' } })

const NARROW = { width: 320, height: 640 }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const password = (page: Page) => page.getByRole('textbox', { name: '密码' })

async function logIn(page: Page, user: User): Promise<void> {
  await page.getByLabel('用户名').fill(user.userName)
  await password(page).fill(user.password)
  await button(page, '登录').click()
}

describe('the login', () => {
  it('HSE-29: loads a few scripts of its own, nothing of the office, and returns to the page that was asked for', async () => {
    const expert = await api.expert()
    await visit(
      { path: '/my-profile?from=mail', viewport: PHONE, expected: [/401/], ownWindow: true },
      async (page) => {
        await page.getByLabel('用户名').waitFor()
        assert.equal(new URL(page.url()).searchParams.get('returnTo'), '/my-profile?from=mail')
        await page.goto('/login?returnTo=/my-meetings')
        await page.waitForLoadState('networkidle')
        const loaded = await page.evaluate<string[]>(
          `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith('.js'))`,
        )
        assert.ok(loaded.length > 0)
        assert.ok(
          loaded.every((path) => path.startsWith('/expert/')),
          loaded.join(),
        )
        await logIn(page, expert)
        await page.waitForURL('**/my-meetings')
        await page.getByRole('navigation').first().waitFor()
        // The login is not left behind the page.
        await page.goBack()
        await page.waitForURL((url) => url.pathname !== '/login')
      },
    )
  })

  it('HSE-29: a link on another site, which brings no cookie along, leads through the login to its page', async () => {
    const expert = await api.expert()
    await visit({ as: expert, path: '/', expected: [/asks elsewhere/] }, async (page) => {
      await page.goto(`${origin.replace('127.0.0.1', 'localhost')}/privacy`)
      const requests = logRequests(page)
      await page.evaluate(`location.assign('${origin}/my-meetings?isUpcoming=false')`)
      await page.waitForURL(`${origin}/my-meetings?isUpcoming=false`)
      await page.getByRole('heading', { level: 1, name: '我的会议' }).waitFor()
      assert.equal(requests.matching(/^GET \/login\?/).length, 1)
      assert.equal(requests.matching(/^GET \/my-meetings/).length, 2)
    })
  })

  it('ASVS 3.7.2: an address that a browser would read as another site is not followed', async () => {
    const manager = await api.manager()
    // By the function that the server calls too, of which apps/expert/test/pages.browser.test.ts shows each of these.
    const elsewhere = [
      '/.//evil.example/',
      '/\t/evil.example/',
      '//evil.example/',
      '/\\\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
    ]
    for (const returnTo of elsewhere.slice(0, often(1, elsewhere.length)))
      await visit({ path: `/login?${new URLSearchParams({ returnTo }).toString()}` }, async (page) => {
        await logIn(page, manager)
        await page.getByRole('navigation').first().waitFor()
        assert.equal(page.url(), `${origin}/`)
      })
  })

  it('UX-21 WEB-9: names what is missing and what is wrong, keeps what was typed in another language, and shows the password', async () => {
    const manager = await api.manager()
    await visit({ path: '/login', viewport: NARROW }, async (page) => {
      await button(page, '登录').click()
      await page.locator('[name=username]:focus').waitFor()
      await page.getByText('请填写用户名').waitFor()
      await page.getByText('请填写密码').waitFor()
      await logIn(page, { ...manager, password: 'wrong-password' })
      await page.locator('.notice[role=alert]').waitFor()
      await assertAccessibleEverywhere(page, 'a refused login')
      await page.setViewportSize(NARROW)
      await assertNoSideScroll(page, 'a refused login')
      await assertTargets(page, 'a refused login')
      await button(page, '显示密码').click()
      assert.equal(await password(page).getAttribute('type'), 'text')
      await button(page, 'English').click()
      await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
      assert.equal(await page.locator('html').getAttribute('lang'), 'en')
      assert.equal(await page.getByLabel('User name').inputValue(), manager.userName)
      await page.getByRole('textbox', { name: 'Password' }).fill(manager.password)
      await button(page, 'Log in').click()
      // The office has the language that was chosen.
      await page.getByRole('button', { name: /^Account: / }).waitFor()
    })
  })

  it('WEB-5: its ways are tabs for the keyboard too', async () => {
    await visit({ path: '/login' }, async (page) => {
      const tab = (name: string) => page.getByRole('tab', { name })
      await button(page, '登录').waitFor()
      await tab('密码登录').press('ArrowRight')
      await page.getByLabel('手机号').waitFor()
      assert.equal(await tab('短信登录').getAttribute('aria-selected'), 'true')
      assert.equal(await page.getByLabel('用户名').isVisible(), false)
      await tab('短信登录').press('ArrowRight')
      await page.getByLabel('用户名').waitFor()
    })
  })

  it('SEC-16: a code that asks for a proof of work is sent after it, which a worker solves', async () => {
    await visit({ path: '/login', language: 'zh-CN' }, async (page) => {
      const requests = logRequests(page)
      await page.getByRole('tab', { name: '短信登录' }).click()
      const send = page.getByRole('button', { name: /获取验证码/ })
      assert.ok(await send.isDisabled())
      await page.getByLabel('手机号').fill('1380013800')
      assert.ok(await send.isDisabled())
      await page.getByLabel('手机号').fill(`１${freshPhone().slice(1).replace('0', '3')}`)
      await send.click()
      await page.getByText('验证码已发送，5 分钟内有效').waitFor()
      await page.getByText(/^\d+ 秒后可重发$/).waitFor()
      assert.equal(requests.matching(/^GET .*\/login\/challenge$/).length, 1)
      assert.equal(requests.matching(/^POST .*\/login\/smsCode$/).length, 2)
      assert.ok(requests.matching(/proof-of-work\.js$/).length > 0)
    })
  })
})

describe('registering', () => {
  it('WEB-40: leads to the login if that failed, and asks before a half-filled form is left', async () => {
    await visit({ path: '/register' }, async (page) => {
      await page.getByRole('link', { name: '申办方' }).click()
      await page.getByRole('heading', { level: 1, name: '申办方注册' }).waitFor()
      await page.getByLabel('单位名称').fill(freshName('申办方'))
      await page.getByLabel('联系人姓名').fill('王晓明')
      await page.getByLabel('用户名').fill(freshName('u').slice(0, 12))
      const asked = page.waitForEvent('dialog')
      const leaving = page.goto('/login').catch(() => undefined)
      await (await asked).dismiss()
      await leaving
      assert.equal(new URL(page.url()).pathname, '/register/sponsor')
      const phone = freshPhone()
      await page.getByLabel('手机号').fill(phone)
      await page.locator('[name=smsCode]').fill('123456')
      await page.locator('[name=password]').fill(' mit Leerzeichen am Ende ')
      await button(page, '显示密码').click()
      await page.locator('[name=privacyVersion]').check()
      const refusal = { code: 401, msg: '登录失败', error: 'LOGIN_FAILED', requestId: 'refused' }
      await page.route('**/api/login', (route) => route.fulfill({ status: 401, json: refusal }))
      await page.route('**/api/register/sponsor', async (route) => {
        const body = route.request().postDataJSON() as { password: string; privacyVersion: string }
        assert.equal(body.password, ' mit Leerzeichen am Ende ')
        assert.match(body.privacyVersion, /^\d{4}-\d\d-\d\d$/)
        await route.fulfill({ json: { code: 200, msg: '', data: {} } })
      })
      await button(page, '注册').click()
      await page.getByText('注册成功，请登录').waitFor()
      await assertAccessibleEverywhere(page, 'registered')
      await page.getByRole('link', { name: '登录', exact: true }).first().click()
      await page.getByLabel('用户名').waitFor()
    })
  })

  it('UX-21 UX-22: all pages outside a session are accessible and fit phone and desktop, in both languages', async () => {
    const paths = [
      '/login',
      '/register',
      '/register/expert',
      '/register/executor',
      '/register/sponsor',
      '/forgotten',
      '/mail-confirmation',
    ]
    // A usual run judges each page in one of the languages, whose colors and roles are the same.
    const parts = often(2, 1)
    for (const [half, language] of (['zh-CN', 'en'] as const).entries())
      await visit({ language }, async (page) => {
        for (const [at, path] of paths.entries()) {
          await page.goto(path)
          await page.setViewportSize(NARROW)
          await assertNoSideScroll(page, `${path} at 320 px`)
          if (at % parts === half % parts) await assertPage(page, path, Math.floor(at / 2))
        }
      })
  })
})

it('WEB-1: the office notices who logs in on this page in another window', async () => {
  const [manager, stranger] = [await api.manager(), await api.manager()]
  await visit({ as: manager, path: '/projects' }, async (page) => {
    await page.getByRole('navigation').first().waitFor()
    const other = await page.context().newPage()
    await page.context().request.post(BASE_PATH + accountRoutes.logout.path, {
      headers: { [SESSION_HEADER]: SESSION_IN_COOKIE },
    })
    await other.goto('/login')
    await logIn(other, stranger)
    await page.getByRole('dialog', { name: '请重新登录' }).getByText('此浏览器已登录其他账号').waitFor()
  })
})
