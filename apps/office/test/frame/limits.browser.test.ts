// Engine: postgres
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { assertAccessibleEverywhere, assertNoSideScroll, assertTargets, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit, userOf } = await openPortal()
const manager = await userOf('manager')
const admin = await userOf('admin')
const executor = await api.executor()
const expert = await api.expert({ name: '周讲者' })

const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: '资金项目' } })
await manager.call(projectRoutes.assignExecutors, {
  params: { projectId },
  body: { execAdminUserIds: [executor.userId] },
})
const { version } = await manager.call(expertRoutes.get, { params: { expertId: expert.expertId } })
await manager.call(expertRoutes.update, {
  body: { expertId: expert.expertId, version, auditStatus: 'approved' },
})
const { meetingId } = await manager.call(meetingRoutes.create, {
  body: { projectId, execUserId: executor.userId },
})

it('CAP-1 CAP-2 CAP-3: an administrator adds a version of caps and tiers, and compliance sees who is near', async () => {
  await visit({ as: admin, path: '/caps/new', language: 'en' }, async (page) => {
    const { rows } = await admin.call(capRoutes.listPolicies, { query: {} })
    await page.getByLabel('In force from').fill(rows[0]!.createTime.slice(0, 10))
    await page.getByRole('button', { name: 'Add a cap' }).click()
    await page.getByLabel('Row 1: Limit').fill('10000')
    await page.getByRole('button', { name: 'Add a tier' }).click()
    await page.getByLabel('Row 1: Highest fee (¥)').fill('9000')
    await assertAccessibleEverywhere(page, 'cap policy')
    await assertTargets(page, 'cap policy')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Caps: 1, fee tiers: 1').first().waitFor()
  })
  await executor.call(attendeeRoutes.create, {
    body: { meetingId, phone: expert.phone, laborFee: '8000' },
  })
  await visit({ as: manager, path: '/caps', language: 'en', viewport: PHONE }, async (page) => {
    await page.getByRole('link', { name: '周讲者' }).waitFor()
    await page.getByText('8,000.00').waitFor()
    await assertNoSideScroll(page, 'caps')
    await assertAccessibleEverywhere(page, 'caps')
  })
})

it('CAP-3: whoever invites sees within, near or blocked as soon as an expert is chosen', async () => {
  const { meetingId: another } = await manager.call(meetingRoutes.create, {
    body: { projectId, execUserId: executor.userId },
  })
  const path = `/meetings/${another}?tab=attendees`
  await visit({ as: executor, path, language: 'zh-CN' }, async (page) => {
    await page.getByRole('button', { name: '添加专家', exact: true }).click()
    await page.getByRole('dialog').getByLabel('手机号').fill(expert.phone)
    await page.getByText('接近上限').waitFor()
  })
})

it('WEB-45: without a planned line there is no bar, and the page offers to plan one', async () => {
  await visit({ as: manager, path: `/projects/${projectId}/money`, language: 'zh-CN' }, async (page) => {
    await page.getByText('尚未编制预算').waitFor()
    await page.getByRole('row', { name: /^劳务费/ }).waitFor()
    assert.equal(await page.getByRole('img', { name: /劳务费/ }).count(), 0)
    await page.getByRole('button', { name: '编制预算' }).click()
    await page.getByRole('dialog').getByLabel('金额（元）').waitFor()
  })
})

it('BUD-1: the money page shows planned, committed, actual and free as a chart and a table that add up', async () => {
  await manager.call(budgetRoutes.plan, { body: { projectId, category: 'labor', amount: '10000' } })
  await visit({ as: manager, path: `/projects/${projectId}/money`, language: 'en' }, async (page) => {
    await page.getByRole('img', { name: /Fees: planned 10,000.00, agreed 8,000.00/ }).waitFor()
    const cells = page.getByRole('row', { name: /^Fees/ }).getByRole('cell')
    assert.deepEqual((await cells.allInnerTexts()).slice(0, 4), ['10,000.00', '8,000.00', '0.00', '2,000.00'])
    await page.getByRole('button', { name: 'Ask for a change · Fees' }).click()
    await page.getByLabel('Amount (¥)').fill('12000')
    await page.getByLabel('Reason').fill('One more speaker')
    await page.getByRole('dialog').getByRole('button', { name: 'Ask for a change' }).click()
    await page.getByText('One more speaker').first().waitFor()
    assert.equal(await page.getByRole('button', { name: /^Decide/ }).count(), 0)
    await assertAccessibleEverywhere(page, 'money')
    await assertTargets(page, 'money')
  })
  await visit(
    { as: admin, path: `/projects/${projectId}/money`, language: 'zh-CN', viewport: PHONE },
    async (page) => {
      await page.getByRole('button', { name: /^审批/ }).click()
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByRole('img', { name: /劳务费：预算 12,000.00/ }).waitFor()
      await assertNoSideScroll(page, 'money')
    },
  )
})

it('CAP-5: an expert declares interests on the profile', async () => {
  await visit({ as: expert, path: '/my-profile', language: 'zh-CN', viewport: PHONE }, async (page) => {
    await page.getByRole('button', { name: '提交声明' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('存在利益关系').check()
    await dialog.getByLabel('说明').fill('某药企顾问')
    await dialog.getByRole('button', { name: '提交声明' }).click()
    await page.getByText(/年度已声明：某药企顾问/).waitFor()
  })
})
