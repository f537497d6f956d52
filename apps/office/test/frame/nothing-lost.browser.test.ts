// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import type { Locator, Page, Route } from 'playwright-core'
import type { User } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertAccessible, goWithin } from '../page-checks.ts'
import { logRequests } from '../page-watch.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const { manager, world } = { manager: await api.manager(), world: await openWorld(api) }

const CREATES_PROJECT = /^POST \/api\/business\/project$/
const headers = { [SESSION_HEADER]: SESSION_IN_COOKIE }
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const nameOf = (page: Page) => page.getByRole('textbox', { name: '项目名称' })
const again = (page: Page) => page.getByRole('dialog', { name: '请重新登录' })
const focused = (page: Page) => page.evaluate<string>('document.activeElement.tagName')

const endSession = (page: Page) =>
  page.context().request.post(BASE_PATH + accountRoutes.logout.path, { headers })

async function enterPassword(page: Page, password: string): Promise<void> {
  await again(page).getByRole('textbox', { name: '密码' }).fill(password)
  await button(again(page), '登录').click()
}

const named = async (user: User, projectName: string) =>
  (await user.call(projectRoutes.list, { query: { projectName } })).rows

describe('a session that ends', () => {
  it('WEB-1: asks for the password over the page, in every window, and sends what was refused', async () => {
    await visit({ as: manager, path: '/projects/new' }, async (page) => {
      await nameOf(page).fill('南方会诊项目')
      const other = await page.context().newPage()
      await other.goto('/projects/new')
      await nameOf(other).fill('北方会诊项目')
      await page.bringToFront()
      await endSession(page)
      await button(page, '保存').click()
      await again(page).waitFor()
      await again(other).waitFor()
      await page.locator('[role=dialog] input[name=password]:focus').waitFor()
      await page.keyboard.press('Escape')
      await assertAccessible(page, 'the login over a page')
      await enterPassword(page, 'wrong-password')
      await again(page).getByRole('alert').waitFor()
      assert.equal((await named(manager, '南方会诊项目')).length, 0)
      await enterPassword(page, manager.password)
      await page.waitForURL(/\/projects\/\d+$/)
      assert.equal((await named(manager, '南方会诊项目')).length, 1)

      await again(other).waitFor({ state: 'detached' })
      assert.equal(await nameOf(other).inputValue(), '北方会诊项目')
      await button(other, '保存').click()
      await other.waitForURL(/\/projects\/\d+$/)
    })
  })

  it('WEB-1: another account in another window sends nothing of this one; logging out asks before text is lost', async () => {
    const stranger = await api.manager()
    await visit({ as: manager, path: '/projects/new' }, async (page) => {
      await nameOf(page).fill('西部会诊项目')
      const clean = await page.context().newPage()
      await clean.goto('/projects')
      const other = await page.context().newPage()
      await other.goto('/projects/new')
      await nameOf(other).fill('未保存')
      await other.getByRole('button', { name: /^账号：/ }).click()
      await other.getByRole('menuitem', { name: '退出登录' }).click()
      await button(other.getByRole('dialog', { name: '有未保存的修改' }), '继续编辑').click()
      assert.equal(await nameOf(other).inputValue(), '未保存')
      await other.getByRole('button', { name: /^账号：/ }).click()
      await other.getByRole('menuitem', { name: '退出登录' }).click()
      await button(other.getByRole('dialog', { name: '有未保存的修改' }), '放弃并离开').click()
      await other.getByLabel('用户名').fill(stranger.userName)
      await clean.getByLabel('用户名').waitFor()
      await again(page).waitFor()
      const requests = logRequests(page)
      await other.getByRole('textbox', { name: '密码' }).fill(stranger.password)
      await button(other, '登录').click()
      await again(page).getByText('此浏览器已登录其他账号').waitFor()
      await enterPassword(page, manager.password)
      await again(page).waitFor({ state: 'detached' })
      await again(other).waitFor()
      assert.deepEqual(requests.matching(CREATES_PROJECT), [])
      await button(page, '保存').click()
      await page.waitForURL(/\/projects\/\d+$/)
      const [project] = await named(manager, '西部会诊项目')
      assert.equal(project?.createUserId, manager.userId)
    })
  })
})

