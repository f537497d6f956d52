// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import type { Locator, Page } from 'playwright-core'
import { SMS_CODE } from '@consilium/api/test/harness.ts'
import {
  BANK_ACCOUNT,
  IDENTITY,
  ID_CARD_NO,
  openWorld,
  pdfText,
  SCHEDULED,
  seasonClock,
} from '@consilium/api/test/meeting-world.ts'
import { assertNoSideScroll, assertTargets, draw, pad } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const PORTRAIT = { width: 390, height: 664 }
const LANDSCAPE = { width: 664, height: 390 }

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)

async function invited() {
  const expert = await world.expert()
  const { meetingId } = await world.meeting({ ...SCHEDULED })
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  return { expert, attendeeId, path: `/my-agreements/${attendeeId}` }
}

const step = (page: Page) => page.locator('[aria-current=step]')
/** The drawn strokes as numbers, which rotating the phone must not change. */
const ink = (page: Page) =>
  page.evaluate<number>(`(() => {
    const canvas = [...document.querySelectorAll('canvas')].find((each) => each.offsetParent !== null)
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return data.filter((value, index) => index % 4 === 3 && value > 0).length
  })()`)

/** What the page has asked of the service since it was opened. */
const ASKED = `performance.getEntriesByType('resource').filter(({ name }) => /\\/api\\//.test(name)).length`

const strokes = (page: Page, count: number) => page.locator(`canvas[data-strokes="${count}"]`).waitFor()
const sign = (page: Page) => page.getByRole('main').getByRole('button', { name: '签署协议' })

/** Requests the code for signing this contract, and enters it. */
async function enterCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText(/验证码已发送至尾号 \d{4} 的手机，5 分钟内有效/).waitFor()
  assert.ok(await page.getByRole('button', { name: /秒后可重发/ }).isDisabled())
  await page.getByLabel('短信验证码').fill(SMS_CODE)
}

async function agree(page: Page): Promise<void> {
  await sign(page).click()
  await page.getByRole('dialog').getByRole('button', { name: '签署协议' }).click()
}

