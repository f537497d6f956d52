// Engine: postgres
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { openPaymentWorld } from '@consilium/api/test/payment-world.ts'
import { seasonClock } from '@consilium/api/test/meeting-world.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { ONE_ITEM, taxSettingsRoutes } from '@consilium/contract/organizations/tax-settings.ts'
import { assertAccessible, assertPages, DESKTOP, goWithin, isComplete, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'
import { countRows, ROWS_OF_TABLE } from '../rows-in-sight.ts'

const TODAY = '2026-11-20'
const PERIOD = '2026-11'

const { api, visit, userOf } = await openPortal({ clock: seasonClock })
const world = await openPaymentWorld(api)
const { executor, payee, agreed, pay } = world
const expert = await payee()

it('TAX-3 TAX-4 TAX-8 TAX-9 WEB-33: a finance clerk sees before saving what a second 3,000 does, records, downloads and reverses it', async () => {
  await pay(expert, '3000', '2026-11-10')
  await agreed(expert, '3000')
  await agreed(expert, '800', { isSigned: false })
  await visit({ as: executor, path: '/labor-payments', language: 'zh-CN' }, async (page) => {
    await page.getByRole('link', { name: '待付款' }).click()
    await page.getByText('全部', { exact: true }).click()
    await page.getByText(/专家尚未签署协议/).waitFor()
    await page.getByRole('button', { name: `登记付款 ${expert.name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('付款日期').fill(TODAY)
    await dialog.getByText('2026-11 个人所得税合计 950.50 元，其中本笔扣缴 516.44 元').waitFor()
    await dialog.getByText(/连续性劳务共 2 笔，合计 6,000\.00 元/).waitFor()
    await dialog.getByText(/收款账户/).waitFor()
    await assertAccessible(page, 'recording a payment')
    await dialog.getByRole('button', { name: '登记付款' }).click()
    await page.getByText('付款已登记').waitFor()

    await goWithin(page, `/labor-payments?period=${PERIOD}`)
    const sums = page.getByRole('region', { name: /2026-11 合计/ })
    await sums.getByText('950.50').waitFor()
    await page.locator(ROWS_OF_TABLE).first().waitFor()
    for (const { width, seen, least } of await countRows(page, ROWS_OF_TABLE))
      assert.ok(seen >= least, `${width}: ${seen}`)
    await sums.getByRole('button', { name: '申报文件和记录' }).click()
    const download = page.waitForEvent('download')
    await sums.getByRole('button', { name: '扣缴申报表' }).click()
    const file = await download
    assert.equal(file.suggestedFilename(), `劳务报酬扣缴申报-${PERIOD}-${TODAY}.xlsx`)
    assert.equal(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
      'PK',
    )

    assert.equal(await sums.getByRole('button', { name: '标记为已申报' }).count(), 0, 'a running month')

    await page.getByLabel('姓名').fill(expert.name)
    await page.getByRole('button', { name: '付款日期' }).click()
    await page
      .getByRole('button', { name: `税额说明 ${expert.name}` })
      .first()
      .click()
    await page.getByRole('dialog').getByText('434.06').first().waitFor()
    await page.setViewportSize({ ...PHONE, width: 320 })
    const beyond = await page.getByRole('region', { name: '税额计算' }).evaluate((region) => {
      for (const figure of region.querySelectorAll('td')) figure.textContent = '9,999,999.99'
      return region.scrollWidth - region.clientWidth
    })
    assert.equal(beyond, 0, 'seven digits on a phone')
    await page.setViewportSize(DESKTOP)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page
      .getByRole('row')
      .filter({ hasText: TODAY })
      .getByRole('button', { name: /更多操作/ })
      .click()
    await page.getByRole('menuitem', { name: '冲销付款' }).click()
    await page.getByLabel('原因').fill('银行退回')
    await page.getByRole('dialog').getByRole('button', { name: '冲销付款' }).click()
    await page.getByText('付款已冲销').waitFor()
    await sums.getByText('434.06').waitFor()
  })
  const { rows } = await executor.call(paymentRoutes.list, { query: { period: PERIOD } })
  assert.deepEqual(
    rows.map(({ kind, incomeTax, isCorrection }) => [kind, incomeTax, isCorrection]),
    [
      ['reversal', '-516.44', false],
      ['payment', '516.44', false],
      ['payment', '434.06', false],
    ],
  )
})

it('TAX-15: a clerk files a month, corrects it, sees before and after, and downloads what was filed', async () => {
  const one = await payee()
  const paid = await pay(one, '3000', '2026-10-10')
  const path = '/labor-payments?period=2026-10'
  await visit({ as: executor, path, language: 'zh-CN', viewport: PHONE }, async (page) => {
    const sums = page.getByRole('region', { name: /2026-10 合计/ })
    await sums.getByRole('button', { name: '标记为已申报' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '标记为已申报' }).click()
    const first = page.getByRole('region', { name: '扣缴申报', exact: true })
    await first.getByText(/由 .* 申报/).waitFor()
    const download = page.waitForEvent('download')
    await first.getByRole('button', { name: '增值税清单' }).click()
    assert.match((await download).suggestedFilename(), /^申报-代扣增值税清单-2026-10/)

    await executor.call(paymentRoutes.reverse, { body: { entryId: paid.entryId, reason: '银行退回' } })
    await page.reload()
    await page.getByText('上次申报后有 1 笔付款变动，需要更正申报。').waitFor()
    await page.getByRole('button', { name: '未申报的变动' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2,970.30').waitFor()
    await assertAccessible(page, 'before and after')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '标记更正申报 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '标记更正申报 1' }).click()
    const correction = page.getByRole('region', { name: '更正申报 1' })
    await correction.getByRole('button', { name: '更正前后对照' }).first().waitFor()
    assert.equal(await page.getByText('需要更正申报').count(), 0)
    await assertPages(page, [path])
  })
})

it('TAX-17: a clerk sees what is missing of a foreigner before filing, and then both withholding files', async () => {
  const foreigner = await payee(null)
  const state = async (stated: object) => {
    const { version } = await foreigner.call(expertRoutes.me, {})
    await foreigner.call(expertRoutes.updateMe, { body: { version, ...stated } })
  }
  await state({ idType: 'passport', taxResidence: 'nonResident', idCardNo: 'E7654321', nationality: 'DE' })
  await agreed(foreigner, '1000')
  await visit({ as: executor, path: '/labor-payments/due?show=all', language: 'zh-CN' }, async (page) => {
    await page.getByText('申报个税还缺：性别、出生日期').waitFor()
    await pay(foreigner, '5000', '2026-09-10')
    await page.setViewportSize(PHONE)
    await goWithin(page, '/labor-payments?period=2026-09')
    await page.getByText(`${foreigner.name}：缺性别、出生日期`).waitFor()
    await assertAccessible(page, 'what is missing')
    await state({ sex: 'male', birthDate: '1970-01-31' })
    await page.reload()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '非居民代扣代缴表' }).click()
    assert.match((await download).suggestedFilename(), /^非居民劳务报酬代扣代缴-2026-09/)
    assert.equal(await page.getByText('补充以下信息后才能申报').count(), 0)
    await page.getByRole('button', { name: '境外人员信息采集表' }).waitFor()
  })
})

it('TAX-13: a clerk sees what is to be paid back, settles one with the next payment and another by itself', async () => {
  const people = [await payee(), await payee()] as const
  for (const each of people) {
    const first = await pay(each, '3000', '2026-11-10')
    await pay(each, '3000', '2026-11-11')
    await executor.call(paymentRoutes.reverse, { body: { entryId: first.entryId, reason: '银行退回' } })
  }
  const [one, other] = people
  await agreed(one, '800', { laborForm: 'review' })
  await visit({ as: executor, path: '/labor-payments/due?show=all', language: 'zh-CN' }, async (page) => {
    await page.getByText(/有 2 笔款项待补付或收回/).waitFor()
    await page.getByLabel('姓名').fill(one.name)
    // The list is read again after a pause in typing, and is faded until then.
    await page.waitForURL(/[?&]name=/)
    await isComplete(page)
    await page
      .getByRole('button', { name: `登记付款 ${one.name}` })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('同时结清待退补款项 82.38 元（负数为收回）').waitFor()
    await dialog.getByText('银行应付 882.38 元').waitFor()
    await assertAccessible(page, 'settling with a payment')
    await dialog.getByRole('button', { name: '登记付款' }).click()
    await page.getByText('付款已登记').waitFor()
    await page.getByText(/有 1 笔款项待补付或收回/).waitFor()
    await goWithin(page, '/labor-payments/differences?isSettled=false')
    await page.getByRole('button', { name: `登记结清 ${other.name}` }).click()
    await page.getByLabel('备注').fill('银行转账')
    await page.getByRole('dialog').getByRole('button', { name: '登记结清' }).click()
    await page.getByText('已登记结清').waitFor()
    await page
      .getByText('没有符合条件的记录')
      .or(page.getByText(/清除筛选/))
      .first()
      .waitFor()
    await assertPages(page, ['/labor-payments/differences'])
    await page.getByText(/单独结清/).waitFor()
  })
})

it('TAX-3: the day of a payment is that of the service, wherever the clerk is', async () => {
  await agreed(await payee(), '1000')
  // There it is still the day before, in the evening.
  const timeZone = 'America/New_York'
  await visit({ as: executor, path: '/labor-payments/due?show=all', timeZone }, async (page) => {
    await page
      .getByRole('button', { name: /^登记付款/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const day = dialog.getByLabel('付款日期')
    await day.waitFor()
    assert.equal(await day.inputValue(), TODAY)
    await day.fill('')
    await dialog.getByRole('button', { name: '打开日历' }).click()
    await page.getByRole('button', { name: '今天', exact: true }).click()
    assert.equal(await day.inputValue(), TODAY)
  })
})

it('TAX-10: whoever adds an attendee is told before saving what the sum of the month does to the tax', async () => {
  const { meetingId } = await world.meeting()
  const path = `/meetings/${meetingId}?tab=attendees`
  await visit({ as: executor, path, language: 'zh-CN', viewport: PHONE }, async (page) => {
    await page.getByRole('button', { name: '添加专家', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('手机号').fill(expert.phone)
    await dialog.getByLabel('应付金额').fill('3000')
    await dialog.getByText(/2026-11 个人所得税合计 .* 元（含本笔）/).waitFor()
    await dialog.getByText(/当月已付 1 笔 3,000\.00 元，另有已约定未付 2 笔 3,800\.00 元/).waitFor()
    await dialog.getByText(/（单独计算为 .* 元），实付 /).waitFor()
    await assertAccessible(page, 'adding an attendee')
    // Nothing else is paid to this one in the month.
    await dialog.getByLabel('手机号').fill((await payee()).phone)
    await dialog.getByText(/^本笔承担个税 [\d,.]+ 元，实付 [\d,.]+ 元$/).waitFor()
    assert.equal(await dialog.getByText('当月已付').count(), 0)
  })
})

it('TAX-5 TAX-7 TAX-12 TAX-16 TAX-18 CAP-1 CAP-5 GATE-3: a manager sets how a payer is taxed, with a reason where days are paid, and the post of an expert, reads declarations, and asks for a waiver ahead', async () => {
  const manager = await userOf('manager')
  const admin = await api.admin()
  const { meetingName } = await world.meeting()
  await expert.call(capRoutes.declare, { body: { hasConflict: true, statement: '某药企顾问' } })
  await admin.call(capRoutes.createPolicy, {
    body: { validFrom: TODAY, overlaps: 'off', caps: [], tiers: [{ highest: '2000' }] },
  })
  const organization = `/organizations/${executor.orgId}`
  await visit({ as: manager, path: organization, language: 'zh-CN', viewport: PHONE }, async (page) => {
    await page.getByRole('button', { name: '调整扣缴设置' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('起始日期').fill('2026-11-01')
    assert.ok(await dialog.getByLabel('按条例列举（默认）').isChecked())
    await dialog.getByRole('combobox', { name: '主持' }).click()
    await page.getByRole('option', { name: '讲学' }).click()
    assert.equal(await dialog.getByLabel('按条例列举（默认）').isChecked(), false)
    await dialog.getByLabel('全部合为一项').check()
    assert.equal(await dialog.getByRole('combobox', { name: '主持' }).inputValue(), '其他劳务')
    await dialog.getByLabel('各区县分别计税').uncheck()
    await dialog.getByLabel('免征教育费附加和地方教育附加').check()
    await dialog.getByLabel('按月申报').check()
    const place = dialog.getByRole('combobox', { name: /^劳务发生地/ })
    await place.fill('310101')
    await page.getByRole('option').nth(1).waitFor({ state: 'hidden' })
    // The keyboard chooses: the list moves towards its field when typing has left one choice, away from the pointer.
    await place.press('ArrowDown')
    await place.press('Enter')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText(/新设置最早自 2026-11-21 起/).waitFor()
    await assertAccessible(page, 'settings of a payer, refused')
    await dialog.getByLabel('调整原因').fill('税务机关要求合并计税')
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row').filter({ hasText: '2026-11-01' })
    await row.getByText(/按月申报.*税务机关要求合并计税/).waitFor()
    await row.getByText(/其他劳务（讲课、主持、讨论、点评、咨询、其他）/).waitFor()
    const tax = await manager.call(taxSettingsRoutes.get, { params: { orgId: executor.orgId } })
    const [latest] = tax.settings
    assert.deepEqual(
      [latest?.isContinuous, latest?.educationExempt, latest?.vatBasis, latest?.county, latest?.place],
      [true, true, 'month', '310101', 'city'],
    )
    assert.deepEqual(latest?.laborItems, ONE_ITEM)
    assert.deepEqual([latest.isCountyApart, latest.reason], [false, '税务机关要求合并计税'])

    await goWithin(page, `/experts/${expert.expertId}`)
    await page.getByRole('button', { name: '编辑 · 学会职务' }).click()
    await page.getByRole('dialog').getByLabel('学会职务').fill('分会委员')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await page.getByRole('region', { name: '学会职务' }).getByText('分会委员').waitFor()

    await goWithin(page, '/waivers')
    await page.getByRole('button', { name: '新建豁免申请' }).click()
    await page.getByRole('combobox', { name: '会议' }).click()
    await page
      .getByRole('option', { name: new RegExp(meetingName) })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel('专家手机号').fill(expert.phone)
    await page.getByRole('dialog').getByLabel('拟邀劳务费').fill('2500')
    await page.getByRole('dialog').getByLabel('原因').fill('国外特邀讲者')
    await assertAccessible(page, 'asking ahead')
    await page.getByRole('dialog').getByRole('button', { name: '申请豁免' }).click()
    await page.getByText('豁免申请已提交').waitFor()
    await assertPages(page, [organization, `/experts/${expert.expertId}`, '/conflict-declarations'])
    await page.getByText('某药企顾问').waitFor()
    await goWithin(page, `/labor-payments?period=${PERIOD}&orgId=${executor.orgId}`)
    await page.getByRole('region', { name: new RegExp(executor.orgName) }).waitFor()
  })
  const { rows } = await admin.call(gateRoutes.listWaivers, { query: {} })
  assert.deepEqual(
    rows.map(({ check, expertId, status }) => [check, expertId, status]),
    [['tiers', expert.expertId, 'pending']],
  )
})