describe('a window that is still loading', () => {
  it('WEB-1: notices that another account has logged in meanwhile', async () => {
    const stranger = await api.manager()
    await visit({ as: manager }, async (page) => {
      const other = await page.context().newPage()
      await other.goto('/privacy')
      const known = Promise.withResolvers<undefined>()
      await page.route(
        '**/getInfo',
        async (route) => {
          const response = await route.fetch()
          await known.promise
          await route.fulfill({ response })
        },
        { times: 1 },
      )
      await page.goto('/projects/new')
      // Whose page it is has been answered, and is not there yet.
      await page.locator('main[aria-busy=true]').waitFor()
      await page.context().request.post(BASE_PATH + accountRoutes.login.path, {
        headers,
        data: { username: stranger.userName, password: stranger.password },
      })
      await other.evaluate(`new BroadcastChannel('consilium.session').postMessage('begun')`)
      // Messages of one window to another come in their order.
      await other.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
      known.resolve(undefined)
      await again(page).getByText('此浏览器已登录其他账号').waitFor()
    })
  })
})

describe('a window whose question is not answered', () => {
  it('WEB-1 WEB-36: asks again whose session it is, and hides what another account has left', async () => {
    await visit(
      { as: manager, path: '/projects/new', expected: [/Failed to load resource/] },
      async (page) => {
        await nameOf(page).fill('未保存')
        let asked = 0
        await page.route('**/getInfo', (route) => (asked++ === 0 ? route.abort() : route.continue()))
        await page.context().clearCookies()
        const other = await page.context().newPage()
        await other.goto('/privacy')
        await other.evaluate(`new BroadcastChannel('consilium.session').postMessage('left')`)
        await again(page).waitFor()
        assert.ok(asked > 1)
      },
    )
  })
})

describe('a network that is gone', () => {
  it('WEB-4: says so, refuses at once, keeps what was typed, and shows no rows of another filter', async () => {
    const expected = [/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/]
    await world.meeting()
    await visit({ as: manager, path: '/projects', expected }, async (page) => {
      const rows = page.getByRole('table').locator('tbody tr')
      await rows.first().waitFor()
      await page.context().setOffline(true)
      await page.getByText('网络已断开').waitFor()
      await page.getByRole('textbox', { name: '项目名称' }).fill('没有这样的项目')
      await page.getByRole('alert').getByText('无法连接服务器').waitFor()
      assert.equal(await rows.count(), 0)
      await page.getByRole('navigation').getByRole('link', { name: '会议', exact: true }).click()
      await page.getByRole('alert').getByText('页面未能加载').waitFor()
      await page.getByRole('navigation').getByRole('link', { name: '项目', exact: true }).waitFor()

      await page.context().setOffline(false)
      await rows.first().waitFor()
      await page.goto('/projects/new')
      await nameOf(page).fill('断网时填写')
      await page.context().setOffline(true)
      await button(page, '保存').click()
      await page.getByRole('alert').getByText('无法连接服务器').waitFor()
      assert.equal(await nameOf(page).inputValue(), '断网时填写')
      const requests = logRequests(page)
      await page.context().setOffline(false)
      await page.getByText('网络已断开').waitFor({ state: 'detached' })
      assert.deepEqual(requests.matching(CREATES_PROJECT), [])
      await button(page, '保存').click()
      await page.waitForURL(/\/projects\/\d+$/)
      assert.equal(requests.matching(CREATES_PROJECT).length, 1, 'what was refused is not sent later')
    })
  })
})

