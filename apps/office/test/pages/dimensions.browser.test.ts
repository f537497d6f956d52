// Engine: postgres
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertPages, DESKTOP, goWithin, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, executor, sponsor, project } = world

it('SPN-4: a sponsor imports its products with a result for each row and disables one', async () => {
  await visit({ as: sponsor, path: '/dimensions/import' }, async (page) => {
    await page.setViewportSize(PHONE)
    await page.locator('input[type=file]').setInputFiles({
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('编码,名称\nP-1,瑞舒伐他汀\nP-2,达格列净\np-1,重复\n'),
    })
    await page.getByText('新增 2 条，更新 0 条，未导入 1 行').waitFor()
    await page
      .getByRole('row', { name: /p-1 重复/ })
      .getByText('编码与第2行重复')
      .waitFor()

    await page.setViewportSize(DESKTOP)
    await goWithin(page, '/dimensions')
    await page.getByRole('link', { name: '达格列净' }).first().click()
    await page.getByRole('link', { name: '编辑' }).click()
    await page.getByRole('combobox', { name: '状态' }).click()
    await page.getByRole('option', { name: '停用' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存').first().waitFor()
  })
  const { rows } = await sponsor.call(dimensionRoutes.list, { query: { status: '1' } })
  assert.deepEqual(
    rows.map(({ code }) => code),
    ['P-2'],
  )
})

it('SPN-4: a manager puts a product on a project, a meeting has it, and lists are filtered by it; the pages of dictionaries fit a phone and are accessible', async () => {
  const add = (code: string, name: string) =>
    sponsor.call(dimensionRoutes.create, { body: { kind: 'product', code, name } })
  const [one] = [await add('Q-1', '沙库巴曲'), await add('Q-2', '恩格列净')]
  const { dimensionId } = await sponsor.call(dimensionRoutes.create, {
    body: { kind: 'costCenter', code: 'C-1', name: '心血管产品线' },
  })
  const { projectId } = project
  const { meetingId } = await world.meeting()
  await visit({ as: manager, path: `/projects/${projectId}/edit` }, async (page) => {
    const products = page.locator('[data-path=productIds] input').first()
    await products.fill('Q-')
    await page.getByRole('option', { name: 'Q-1 沙库巴曲' }).click()
    await page.getByRole('option', { name: 'Q-2 恩格列净' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('Q-1 沙库巴曲；Q-2 恩格列净').waitFor()
    await assertPages(page, [
      '/dimensions/new',
      '/dimensions/import',
      `/projects/${projectId}/edit`,
      `/meetings/${meetingId}/edit`,
    ])
  })
  await visit({ as: executor, path: `/meetings/${meetingId}/edit` }, async (page) => {
    await page.getByText('不选则沿用项目：沙库巴曲、恩格列净').waitFor()
    await page.locator('[data-path=productIds] input').first().fill('Q-1')
    await page.getByRole('option', { name: 'Q-1 沙库巴曲' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '保存' }).click()
    await page.waitForURL(new RegExp(`/meetings/${meetingId}$`))
    await page.getByText('Q-1 沙库巴曲').first().waitFor()
  })
  const meeting = await executor.call(meetingRoutes.get, { params: { meetingId } })
  assert.deepEqual(meeting.productIds, [one.dimensionId])
  await visit({ as: sponsor, path: '/projects' }, async (page) => {
    await page.getByRole('button', { name: '更多筛选' }).click()
    await page.getByRole('button', { name: '产品' }).click()
    await page.getByPlaceholder('产品').fill('Q-1')
    await page.getByRole('option', { name: 'Q-1 沙库巴曲' }).click()
    await page.waitForURL(new RegExp(`productId=${one.dimensionId}`))
    await page.getByRole('link', { name: project.projectName }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: '更多筛选（1）' }).click()
    await page.locator(`input[value="Q-1 沙库巴曲"]`).waitFor()
    await assertPages(page, [
      '/dimensions',
      '/dimensions/new',
      '/dimensions/import',
      `/dimensions/${dimensionId}`,
      `/dimensions/${dimensionId}/edit`,
      `/meetings?costCenterId=${dimensionId}`,
      '/caps/new',
    ])
  })
  const { total } = await sponsor.call(projectRoutes.list, { query: { productId: one.dimensionId } })
  assert.equal(total, 1)
})
