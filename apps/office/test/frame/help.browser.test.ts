// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertAccessible, assertNoSideScroll, goWithin, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const { manager } = await openWorld(api)

/** The height of a small laptop's window. */
const LAPTOP = { width: 1280, height: 720 }

const menu = (page: Page) => page.getByRole('navigation', { name: '菜单' })
const help = (page: Page) => page.getByRole('dialog', { name: '帮助' })
const news = (page: Page) => page.getByRole('region', { name: '更新' })

describe('help', () => {
  it('WEB-49: ? opens keys and what is new, and each page of the menu has a text of its own', async () => {
    await visit({ as: await api.admin(), path: '/', viewport: LAPTOP }, async (page) => {
      const links = menu(page).getByRole('link')
      await links.first().waitFor()
      const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
      assert.ok(addresses.length > 15)
      const texts = new Map<string, string>()
      for (const address of addresses) {
        await menu(page).locator(`a[href="${address}"]`).click()
        await page.locator('main h1').first().waitFor()
        await page.keyboard.press('?')
        texts.set(address, await help(page).getByRole('region', { name: '本页' }).innerText())
        await page.keyboard.press('Escape')
        await help(page).waitFor({ state: 'detached' })
      }
      assert.equal(new Set(texts.values()).size, addresses.length, JSON.stringify([...texts]))
      await page.keyboard.press('?')
      await help(page).getByText('Ctrl').first().waitFor()
      await help(page).getByRole('region', { name: '最近更新' }).getByRole('listitem').first().waitFor()
      await assertAccessible(page, 'help')
      await page.keyboard.press('Escape')
      await help(page).waitFor({ state: 'detached' })

      await goWithin(page, '/meetings')
      const search = page.getByRole('main').getByRole('textbox').first()
      await search.pressSequentially('a?')
      assert.equal(await search.inputValue(), 'a?', 'it is a character where somebody types')
      assert.equal(await help(page).count(), 0)
    })
  })

  it('WEB-49: home says once that there is something new, and shows it', async () => {
    await visit({ as: manager, path: '/', viewport: PHONE }, async (page) => {
      await news(page).waitFor()
      await assertNoSideScroll(page, 'home with news')
      await news(page).getByRole('button', { name: '查看' }).click()
      await help(page).getByRole('region', { name: '最近更新' }).waitFor()
      await page.keyboard.press('Escape')
      assert.equal(await news(page).count(), 0)
      await page.reload()
      await page.getByRole('region', { name: '待处理' }).waitFor()
      assert.equal(await news(page).count(), 0)
    })
  })
})

describe('the frame on a small window', () => {
  it('WEB-48: groups of the menu fold, remember it, and keep the entry of the page; the button that saves a long form is in sight before anything is scrolled, and on paper there is no menu and no button', async () => {
    await visit({ as: manager, path: '/experts', viewport: LAPTOP }, async (page) => {
      const group = menu(page).getByRole('group', { name: '人员与单位' })
      const name = group.getByRole('button', { name: '人员与单位' })
      await group.getByRole('link', { name: '人员', exact: true }).waitFor()
      await name.click()
      assert.deepEqual(await group.getByRole('link').allInnerTexts(), ['专家'])
      await page.reload()
      await group.getByRole('link', { name: '专家' }).waitFor()
      assert.deepEqual(await group.getByRole('link').allInnerTexts(), ['专家'])
      assert.equal(await name.getAttribute('aria-expanded'), 'false')
      await name.click()
      await group.getByRole('link', { name: '人员', exact: true }).waitFor()

      for (const path of ['/experts/new', '/meetings/new', '/organizations/new', '/projects/new']) {
        await goWithin(page, path)
        const save = page.getByRole('button', { name: '保存' }).first()
        await save.waitFor()
        const { y, height } = (await save.boundingBox())!
        assert.ok(y + height <= LAPTOP.height, `${path}: ${y + height}`)
      }
      for (const path of ['/meetings', '/labor-payments']) {
        await goWithin(page, path)
        await page.emulateMedia({ media: 'print' })
        assert.equal(await menu(page).isVisible(), false)
        const buttons = page.locator('main').getByRole('button')
        const seen = []
        for (const button of await buttons.all())
          if (await button.isVisible()) seen.push(await button.innerText())
        assert.deepEqual(seen, [], path)
        await page.emulateMedia({ media: 'screen' })
      }
    })
  })
})