describe('an answer that is none', () => {
  it('WEB-35: is told in the words of the page, with its number, and can be asked for again', async () => {
    const refused = { status: 500, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }
    const withId = { ...refused, status: 503, headers: { 'x-request-id': 'request-35' } }
    await visit({ as: manager, path: '/', expected: [/50[03]/] }, async (page) => {
      let answer: typeof refused | null = withId
      await page.route(/\/business\/project(\/list|$)/, (route) =>
        answer ? route.fulfill(answer) : route.continue(),
      )
      await page.goto('/projects')
      const alert = page.getByRole('alert')
      await alert.getByText('服务暂时不可用（HTTP 503），请稍后重试').waitFor()
      await alert.getByText('request-35').waitFor()
      answer = null
      await button(alert, '重试').click()
      await page.getByRole('table').waitFor()
      await page.goto('/projects/new')
      await nameOf(page).fill('重试后保存')
      answer = refused
      await button(page, '保存').click()
      await alert.getByText('服务暂时不可用（HTTP 500），请稍后重试').waitFor()
      assert.equal(await page.getByText('Internal Server Error').count(), 0)
      assert.equal(await nameOf(page).inputValue(), '重试后保存')
      answer = null
      await button(alert, '重试').click()
      await page.waitForURL(/\/projects\/\d+$/)
    })
    assert.equal((await named(manager, '重试后保存')).length, 1)
  })

  it('WEB-36: that does not come is told after 8 seconds, can be stopped and asked for again, and ends after 30', async () => {
    await visit({ as: manager, expected: [/Failed to load resource/] }, async (page) => {
      await page.clock.install()
      let isSilent = true
      const held: Route[] = []
      await page.route(/project\/list/, (route) => (isSilent ? void held.push(route) : route.continue()))
      await page.goto('/projects')
      await page.locator('main [aria-busy=true]').waitFor()
      await page.clock.fastForward(8000)
      await page.getByText('加载时间较长…').waitFor()
      await button(page, '停止').click()
      await page.getByText('已停止加载').waitFor()
      await assertAccessible(page, 'a list whose loading was stopped')
      await button(page, '重试').click()
      await page.locator('main [aria-busy=true]').waitFor()
      await page.clock.fastForward(30_100)
      await page.getByRole('alert').getByText('服务器 30 秒内没有回应').waitFor()
      isSilent = false
      await button(page.getByRole('alert'), '重试').click()
      await page.getByRole('table').waitFor()
      assert.ok(held.length >= 2)
    })
  })
})

describe('the focus', () => {
  it('WEB-5 WEB-37: is in the first field of a dialog, and afterwards on what opened it; of several wrong fields the first of the page gets it, and stands in sight', async () => {
    const { projectId } = world.project
    await visit({ as: manager, path: `/projects/${projectId}` }, async (page) => {
      for (const [opener, dialog] of [
        ['评分', '评分'],
        ['指派', '指派'],
      ] as const) {
        await button(page, opener).click()
        await page.getByRole('dialog', { name: dialog }).waitFor()
        await page.locator('[role=dialog] input:focus').waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.locator('button:focus', { hasText: opener }).waitFor()
      }
      assert.equal(await focused(page), 'BUTTON')

      const history = page.getByRole('region', { name: '评分记录' })
      assert.equal(await history.count(), 0)
      await button(page, '评分').click()
      const dialog = page.getByRole('dialog', { name: '评分' })
      await dialog.getByRole('textbox', { name: '评分' }).fill('4.5')
      await dialog.getByRole('textbox', { name: '评语' }).fill('材料齐全')
      await button(dialog, '保存').click()
      await history.getByText('4.50 分').waitFor()
      await history.getByText('“材料齐全”').waitFor()
      await assertAccessible(page, 'the history of a score')

      await goWithin(page, '/experts/new')
      await page.getByRole('textbox', { name: '开户银行', exact: true }).waitFor()
      const fields = page.locator(
        'main form :is(input, textarea):not([type=hidden], [type=checkbox], [type=file])',
      )
      // Two that the contract declares in another order than the page has them.
      await page.getByRole('textbox', { name: '银行账号' }).fill('12')
      await button(page, '保存').click()
      const wrong = page.locator('main [aria-invalid=true]')
      await wrong.first().waitFor()
      assert.ok((await wrong.count()) > 1)
      await page.waitForFunction(
        `document.activeElement === document.querySelector('main [aria-invalid=true]')`,
      )
      const top = (await wrong.first().boundingBox())?.y ?? -1
      assert.ok(top > 56 && top < 700, `${top}`)
      assert.ok((await fields.count()) > 2)
    })
  })
})
