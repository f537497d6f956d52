// Engine: postgres
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { movableClock } from '@consilium/api/test/movable-clock.ts'
import { openPresetWorld } from '@consilium/api/test/money/preset-world.ts'
import type { Page } from 'playwright-core'
import { assertAccessible, assertPages, isComplete } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const clock = movableClock()
const { api, visit } = await openPortal({ clock })
const world = await openPresetWorld(api, clock)
const writer = await api.person(world.executor, 'finance')
const approver = await api.person(world.executor, 'finance')
const language = 'zh-CN'
const path = '/labor-payments/presets'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const column = (page: Page, number: number) => page.getByRole('group', { name: `第${number}列`, exact: true })
const titles = async (page: Page): Promise<string[]> =>
  Promise.all((await page.getByRole('textbox', { name: '列标题' }).all()).map((input) => input.inputValue()))

it('PAY-4: a form of bank file is copied, mapped at the keyboard, looked at, asked for and approved', async () => {
  await visit({ as: writer, path, language }, async (page) => {
    await page.getByText('还没有自定义格式').waitFor()
    await page.getByRole('link', { name: '复制“建设银行 代发”' }).click()
    assert.equal(await page.getByLabel('格式名称').getAttribute('required'), '')
    await page.getByLabel('格式名称').fill('浦发银行 代发')
    assert.equal((await titles(page)).length, 9)
    // The second column goes one place down and the focus with it, then the first is removed.
    await column(page, 2).getByRole('button', { name: '第2列后移' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[aria-label=第3列后移]:focus').waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.locator('[aria-label=第2列前移]:focus').waitFor()
    await column(page, 1).getByRole('button', { name: '删除第1列' }).press('Enter')
    await page.locator('[aria-label=删除第1列]:focus').waitFor()
    assert.deepEqual((await titles(page)).slice(0, 3), ['账号', '户名', '金额'])
    await button(page, '添加一列').press('Enter')
    await page.keyboard.type('=1+1')
    await column(page, 9).getByLabel('内容').selectOption({ label: '固定文字' })
    await button(page, '保存').click()
    await column(page, 9).getByText('请填写文字').waitFor()
    await column(page, 9).getByLabel('固定文字').fill('=2+2')
    await button(page, '预览').click()
    const drawn = page.getByRole('region', { name: '预览' })
    await drawn.getByText('6222***********5678').waitFor()
    assert.equal(await drawn.getByRole('row').count(), 4)
    assert.equal(await drawn.getByText('=2+2', { exact: true }).count(), 3)
    await assertAccessible(page, 'mapping a form of bank file')
    await button(page, '保存').click()
    await button(page, '提交审批 · 浦发银行 代发').click()
    await page.getByRole('dialog').getByRole('button', { name: '提交审批' }).click()
    await page.getByText('审批中').waitFor()
    assert.equal(await page.getByRole('article').getByText('浦发银行 代发').count(), 1)
    await page.getByText(/^待.*审批 · /).waitFor()
  })
  await visit({ as: approver, path, language }, async (page) => {
    await button(page, '审批 · 浦发银行 代发').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('=1+1 · 固定文字 · “=2+2”').waitFor()
    assert.equal(await dialog.getByText('浦发银行 代发').count(), 1)
    await assertAccessible(page, 'deciding on a form of bank file')
    await dialog.getByRole('button', { name: '同意' }).click()
    await page.getByText('使用中').waitFor()
    await button(page, '银行已接收 · 浦发银行 代发').click()
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByText(/银行已接收$/).waitFor()
    await isComplete(page)
    await assertPages(page, [path, `${path}/new`])
  })
})

it('PAY-4: a new version is shown beside the one that holds, in either language', async () => {
  const { presetId } = await world.approved()
  await visit({ as: writer, path: `${path}/new?replaces=${presetId}`, language: 'en' }, async (page) => {
    await page.getByText('it takes the place of the present version').waitFor()
    await button(page, 'Add a column').click()
    await page.keyboard.type('Remark')
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Bank file formats', exact: true }).waitFor()
    await page.getByText('Version 2').waitFor()
    await page.getByText('In use').first().waitFor()
  })
})
