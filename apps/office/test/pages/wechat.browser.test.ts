// Engine: postgres
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { signInRoutes } from '@consilium/contract/attendance/sign-in.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import type { Page } from 'playwright-core'
import { openBatchWorld } from '@consilium/api/test/batch-world.ts'
import { SMS_CODE } from '@consilium/api/test/harness.ts'
import { BANK_ACCOUNT, ID_CARD_NO } from '@consilium/api/test/meeting-world.ts'
import { movableClock } from '@consilium/api/test/movable-clock.ts'
import { often } from '@consilium/test-kit/often.ts'
import { assertAccessible, assertNoSideScroll, draw, goWithin } from '../page-checks.ts'
import { openPortal, type Visit } from '../portal.ts'

/** What WeChat's browsers refuse, so that a page that needs any of it fails. */
const REFUSED = `
  window.open = () => { throw new Error('window.open is refused') }
  delete window.indexedDB
  delete Navigator.prototype.serviceWorker
`
const BROWSERS = {
  Android:
    'Mozilla/5.0 (Linux; Android 14; V2309A Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.188 Mobile Safari/537.36 XWEB/1260117 MMWEBSDK/20241202 MicroMessenger/8.0.56.2800(0x2800383F) WeChat/arm64 Weixin NetType/4G Language/zh_CN ABI/arm64',
  iOS: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.54(0x1800362f) NetType/WIFI Language/zh_CN',
} as const
const NARROW = { width: 390, height: 844 }
const SMALLEST = { width: 320, height: 568 }
const HOUR_MS = 3_600_000
/** A folder for pictures of the pages; without it none are taken. */
const PICTURES = process.env.PICTURES_DIR

const clock = movableClock()
const portal = await openPortal({ clock })
const world = await openBatchWorld(portal.api, clock)
const { executor, person, payable } = world
const at = (hours: number) => clock.wire(new Date(clock.now().getTime() + hours * HOUR_MS))

