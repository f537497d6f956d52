// Engine: postgres
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { approvalPolicyRoutes } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import {
  assertAccessibleEverywhere,
  assertNoSideScroll,
  assertTargets,
  DESKTOP,
  goWithin,
  PHONE,
} from '../page-checks.ts'
import { logRequests } from '../page-watch.ts'
import { openPortal } from '../portal.ts'

const { api, visit, userOf } = await openPortal()
const manager = await userOf('manager')
const admin = await userOf('admin')
const deputy = await api.manager()
const executor = await api.executor()
const expert = await api.expert({ name: '林待签' })

const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: '关卡项目' } })
await manager.call(projectRoutes.assignExecutors, {
  params: { projectId },
  body: { execAdminUserIds: [executor.userId] },
})
const { meetingId } = await manager.call(meetingRoutes.create, {
  body: { projectId, execUserId: executor.userId },
})
await executor.call(attendeeRoutes.create, {
  body: { meetingId, phone: expert.phone, laborFee: '3000' },
})

it('HSE-6: the page shows what the next stage needs as the service says, and counts nothing itself', async () => {
  const RECORDS = /attendee|meetingMaterial|meetingExecutor|meetingSupervisor|meetingAuditLog|meetingInvoice/i
  await visit({ as: manager, language: 'en' }, async (page) => {
    const requests = logRequests(page)
    await page.goto(`/meetings/${meetingId}`)
    const state = (text: string, isMet: boolean) =>
      page
        .getByRole('listitem')
        .filter({ hasText: text })
        .getByRole('img', { name: isMet ? 'Done' : 'Not done', exact: true })
    await page.getByText(/^\d of \d done · next: Approved$/).waitFor()
    await state('budget', false).waitFor()
    assert.equal(await state('executor', false).count(), 0)
    assert.deepEqual(requests.matching(RECORDS), [])
    assert.equal(requests.matching(new RegExp(`^GET .*/meeting/${meetingId}$`)).length, 1)
    const { version } = await manager.call(meetingRoutes.get, { params: { meetingId } })
    await manager.call(meetingRoutes.update, { body: { meetingId, version, laborBudget: '80000' } })
    await page.reload()
    await page.getByText(/^(\d) of \1 done · next: Approved$/).waitFor()
    assert.equal(await state('budget', false).count(), 0)
  })
})

it('GATE-2: an administrator adds a version of the policy, which begins as the one in force', async () => {
  await visit({ as: admin, path: '/gate-policies/new', language: 'zh-CN' }, async (page) => {
    const approved = page.getByRole('region', { name: '已批准' })
    await approved.getByLabel('已批准 · 添加阶段要求').selectOption({ label: '参会专家已全部签署现行协议' })
    const mode = approved.getByLabel('参会专家已全部签署现行协议：要求')
    assert.equal(await mode.inputValue(), 'block')
    await page.getByLabel('生效日期').fill('2000-01-01')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('生效日期不能早于今天').waitFor()
    const { rows } = await admin.call(gateRoutes.listPolicies, { query: {} })
    assert.equal(rows.length, 1)
    const today = rows[0]!.createTime.slice(0, 10)
    await page.getByLabel('生效日期').fill(today)
    await assertAccessibleEverywhere(page, 'gate policy')
    await assertTargets(page, 'gate policy')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('heading', { level: 1, name: '阶段要求' }).waitFor()
    await page.getByText('必须满足 1 项').waitFor()
  })
})