// Each step is judged in signing-kept.browser.test.ts.
describe('signing an agreement', () => {
  it('SEC-4 UX-22 UX-23 UX-25 WEB-6: fills in, reads and signs on a phone; steps survive a reload and strokes a rotation', async () => {
    const { expert, attendeeId, path } = await invited()
    await visit({ as: expert, path, viewport: PORTRAIT }, async (page) => {
      await page.getByLabel('证件号码').fill('110105194912310021')
      await page.getByLabel('开户银行').fill(IDENTITY.bankName)
      await page.getByRole('combobox', { name: '开户地区' }).fill(IDENTITY.bankRegion)
      assert.equal(await page.getByLabel('姓名').inputValue(), expert.name)
      await page.getByRole('button', { name: '下一步：阅读协议' }).click()
      // Both fields are invalid, and the first one gets the focus.
      await page.locator('input[name=idCardNo][aria-invalid=true]:focus').waitFor()
      await page.locator('input[name=bankAccount][aria-invalid=true]').waitFor()
      await page.getByLabel('证件号码').fill(ID_CARD_NO)
      await page.getByLabel('银行账号').fill(BANK_ACCOUNT)
      await assertNoSideScroll(page, 'filling')
      await assertTargets(page, 'filling')
      await page.getByRole('button', { name: '下一步：阅读协议' }).click()
      await step(page).filter({ hasText: '阅读并签名' }).waitFor()
      await page.getByText('4,155.45').first().waitFor()

      await page.reload()
      assert.match(await step(page).innerText(), /阅读并签名/)
      await page.getByText('税后实付', { exact: true }).waitFor()
      await page.getByText('查看计算过程').click()
      await page.getByText('5000.00 ÷ (1 + 1%) × 1%').waitFor()
      await draw(page, 200)
      await strokes(page, 1)
      await draw(page, 150, 0.3)
      await strokes(page, 2)
      const drawn = await ink(page)
      assert.ok(drawn > 100)
      for (const viewport of [LANDSCAPE, PORTRAIT]) {
        await page.setViewportSize(viewport)
        await page.locator(`canvas[width="${(await pad(page).boundingBox())?.width ?? 0}"]`).waitFor()
        assert.ok((await ink(page)) > drawn / 2, 'the strokes are there')
        await strokes(page, 2)
      }
      assert.equal(await ink(page), drawn)
      await assertNoSideScroll(page, 'reading')
      await assertTargets(page, 'reading')

      await page.getByLabel(/我已阅读全文并同意/).check()
      await sign(page).click()
      await page.getByText('请输入 6 位验证码').waitFor()
      await enterCode(page)
      await agree(page)
      await page.getByText('协议已签署').waitFor()
      await page.reload()
      assert.match(await step(page).innerText(), /完成/)
      await page.getByRole('button', { name: '查看', exact: true }).click()
      await page.getByRole('img', { name: / · 1\// }).waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: '保存' }).click()
      assert.match((await download).suggestedFilename(), /\.pdf$/)
      assert.match(
        (await page.getByRole('link', { name: /\/verify\// }).getAttribute('href')) ?? '',
        /\/verify\/\w+/,
      )
      await assertNoSideScroll(page, 'signed')
    })
    const data = await expert.call(agreementRoutes.get, { params: { attendeeId } })
    assert.equal(data.signatureStatus, 'signed')
  })

  it('WEB-6 WEB-11: the form stays under the finger when the bar of the reader goes', async () => {
    const { expert, attendeeId, path } = await invited()
    await world.drawUp(expert, attendeeId)
    await visit({ as: expert, path, viewport: PORTRAIT }, async (page) => {
      await sign(page).waitFor()
      const bar = page.getByRole('progressbar', { name: '阅读进度' })
      await bar.waitFor()
      const height = () => page.evaluate<number>('document.documentElement.scrollHeight')
      const whole = await height()
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      await bar.waitFor({ state: 'detached' })
      assert.equal(await height(), whole)
    })
  })

  it('UX-24: empty and tiny signatures are refused; strokes can be undone one by one and all at once', async () => {
    const { expert, attendeeId, path } = await invited()
    await world.drawUp(expert, attendeeId)
    await visit({ as: expert, path, viewport: PORTRAIT }, async (page) => {
      await sign(page).click()
      await page.getByText('请先签名').waitFor()
      await page.getByText('请先勾选同意').waitFor()
      await page.getByLabel(/我已阅读全文并同意/).check()
      await draw(page, 12)
      await strokes(page, 1)
      await sign(page).click()
      await page.getByText('签名太小，请写大一些').waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)

      await draw(page, 200)
      await strokes(page, 2)
      await page.getByRole('button', { name: '撤销一笔' }).click()
      await strokes(page, 1)
      await draw(page, 200, 0.3)
      await page.getByRole('button', { name: '清除' }).click()
      await strokes(page, 0)
      assert.equal(await ink(page), 0)
      assert.ok(await page.getByRole('button', { name: '撤销一笔' }).isDisabled())
      await draw(page, 200)
      await page.getByLabel('短信验证码').fill(SMS_CODE)
      await sign(page).click()
      await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
      await agree(page)
      await page.getByText('协议已签署').waitFor()
    })
  })

  it('TRU-7 UX-25: another fee is explained beside the one in force, and can be signed or declined', async () => {
    const { expert, attendeeId, path } = await invited()
    await world.sign(expert, attendeeId)
    await visit({ as: expert, path, viewport: PORTRAIT, language: 'en' }, async (page) => {
      await page.getByText('The agreement is signed').waitFor()
      const attendee = await world.executor.call(attendeeRoutes.get, { params: { attendeeId } })
      const reason = 'One more lecture'
      const body = { attendeeId, version: attendee.version, laborFee: '6000', reason }
      await world.executor.call(attendeeRoutes.update, { body })
      // The event stream brings the message to the page.
      await page.getByText('The organizers propose another fee').waitFor()
      await page.getByText('One more lecture').first().waitFor()
      for (const amount of ['5,000.00', '6,000.00']) await page.getByText(amount).first().waitFor()
      await page.getByText('The agreement is signed').waitFor()
      await page.getByText(/人民币6000\.00元/).waitFor()
      await assertNoSideScroll(page, 'amended')
      await page.getByRole('button', { name: 'Decline the change' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Decline the change' }).click()
      await page.getByText('The organizers propose another fee').waitFor({ state: 'detached' })
      const now = await world.executor.call(attendeeRoutes.get, { params: { attendeeId } })
      assert.deepEqual([now.amendment?.status, now.payableAmount], ['declined', '5000.00'])
      const next = { ...body, version: now.version, laborFee: '7000' }
      await world.executor.call(attendeeRoutes.update, { body: next })
      await page.getByText(/人民币7000\.00元/).waitFor()
      await world.signAmendment(expert, attendeeId)
      await page.reload()
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: /^Download the document signed at/ }).click()
      assert.match((await download).suggestedFilename(), /\.pdf$/)
    })
  })

  it('TRU-8: asks for the consent by itself before any detail, and the profile withdraws it', async () => {
    const { expert, path } = await invited()
    await visit({ as: expert, path: '/my-profile', viewport: PORTRAIT }, async (page) => {
      await page.getByRole('button', { name: '撤回同意' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '撤回同意' }).click()
      await page.getByText('您尚未同意').waitFor()
      await assertNoSideScroll(page, 'profile')
      await assertTargets(page, 'profile')
    })
    await visit({ as: expert, path, viewport: PORTRAIT }, async (page) => {
      await page.getByText('填写协议之前，请单独确认以下事项').waitFor()
      assert.equal(await page.getByLabel('证件号码').count(), 0)
      await assertNoSideScroll(page, 'asked')
      await page.getByRole('button', { name: '我单独同意' }).click()
      await page.getByLabel('证件号码').waitFor()
    })
  })

  it('SEC-10 COR-17: explains why signing is not possible yet, requests nothing, and continues automatically', async () => {
    const expert = await world.expert()
    const { meetingId } = await world.draft({ ...SCHEDULED, expertIds: [expert.expertId] })
    const { rows } = await world.executor.call(attendeeRoutes.list, { query: { meetingId } })
    const { attendeeId = 0, version = 0 } = rows[0] ?? {}
    await visit({ as: expert, path: `/my-agreements/${attendeeId}`, viewport: PORTRAIT }, async (page) => {
      await page.getByText('劳务费尚未确定').waitFor()
      await page.getByText('会议尚未批准').waitFor()
      assert.equal(await page.getByLabel('证件号码').count(), 0)
      await assertNoSideScroll(page, 'not yet')
      const body = { attendeeId, version, laborFee: '5000' }
      await world.executor.call(attendeeRoutes.update, { body })
      const stage = { meetingId, currentStage: 'approved' as const }
      await world.manager.call(meetingRoutes.changeStage, { body: stage })
      await page.getByLabel('证件号码').waitFor()
    })
  })
})

/** Moves the focus by the keyboard until it is on an element of this role and name. */
async function tabTo(
  page: Page,
  role: 'button' | 'checkbox' | 'textbox',
  name: string | RegExp,
  within: Page | Locator = page,
) {
  const target = within.getByRole(role, { name }).first()
  for (let presses = 0; presses < 80; presses++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`The keyboard does not reach ${String(name)}`)
}

describe('WEB-24: the document that is signed', () => {
  it('WEB-24: shows it as it will be, how far it is read, and the sum with the way to the signature', async () => {
    const { expert, attendeeId, path } = await invited()
    await world.readContract(expert, attendeeId)
    await visit({ as: expert, path, viewport: PORTRAIT }, async (page) => {
      await page.getByRole('heading', { name: '劳务协议', exact: true }).waitFor()
      await page.getByText(`LA-${String(attendeeId).padStart(8, '0')}`).waitFor()
      assert.ok((await page.getByRole('heading', { name: /^第.+条/ }).count()) > 3)
      assert.equal(await page.evaluate<number>(ASKED), 0, 'the page holds what it shows')
      const progress = page.getByRole('progressbar', { name: '阅读进度' })
      const before = Number(await progress.getAttribute('aria-valuenow'))
      assert.ok(before < 60, `${before} % of a contract that was just opened`)
      const bar = page.getByRole('button', { name: '去签名' })
      await page.mouse.wheel(0, 900)
      await page.locator(`[role=progressbar]:not([aria-valuenow="${before}"])`).waitFor()
      assert.ok(Number(await progress.getAttribute('aria-valuenow')) > before)
      assert.ok(await page.getByText('¥ 4,155.45').last().isVisible())
      const content = await page.locator('meta[name=viewport]').getAttribute('content')
      assert.doesNotMatch(content ?? '', /user-scalable|maximum-scale/)
      const sizeOf = () => page.evaluate<string>(`getComputedStyle(document.querySelector('h4')).fontSize`)
      const small = Number.parseFloat(await sizeOf())
      await page.getByRole('button', { name: '放大文字' }).click()
      await page.locator('div[lang=zh-CN][style*="1.22"]').waitFor()
      // The computed style may change a moment after the attribute.
      const patience = performance.now() + 10_000
      while (Number.parseFloat(await sizeOf()) <= small)
        assert.ok(performance.now() < patience, `the text stays ${small} px high`)
      await assertNoSideScroll(page, 'reading with larger text')
      await assertTargets(page, 'reading with larger text')
      await bar.click()
      await page.getByRole('checkbox', { name: /我已阅读全文并同意/ }).waitFor()
      await bar.waitFor({ state: 'hidden' })
    })
  })

  it('WEB-24: is signed by the keyboard alone with a typed name, which the document says', async () => {
    const { expert, attendeeId, path } = await invited()
    await world.readContract(expert, attendeeId)
    await visit({ as: expert, path }, async (page) => {
      await page.getByRole('heading', { name: '劳务协议', exact: true }).waitFor()
      const press = async (name: string | RegExp, within?: Locator) => {
        await tabTo(page, 'button', name, within)
        await page.keyboard.press('Enter')
      }
      await tabTo(page, 'checkbox', /我已阅读全文并同意/)
      await page.keyboard.press('Space')
      await press('不便手写？改为键入姓名')
      await page.locator('canvas[data-face=there]').waitFor()
      await page.keyboard.press('Shift+Tab')
      await page.getByRole('textbox', { name: '键入姓名作为签名' }).waitFor()
      await page.keyboard.type('别人')
      await press('获取验证码')
      await page.getByText(/验证码已发送/).waitFor()
      await tabTo(page, 'textbox', '短信验证码')
      await page.keyboard.type(SMS_CODE)
      await press(/^签署协议$/)
      await page.getByText(`须与协议上的姓名“${expert.name}”一致`).waitFor()
      await page.locator('#typedName:focus[aria-invalid=true]').waitFor()
      await page.keyboard.press('Control+A')
      await page.keyboard.type(expert.name)
      assert.ok((await ink(page)) > 100, 'the name is set')
      await press(/^签署协议$/)
      await press(/^签署协议$/, page.getByRole('dialog'))
      await page.getByText('协议已签署').first().waitFor()
    })
    const { bytes } = await expert.call(agreementRoutes.pdf, { params: { attendeeId } })
    const text = pdfText(bytes)
    assert.match(text, /乙方（键入姓名）/)
    assert.match(text, /签名方式键入姓名/)
  })
})