/** The files of these pages judge whether they are accessible. */
async function look(page: Page, name: string): Promise<void> {
  await assertNoSideScroll(page, name)
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

// The product asks of both only whether they are WeChat: in a usual run each journey is made in one of them.
for (const [which, [system, userAgent]] of Object.entries(BROWSERS).entries())
  describe(`inside WeChat on ${system}`, () => {
    const journey = (place: number, title: string, act: () => Promise<void>): void => {
      if (often(place % 2, which) === which) void it(title, act)
    }
    const within = (visit: Omit<Visit, 'path'>, path: string, act: (page: Page) => Promise<void>) =>
      portal.visit(
        { ...visit, viewport: NARROW, userAgent, language: 'zh-CN', ownWindow: true },
        async (page) => {
          await page.addInitScript(REFUSED)
          await page.goto(path)
          await act(page)
        },
      )

    journey(0, 'MOB-1 ATD-1 ATD-2: an expert signs in at the door', async () => {
      const times = { scheduleStartTime: at(-0.1), scheduleEndTime: at(2) }
      const { meetingId } = await world.meeting({ ...times, scheduleLocation: '北京国际会议中心' })
      const expert = await world.expert({}, null)
      await world.attendee(meetingId, { phone: expert.phone })
      const { url } = await executor.call(attendanceRoutes.openScreen, { body: { meetingId } })
      const token = new URL(url).pathname.split('/').at(-1) ?? ''
      const shown = await executor.call(signInRoutes.screen, { params: { token } })
      await within({}, new URL(shown.url).pathname, async (page) => {
        await page.getByLabel('手机号').waitFor()
        await look(page, `${system}-sign-in`)
        await page.getByLabel('手机号').fill(expert.phone)
        await page.getByRole('button', { name: '获取验证码' }).click()
        await page.getByLabel('验证码').fill(SMS_CODE)
        const canvas = page.locator('canvas')
        await canvas.waitFor()
        const box = (await canvas.boundingBox())!
        await page.mouse.move(box.x + 40, box.y + 60)
        await page.mouse.down()
        for (let step = 1; step <= 12; step++)
          await page.mouse.move(box.x + 40 + step * 18, box.y + 60 + (step % 2 ? 30 : -30))
        await page.mouse.up()
        await look(page, `${system}-sign-in-confirm`)
        await page.getByRole('button', { name: '确认签到' }).click()
        await page.getByRole('heading', { name: '签到成功' }).waitFor()
        await look(page, `${system}-sign-in-done`)
        await page.goto(`${new URL(shown.url).pathname.slice(0, -10)}AAAAAAAAAA`)
        await page.getByText('签到码已失效').waitFor()
        await look(page, `${system}-sign-in-expired`)
      })
    })

    journey(
      1,
      'MOB-1 HSE-29: an expert answers an invitation, fills in, reads, signs, and sees the money, on the smallest phone',
      async () => {
        const expert = await world.expert()
        // Experts of the tests are one person, who cannot be at two meetings at once.
        const hours = system === 'iOS' ? 72 : 48
        const { meetingId } = await world.meeting({
          scheduleStartTime: at(hours),
          scheduleEndTime: at(hours + 2),
          scheduleLocation: '北京国际会议中心',
        })
        const { attendeeId, meetingName } = await world.attendee(meetingId, { phone: expert.phone })
        await within({ as: expert }, `/my-meetings/${attendeeId}`, async (page) => {
          await page.setViewportSize(SMALLEST)
          await page.getByRole('button', { name: '参加', exact: true }).click()
          await page.getByText('您已答复：参加').waitFor()
          await look(page, `${system}-accepted`)
          await page.getByRole('link', { name: /^签署协议/ }).click()
          await page.getByLabel('证件号码').fill(ID_CARD_NO)
          await page.getByLabel('开户银行').fill('中国工商银行')
          await page.getByRole('combobox', { name: '开户地区' }).fill('北京市 海淀区')
          await page.getByLabel('银行账号').fill(BANK_ACCOUNT)
          await look(page, `${system}-filled`)
          await page.getByRole('button', { name: '下一步：阅读协议' }).click()
          await page.getByRole('heading', { name: '劳务协议', exact: true }).waitFor()
          await draw(page, 150)
          await page.getByLabel(/我已阅读全文并同意/).check()
          await page.getByRole('button', { name: '获取验证码' }).click()
          await page.getByText(/验证码已发送至尾号/).waitFor()
          await page.getByLabel('短信验证码').fill(SMS_CODE)
          await look(page, `${system}-to-sign`)
          await page.getByRole('main').getByRole('button', { name: '签署协议' }).click()
          await page.getByRole('dialog').getByRole('button', { name: '签署协议' }).click()
          await page.getByText('协议已签署').waitFor()
          await page.getByRole('button', { name: '查看', exact: true }).click()
          await page.getByRole('img', { name: / · 1\// }).waitFor()
          await look(page, `${system}-signed`)
          await page.getByRole('link', { name: '保存' }).click()
          const dialog = page.getByRole('dialog', { name: '微信中不能保存文件' })
          assert.equal(await dialog.getByLabel('本页地址').inputValue(), page.url())
          await dialog.getByRole('button', { name: '知道了' }).click()
          await page.goto('/my-payments')
          await page.getByText(meetingName).first().waitFor()
          await page.getByText('4,155.45').first().waitFor()
          await look(page, `${system}-money`)
        })
      },
    )

    journey(
      0,
      'MOB-1 PAY-8: an expert reads the own payments, and is told how to save the statement',
      async () => {
        const expert = await person()
        await payable(expert, '1200')
        const { attendeeId } = await payable(expert, '3000')
        await executor.call(paymentRoutes.record, { body: { attendeeId, paidDate: clock.today() } })
        await within({ as: expert }, '/my-payments', async (page) => {
          await page.getByRole('group', { name: '付款记录' }).getByText('3,000.00').waitFor()
          await look(page, `${system}-my-payments`)
          await page.getByRole('link', { name: '保存收入明细（PDF）' }).click()
          const dialog = page.getByRole('dialog', { name: '微信中不能保存文件' })
          assert.equal(await dialog.getByLabel('本页地址').inputValue(), page.url())
          await look(page, `${system}-statement`)
          await assertAccessible(page, 'how a statement is saved')
          await dialog.getByRole('button', { name: '知道了' }).click()
          await dialog.waitFor({ state: 'detached' })
        })
      },
    )

    journey(1, 'PAY-1: finance looks at what is due and at a batch on a phone', async () => {
      const fees = [await payable(await person(), '5000'), await payable(await person(), '6000')]
      const { batchId } = await world.draft(fees)
      const reader = await portal.api.person(executor, 'finance')
      await within({ as: reader }, '/labor-payments/due', async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.getByText('5,000.00').first().waitFor()
        await look(page, `${system}-due`)
        await world.lock(batchId)
        await world.release(batchId)
        await goWithin(page, '/labor-payments/batches')
        await page.getByText('11月劳务费').first().waitFor()
        await look(page, `${system}-batches`)
        await goWithin(page, `/labor-payments/batches/${batchId}`)
        await page.getByText('6,000.00').first().waitFor()
        await look(page, `${system}-batch`)
      })
    })
  })