it('GATE-1 GATE-3 WEB-34: the meeting shows what is missing and where it is mended, and a waiver is asked and decided by two people', async () => {
  await visit({ as: manager, path: `/meetings/${meetingId}?tab=gate`, language: 'en' }, async (page) => {
    const check = page.getByRole('listitem').filter({ hasText: 'All attendees have signed' })
    await check.getByText('林待签').waitFor()
    await page.getByRole('button', { name: 'Approve the meeting' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Have all attendees sign').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Approve the meeting' }).isDisabled())
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await check.getByRole('button', { name: /^Ask for a waiver/ }).click()
    await page.getByLabel('Reason').fill('Abroad until December')
    await page.getByRole('button', { name: 'Save' }).click()
    await check.getByText('Pending').waitFor()
    assert.equal(await check.getByRole('button', { name: /^Decide/ }).count(), 0)
    await assertAccessibleEverywhere(page, 'gate')
  })
  const [asked] = (await manager.call(gateRoutes.listWaivers, { query: {} })).rows
  assert.ok(asked)
  await visit({ as: admin, path: '/waivers', language: 'zh-CN', viewport: PHONE }, async (page) => {
    await page.getByRole('button', { name: /^审批/ }).click()
    await page.getByLabel('审批意见').fill('等到十二月')
    const { waiverId, version, check, reason } = asked
    await deputy.call(gateRoutes.decideWaiver, { body: { waiverId, version, status: 'refused' } })
    // The list is read again when the window is looked at after more than ten seconds.
    await page.evaluate(`{
      const ahead = performance.timeOrigin + 60_000
      Date.now = () => ahead + performance.now()
      dispatchEvent(new Event('visibilitychange'))
    }`)
    await page.locator('.mantine-Badge-root', { hasText: '已拒绝' }).waitFor()
    assert.equal(await page.getByLabel('审批意见').inputValue(), '等到十二月', 'what was typed stays')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '放弃并离开' }).click()
    await manager.call(gateRoutes.askWaiver, { body: { meetingId, check, reason } })
    await page.reload()
    await page.getByRole('button', { name: /^审批/ }).click()
    await page.getByRole('button', { name: '提交审批' }).click()
    await page.locator('.mantine-Badge-root', { hasText: '已批准' }).waitFor()
    await assertNoSideScroll(page, 'waivers')
    await assertAccessibleEverywhere(page, 'gate')
  })
  await visit({ as: executor, path: '/waivers', language: 'en' }, async (page) => {
    const table = page.getByRole('table', { name: 'Waivers' })
    await table.getByText('Approved').waitFor()
    const heads = await table.getByRole('columnheader').allInnerTexts()
    assert.deepEqual([heads.includes('Reason'), heads.includes('Actions')], [true, false], heads.join())
  })
  const { isMet } = await manager.call(gateRoutes.get, { params: { meetingId } })
  assert.equal(isMet, true)
})

it('GATE-4: the home of an administrator shows what the other preset changes and applies it after a question', async () => {
  await manager.call(meetingRoutes.create, {
    body: { projectId, execUserId: executor.userId },
  })
  await visit({ as: admin, path: '/', viewport: PHONE }, async (page) => {
    const card = page.getByRole('region', { name: '阶段要求' })
    await card.getByText('当前为自定义规则').waitFor()
    await assertNoSideScroll(page, 'home of an administrator')
    await assertTargets(page, 'home of an administrator')
    await card.getByRole('button', { name: '改用严格规则' }).click()
    const dialog = page.getByRole('dialog', { name: '改用严格规则？' })
    await dialog.getByText(/^1 场未关闭的会议将/).waitFor()
    const held = dialog.getByRole('listitem').filter({ hasText: '关卡项目' })
    assert.match(await held.innerText(), /进入“已批准”：已填写会议劳务预算/)
    const changed = dialog.getByRole('listitem').filter({ hasText: '会议资料已审核' })
    assert.match(await changed.innerText(), /仅提醒 → 必须满足/)
    await assertNoSideScroll(page, 'strict preset')
    await assertAccessibleEverywhere(page, 'strict preset')
    await dialog.getByRole('button', { name: '取消' }).click()
    assert.equal((await admin.call(gateRoutes.currentPreset, {})).current, null)
    await card.getByRole('button', { name: '改用严格规则' }).click()
    await dialog.getByRole('button', { name: '改用严格规则' }).click()
    await card.getByText('当前为严格规则').waitFor()
    assert.equal((await admin.call(gateRoutes.currentPreset, {})).current, 'strict')

    await card.getByRole('button', { name: '改用宽松规则' }).click()
    const back = page.getByRole('dialog', { name: '改用宽松规则？' })
    await back.getByText('没有会议会因此暂停推进').waitFor()
    await back.getByRole('button', { name: '改用宽松规则' }).click()
    await card.getByText(/^当前为宽松规则/).waitFor()
    assert.equal((await admin.call(gateRoutes.currentPreset, {})).current, 'advisory')
  })
})

