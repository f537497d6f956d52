// Engine: postgres
import { it } from 'node:test'
import { openBatchWorld } from '@consilium/api/test/batch-world.ts'
import { movableClock } from '@consilium/api/test/movable-clock.ts'
import { assertAccessible, assertPages } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const clock = movableClock()
const { api, visit } = await openPortal({ clock })
const { manager, person } = await openBatchWorld(api, clock)
const language = 'zh-CN'

it('PAY-3: a directory of clearing codes is imported with a result for each row that is left out', async () => {
  await visit({ as: manager, path: '/bank-branches', language }, async (page) => {
    await page.getByText('还没有联行号', { exact: false }).waitFor()
    await page.getByRole('link', { name: '导入目录' }).first().click()
    const text = [
      '行号,行名,省,市',
      '105331000006,中国建设银行股份有限公司杭州西湖支行,浙江省,杭州市',
      '105331000014,中国建设银行股份有限公司杭州西湖东路支行,浙江省,杭州市',
      '10533100,中国建设银行股份有限公司杭州高新支行,浙江省,杭州市',
    ].join('\r\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: '联行号.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByText('新增 2 条，更新 0 条，未变 0 条，未导入 1 行', { exact: false }).waitFor()
    await page.getByText('联行号应为12位数字', { exact: false }).waitFor()
    await assertAccessible(page, 'an import with a row that was left out')
    await page.getByRole('link', { name: '查看目录' }).click()
    await page.getByText('105331000006').first().waitFor()
    await assertPages(page, ['/bank-branches', '/bank-branches/import'])
  })
})

it('PAY-3: the form of an account says its clearing code, and proposes branches with similar names', async () => {
  await visit({ as: await person(), path: '/my-profile/edit', language }, async (page) => {
    await page.getByLabel('开户银行').first().fill('建设银行')
    const branch = page.getByRole('combobox', { name: '开户支行' })
    await branch.fill('杭州西湖')
    await page.getByText('未找到该支行的联行号', { exact: false }).waitFor()
    await assertAccessible(page, 'branches that are proposed')
    await page.getByRole('option', { name: '中国建设银行股份有限公司杭州西湖支行', exact: true }).click()
    await page.getByText('联行号 105331000006：中国建设银行股份有限公司杭州西湖支行').waitFor()
    await branch.fill('杭州西湖东路支行')
    await page.getByText('联行号 105331000014', { exact: false }).waitFor()
  })
})
