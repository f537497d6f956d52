// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listViewRoutes } from '@consilium/contract/list-views/list-views.ts'
import type { Page } from 'playwright-core'
import type { User } from '@consilium/api/test/harness.ts'
import { assertAccessible, assertNoSideScroll, assertTargets, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal()
const [anna, berta, expert] = [await api.manager(), await api.manager(), await api.expert()]
const filtered = `/experts?${new URLSearchParams({ phone: expert.phone, name: expert.name }).toString()}`

const POLL_MS = 100
const PATIENCE_MS = 20_000
const VIEW = '周五要打电话的专家'
const views = (page: Page) => page.getByRole('dialog', { name: '视图' })
const openViews = (page: Page) => page.getByRole('button', { name: '视图', exact: true }).click()
const save = (page: Page) => views(page).getByRole('button', { name: '保存' })

/** All that a browser keeps of a site, besides its history and the cookies that only the service reads. */
const KEPT = `(async () => {
  const databases = []
  for (const { name } of await indexedDB.databases()) databases.push(name)
  const cached = []
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) cached.push(request.url)
  return JSON.stringify({ ...localStorage, session: { ...sessionStorage }, databases, cached,
    page: document.documentElement.outerHTML, state: history.state, name: window.name, address: location.href })
})()`

async function assertNothingOf(page: Page, { phone, name }: { phone: string; name: string }): Promise<void> {
  const kept = decodeURIComponent((await page.evaluate<string>(KEPT)).replaceAll(/%(?![0-9A-F]{2})/g, '%25'))
  const cookies = JSON.stringify(await page.context().cookies())
  for (const text of [phone, name, encodeURIComponent(name), VIEW])
    assert.ok(!kept.includes(text) && !cookies.includes(text), `${text} is in ${kept.slice(0, 3000)}`)
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^账号：/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('tab', { name: '短信登录' }).waitFor()
}

async function logIn(page: Page, { userName, password }: User): Promise<void> {
  await page.getByLabel('用户名').fill(userName)
  await page.getByRole('textbox', { name: '密码' }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: /^账号：/ }).waitFor()
}

const storeOld = (page: Page, userId: number, value: string) =>
  page.evaluate(`localStorage.setItem('consilium.${userId}.views.experts', ${JSON.stringify(value)})`)
const oldKeys = (page: Page) =>
  page.evaluate<string[]>(`Object.keys(localStorage).filter((key) => key.includes('.views.'))`)
/** The page's policy allows no polling by the browser itself. */
async function untilMoved(page: Page, { userId }: User): Promise<void> {
  const start = Date.now()
  while ((await oldKeys(page)).some((key) => key.includes(`.${userId}.`))) {
    if (Date.now() - start > PATIENCE_MS) throw new Error((await oldKeys(page)).join())
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
const oldView = (name: string) => ({
  name,
  query: { phone: expert.phone, pageSize: '50' },
  columns: ['name', 'unit'],
})

describe('SEC-42: what was looked for stays with the account', () => {
  it('SEC-42: after logging out no storage has the phone, the name or the view; nobody else sees the view', async () => {
    await visit({ as: anna, path: filtered }, async (page) => {
      await page.getByRole('link', { name: expert.name }).first().waitFor()
      await openViews(page)
      await views(page).getByRole('textbox', { name: '视图名称' }).fill(VIEW)
      await save(page).click()
      await views(page).getByRole('button', { name: VIEW, exact: true }).waitFor()
      await page.keyboard.press('Escape')
      // The browser notes where pages were left.
      await page.reload()
      await page.getByRole('link', { name: expert.name }).first().waitFor()
      await assert.rejects(assertNothingOf(page, expert), /is in/)
      await logOut(page)
      await assertNothingOf(page, expert)
      await page.goto('/login')
      await page.getByRole('tab', { name: '短信登录' }).waitFor()
      await assertNothingOf(page, expert)
      await logIn(page, berta)
      await page.goto('/experts')
      await openViews(page)
      await views(page).getByText('把当前的筛选、排序和列保存为视图').waitFor()
      assert.equal(await page.getByText(VIEW).count(), 0)
    })
    await visit({ as: anna, path: '/experts' }, async (page) => {
      await openViews(page)
      await views(page).getByRole('button', { name: VIEW, exact: true }).click()
      await page.waitForURL((url) => url.searchParams.get('phone') === expert.phone)
      assert.equal(await page.getByRole('textbox', { name: '手机号' }).inputValue(), expert.phone)
    })
  })

  it('SEC-42: a view is renamed, replaced under its name and deleted, on a phone too', async () => {
    const user = await api.manager()
    await visit({ as: user, path: '/experts?unit=协和' }, async (page) => {
      const name = () => views(page).getByRole('textbox', { name: '视图名称' })
      await openViews(page)
      await name().fill('协和')
      await save(page).click()
      const rename = views(page).getByRole('button', { name: '重命名视图“协和”' })
      await rename.click()
      await views(page).getByRole('textbox', { name: '“协和”的新名称' }).fill('协和医院')
      await assertAccessible(page, 'renaming a view')
      await save(page).click()
      const view = views(page).getByRole('button', { name: '协和医院', exact: true })
      await view.waitFor()
      await page.setViewportSize(PHONE)
      await assertTargets(page, 'the views of a list on a phone')
      await assertNoSideScroll(page, 'the views of a list on a phone')
      await page.goto('/experts?unit=仁和')
      await openViews(page)
      await name().fill('协和医院')
      await save(page).click()
      await name().and(page.locator('[value=""]')).waitFor()
      await page.goto('/experts')
      await openViews(page)
      await view.click()
      await page.waitForURL((url) => url.searchParams.get('unit') === '仁和')
      await openViews(page)
      await views(page).getByRole('button', { name: '删除视图“协和医院”' }).click()
      await view.waitFor({ state: 'detached' })
    })
    assert.deepEqual(await user.call(listViewRoutes.list, { query: { list: 'experts' } }), { views: [] })
  })

  it('SEC-42: views of earlier versions are moved to the service once, and those of others go at log-out', async () => {
    const user = await api.manager()
    const body = { list: 'experts', name: '重名', query: 'unit=x', columns: [] }
    await user.call(listViewRoutes.create, { body })
    await visit({ as: user, path: '/' }, async (page) => {
      await storeOld(page, user.userId, JSON.stringify([oldView('旧视图'), oldView('同样的'), { name: 7 }]))
      await storeOld(page, berta.userId, JSON.stringify([{ ...oldView('别人的'), columns: [] }]))
      await page.evaluate(`localStorage.setItem('consilium.${user.userId}.views.projects', '{broken')`)
      await page.reload()
      await untilMoved(page, user)
      await storeOld(page, user.userId, JSON.stringify([{ ...oldView('重名'), columns: ['phone'] }]))
      await page.reload()
      await untilMoved(page, user)
      assert.deepEqual(await oldKeys(page), [`consilium.${berta.userId}.views.experts`])
      await logOut(page)
      assert.deepEqual(await oldKeys(page), [])
      await assertNothingOf(page, expert)
    })
    const { views: moved } = await user.call(listViewRoutes.list, { query: { list: 'experts' } })
    const query = `phone=${expert.phone}&pageSize=50`
    assert.deepEqual(
      moved.map((view) => [view.name, view.query, view.columns]),
      [
        ['重名', 'unit=x', []],
        ['旧视图', query, ['name', 'unit']],
        ['重名 2', query, ['phone']],
      ],
    )
  })
})