it('APR-1 APR-7: steps are set up in words, and a request is decided with two clicks from its list', async () => {
  const { rows } = await admin.call(gateRoutes.listPolicies, { query: {} })
  const today = rows[0]!.createTime.slice(0, 10)
  await visit({ as: admin, path: '/approval-policies', language: 'en' }, async (page) => {
    const kind = page.getByRole('region', { name: 'Change of a budget' })
    await kind.getByText('Any one of Administrator, Manager, Project lead').waitFor()
    await kind.getByRole('link', { name: /^Set up steps/ }).click()
    await page.getByLabel('First day').fill(today)
    const step = page.getByRole('region', { name: 'Step 1' })
    await step.getByLabel('Administrator').uncheck()
    await step.getByLabel('Working days').fill('2')
    await step.getByText('Any one of Manager, Project lead, within 2 working days').waitFor()
    await assertAccessibleEverywhere(page, 'steps')
    await assertTargets(page, 'steps')
    await page.getByRole('button', { name: 'Save' }).click()
    await kind.getByText('within 2 working days').waitFor()
  })
  await admin.call(budgetRoutes.plan, { body: { projectId, category: 'venue', amount: '5000' } })
  const change = { projectId, category: 'venue' as const, amount: '8000', reason: '场地由200人厅改为400人厅' }
  await admin.call(budgetRoutes.askChange, { body: change })
  await visit({ as: manager, path: '/approvals', language: 'zh-CN', viewport: PHONE }, async (page) => {
    await page.getByText('关卡项目').first().waitFor()
    await assertNoSideScroll(page, 'approvals')
    await page.getByRole('button', { name: /^审批 · / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('¥ 5,000.00 → ¥ 8,000.00').waitFor()
    await assertAccessibleEverywhere(page, 'approval')
    await dialog.getByRole('button', { name: '驳回' }).click()
    await dialog.getByText('请填写理由').waitFor()
    await dialog.getByRole('button', { name: '同意' }).click()
    await page.getByText('没有待您审批的申请').waitFor()

    await page.setViewportSize(DESKTOP)
    await goWithin(page, '/approvals?tab=done')
    await page.getByText('已通过').first().waitFor()
    await page.getByRole('button', { name: /^查看 · / }).click()
    await dialog.getByText('审批步骤').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '外出代理' }).click()
    await dialog.getByText('没有登记外出').waitFor()
    await dialog.getByLabel('开始').fill('2030-01-01 09:00')
    await dialog.getByLabel('结束').fill('2030-01-05 18:00')
    await dialog.getByLabel('代理人').click()
    const colleague = page.getByRole('listbox').getByRole('option').last()
    await colleague.waitFor()
    await colleague.click()
    await assertAccessibleEverywhere(page, 'absence')
    await dialog.getByRole('button', { name: '登记' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await goWithin(page, '/')
    await page.getByRole('region', { name: '待处理' }).waitFor()
    const ofRules = page.getByRole('region', { name: '阶段要求' })
    assert.equal(await ofRules.count(), 0, 'GATE-4: only an administrator chooses the rules')
  })
  const { lines } = await admin.call(budgetRoutes.money, { params: { projectId } })
  assert.equal(lines.find(({ category }) => category === 'venue')?.planned, '8000.00')
  const { absences } = await manager.call(approvalRoutes.absences, {})
  assert.deepEqual(
    absences.map(({ delegateUserId }) => delegateUserId),
    [deputy.userId],
  )
  assert.equal((await manager.call(approvalRoutes.list, { query: { tab: 'todo' } })).total, 0)
})

it('APR-7: a line of a budget and the audit of an expert say on their own pages whom they wait for', async () => {
  const { rows } = await admin.call(gateRoutes.listPolicies, { query: {} })
  const today = rows[0]!.createTime.slice(0, 10)
  const steps = [{ persons: [manager.userId], need: 'any' as const, dueDays: 2 }]
  for (const kind of ['budgetLine', 'expertAudit'] as const)
    await admin.call(approvalPolicyRoutes.create, { body: { kind, validFrom: today, steps } })
  await admin.call(budgetRoutes.plan, { body: { projectId, category: 'travel', amount: '2600' } })
  const path = `/projects/${projectId}/money`
  await visit({ as: admin, path, language: 'en' }, async (page) => {
    const waiting = page.getByRole('region', { name: 'New lines that wait for an approval' })
    await waiting.getByText(/¥\s2,600\.00 · waits for .+ · asked for by .+ · due /).waitFor()
    assert.equal(await waiting.getByRole('button').count(), 0)
  })
  await visit({ as: manager, path, viewport: PHONE }, async (page) => {
    const waiting = page.getByRole('region', { name: '待审批的新增预算' })
    await waiting.getByText(/¥\s2,600\.00 · 待.+审批 · .+申请 · 期限/).waitFor()
    await assertNoSideScroll(page, 'line that waits')
    await assertAccessibleEverywhere(page, 'line that waits')
    await waiting.getByRole('button', { name: /^审批 · / }).click()
    await page.getByRole('dialog').getByRole('button', { name: '同意' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await waiting.waitFor({ state: 'hidden' })
  })
  const { expertId } = await api.expert({ name: '何待审' })
  await visit({ as: admin, path: `/experts/${expertId}`, viewport: PHONE }, async (page) => {
    await page.getByText('审核进行中').waitFor()
    await page.getByText(/^待.+审批 · 期限/).waitFor()
    await assertNoSideScroll(page, 'audit that waits')
  })
})
