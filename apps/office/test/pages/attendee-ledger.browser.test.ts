// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import type { Page, Request } from 'playwright-core'
import { freshPhone, fullWidth } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import {
  assertAccessible,
  assertNoSideScroll,
  assertTargets,
  countClicks,
  goWithin,
  isComplete,
  PHONE,
} from '../page-checks.ts'
import { openPortal } from '../portal.ts'

/** Longer than the pause after which a pasted text is asked about. */
const SLOW_MS = 1000

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, executor } = world

const table = (page: Page) => page.getByRole('table', { name: '参会专家' })
const asks = (request: Request, phone: string) =>
  request.url().endsWith(laborFeeRoutes.calculate.path) && request.postData()?.includes(phone) === true
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function feesOf(meetingId: number): Promise<Record<string, string>> {
  const { rows } = await executor.call(attendeeRoutes.list, { query: { meetingId } })
  return Object.fromEntries(rows.map(({ name, payableAmount }) => [name, payableAmount]))
}

describe('the attendees of a meeting', () => {
  it('WEB-21: fees are typed one after another as in a spreadsheet, beside the budget, and set for many at once', async () => {
    const { meetingId } = await world.meeting({ laborBudget: '12000' })
    const signer = await world.expert()
    const signed = await world.attendee(meetingId, { phone: signer.phone, laborFee: '5000' })
    await world.sign(signer, signed.attendeeId)
    const names = ['甲专家', '乙专家', '丙专家']
    for (const name of names) await world.attendee(meetingId, { phone: freshPhone(), name, laborFee: '0' })
    const path = `/meetings/${meetingId}?tab=attendees&orderByColumn=attendeeId&isAsc=asc`
    await visit({ as: executor, path }, async (page) => {
      const meter = page.getByRole('meter', { name: '劳务费 / 会议劳务预算' })
      await page.getByText('剩余 ¥ 7,000.00').waitFor()
      await page.getByText('已签署 1 / 4 人，¥ 5,000.00').waitFor()
      const clicks = await countClicks(page)
      await page.getByRole('button', { name: '0.00，修改甲专家的应付金额' }).click()
      for (const [index, name] of names.entries()) {
        const input = page.getByRole('textbox', { name: `${name}的应付金额` })
        await input.fill(String(1000 * (index + 1)))
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: `,000.00，修改${name}的应付金额` }).waitFor()
      }
      assert.equal(await clicks(), 1)
      await page.getByText('剩余 ¥ 1,000.00').waitFor()
      assert.equal(await meter.getAttribute('aria-valuenow'), '11000')

      await button(page, '2,000.00，修改乙专家的应付金额').click()
      const input = page.getByRole('textbox', { name: '乙专家的应付金额' })
      await input.fill('二千')
      await page.keyboard.press('Enter')
      await page.getByText('请输入金额，如 5000.00').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: '丙专家的劳务形式' }).selectOption({ index: 1 })

      await page.getByRole('checkbox', { name: '选择本页全部' }).check()
      await button(page, '设置劳务费').click()
      const dialog = page.getByRole('dialog', { name: '设置劳务费' })
      await dialog.getByText('所选的 3 位未签署专家').waitFor()
      await dialog.getByRole('textbox', { name: '应付金额' }).fill('2500')
      await dialog.getByRole('button', { name: '设置劳务费' }).click()
      await page.getByText('超出预算 ¥ 500.00').waitFor()
      await assertAccessible(page, 'the ledger')
      await page.setViewportSize(PHONE)
      await assertNoSideScroll(page, 'the ledger on a phone')
      await assertTargets(page, 'the ledger on a phone')
    })
    assert.deepEqual(await feesOf(meetingId), {
      [signer.name]: '5000.00',
      甲专家: '2500.00',
      乙专家: '2500.00',
      丙专家: '2500.00',
    })
  })

  it('WEB-21 TAX-10 WEB-31 WEB-41: many are reminded, their agreements downloaded, and many added with a result for each; an expert engaged before is chosen with the former terms, and a meeting is copied with its experts', async () => {
    const { meetingId } = await world.meeting()
    const signer = await world.expert()
    const signed = await world.attendee(meetingId, { phone: signer.phone })
    await world.sign(signer, signed.attendeeId)
    const busy = await world.expert()
    await world.attendee((await world.meeting()).meetingId, { phone: busy.phone })
    const first = await world.meeting({ laborBudget: '9000', invitationTitle: '系列会议邀请' })
    const expert = await world.expert()
    await world.attendee(first.meetingId, { phone: expert.phone, laborFee: '3300' })
    const second = await world.meeting()
    await visit({ as: executor, path: `/meetings/${meetingId}?tab=attendees` }, async (page) => {
      await table(page).getByRole('link', { name: signer.name }).waitFor()
      // Who has signed need not answer the invitation any more.
      assert.equal(await table(page).getByText('未答复').count(), 0)
      await page.getByRole('checkbox', { name: '选择本页全部' }).check()
      const download = page.waitForEvent('download')
      await button(page, '下载协议').click()
      assert.match((await download).suggestedFilename(), /^劳务协议-.*\.zip$/)

      // Lines change while this one's answer is on its way.
      await page.route(/laborFee\/calculate$/, async (route) => {
        if (asks(route.request(), busy.phone)) await delay(SLOW_MS)
        await route.continue()
      })
      await button(page, '批量添加专家').click()
      const dialog = page.getByRole('dialog', { name: '批量添加专家' })
      const [fresh, nameless] = [freshPhone(), freshPhone()]
      const again = `${fresh}\t丁专家\t协和医院\t4,800`
      await dialog
        .getByRole('textbox', { name: '名单' })
        .fill(`手机号\t姓名\n${again}\n${nameless}\n${busy.phone} 3000\n${again}\n${signer.phone} 900`)
      // This expert has another fee in this month.
      const taxed = dialog.getByRole('row', { name: busy.phone })
      await taxed.getByText(/个人所得税合计 [\d,]+\.\d\d 元（含本笔）/).waitFor()
      const rowOfFresh = dialog.getByRole('row', { name: fresh }).first()
      const taxOfFresh = rowOfFresh.getByRole('cell').nth(5)
      await dialog.getByText('与第 2 行手机号相同，不会添加').waitFor()
      await dialog.getByRole('row', { name: signer.phone }).getByText('已在名单中').waitFor()
      await rowOfFresh.getByText('新专家，添加时将建立账号').waitFor()
      await dialog.getByRole('row', { name: nameless }).getByText('新专家，请补充姓名').waitFor()
      await taxOfFresh.getByText('760.40', { exact: true }).waitFor()
      await dialog.getByRole('button', { name: '添加 3 位' }).click()
      await dialog.getByText('已添加 2 位，1 位未添加').waitFor()
      // Its own fee does not stand beside it as another one of the month.
      await taxed.getByText(/个人所得税合计/).waitFor()
      assert.equal(await taxOfFresh.innerText(), '760.40')
      await dialog
        .getByRole('row', { name: `${fresh} 丁专家 协和医院` })
        .getByText('已添加')
        .waitFor()
      await dialog.getByText('与第 2 行手机号相同，不会添加').waitFor()
      await dialog.getByRole('row', { name: nameless }).getByText('未添加').waitFor()
      await dialog.getByRole('button', { name: '添加 1 位' }).waitFor()
      // The list behind the dialog is faint until it is read again.
      await isComplete(page)
      await assertAccessible(page, 'many experts at once')
      const third = freshPhone()
      const sheet = `序号,工作单位,姓名,手机,劳务费\n1,华西医院,戊专家,${fullWidth(third)},２５００\n2,华西医院,己专家,${freshPhone()},五千\n`
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: '专家.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
      await dialog.getByRole('row', { name: `${third} 戊专家 华西医院` }).waitFor()
      await dialog.getByText('无法识别，请修改：五千').waitFor()
      await dialog.getByRole('button', { name: '添加 1 位' }).click()
      await dialog.getByText('已添加 3 位').waitFor()
      await page.keyboard.press('Escape')

      await page.getByRole('checkbox', { name: '选择 丁专家' }).check()
      await button(page, '提醒签署').click()
      await page.getByText('已提醒 1 人').waitFor()
      await button(page, '提醒未签署的 3 人').click()
      await page.getByText('1 人未提醒').waitFor()
      await page.getByText('丁专家: 12 小时内已提醒过').waitFor()

      await goWithin(page, `/meetings/${second.meetingId}?tab=attendees`)
      await button(page, '添加专家').click()
      const adding = page.getByRole('dialog', { name: '添加专家' })
      const choice = adding.getByRole('combobox', { name: '从以往参会专家中选择' })
      await choice.click()
      await choice.fill(expert.name)
      await page.getByRole('option', { name: expert.phone }).click()
      assert.equal(await adding.getByLabel('手机号').inputValue(), expert.phone)
      await adding.getByRole('button', { name: '保存' }).click()
      await table(page).getByText('3,300.00').first().waitFor()
    })
    assert.equal((await feesOf(meetingId))['丁专家'], '4800.00')
    await visit({ as: manager, path: `/meetings/${first.meetingId}` }, async (page) => {
      await page.getByRole('link', { name: '复制' }).click()
      await page.getByRole('group', { name: expert.name }).waitFor()
      assert.equal(
        await page.getByRole('textbox', { name: '邀请标题' }).or(page.getByLabel('邀请标题')).inputValue(),
        '系列会议邀请',
      )
      await button(page, '保存').click()
      await page.waitForURL(/\/meetings\/\d+$/)
      const copyId = Number(new URL(page.url()).pathname.split('/').at(-1))
      const copy = await manager.call(meetingRoutes.get, { params: { meetingId: copyId } })
      assert.deepEqual([copy.laborBudget, copy.execUserId], ['9000.00', executor.userId])
      assert.deepEqual(await feesOf(copyId), { [expert.name]: '3300.00' })
    })
  })
})
