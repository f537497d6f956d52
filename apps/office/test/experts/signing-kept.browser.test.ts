// Engine: postgres
// What is drawn and filled in while signing outlasts what happens around it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { consentRoutes } from '@consilium/contract/consents/consents.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import { MEETING_STAGES, meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import type { Page } from 'playwright-core'
import { SMS_CODE, type ExpertUser } from '@consilium/api/test/harness.ts'
import {
  BANK_ACCOUNT,
  ID_CARD_NO,
  openWorld,
  SCHEDULED,
  seasonClock,
} from '@consilium/api/test/meeting-world.ts'
import {
  assertAccessible,
  assertAccessibleEverywhere,
  assertNoSideScroll,
  assertTargets,
  draw,
  pad,
} from '../page-checks.ts'
import { often } from '@consilium/test-kit/often.ts'
import { openPortal } from '../portal.ts'

const PHONE = { width: 390, height: 664 }
const SMALLEST = { width: 320, height: 568 }
const WORDS = {
  consent: /我已阅读全文并同意/,
  send: '获取验证码',
  code: '短信验证码',
  sign: '签署协议',
} as const
const SIGN = { 'zh-CN': WORDS.sign, en: 'Sign agreement' } as const
type Language = keyof typeof SIGN

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)

async function invited(known?: ExpertUser) {
  const expert = known ?? (await world.expert())
  const { meetingId } = await world.meeting({ ...SCHEDULED })
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  return { expert, attendeeId, meetingId, path: `/my-agreements/${attendeeId}` }
}

async function ready() {
  const made = await invited()
  await world.readContract(made.expert, made.attendeeId)
  return made
}

const strokes = (page: Page, count: number) => page.locator(`canvas[data-strokes="${count}"]`).waitFor()
const press = (page: Page, language: Language = 'zh-CN') =>
  page.getByRole('main').getByRole('button', { name: SIGN[language] }).click()
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: WORDS.sign }).click()

/** Ticks, draws, and enters a code that was sent for this contract. */
async function prepare(page: Page): Promise<void> {
  await page.getByLabel(WORDS.consent).check()
  await page.locator('#handsign[aria-busy=false]').waitFor()
  await page.locator('#handsign').scrollIntoViewIfNeeded()
  await draw(page, 200)
  await page.getByRole('button', { name: WORDS.send }).click()
  await page.locator('#code-sent:not(:empty)').waitFor()
  await page.getByLabel(WORDS.code).fill(SMS_CODE)
}

async function changeFee(attendeeId: number, laborFee: string, reason?: string): Promise<void> {
  const { version } = await world.executor.call(attendeeRoutes.get, { params: { attendeeId } })
  await world.executor.call(attendeeRoutes.update, {
    body: { attendeeId, version, laborFee, ...(reason ? { reason } : {}) },
  })
}

describe('what is drawn and filled in', () => {
  it('HSE-29 SEC-4 WEB-1 WEB-4: stays when the code is refused, which is told beside it, without a network, and when the session ends: the login is asked for over the page, and then it is signed', async () => {
    const { expert, attendeeId, path } = await ready()
    await visit(
      { as: expert, path, viewport: PHONE, expected: [/ERR_INTERNET_DISCONNECTED/] },
      async (page) => {
        await prepare(page)
        const code = page.getByLabel(WORDS.code)
        await code.fill('000000')
        await press(page)
        await confirm(page)
        await page.locator('#smsCode[aria-invalid=true]:focus').waitFor()
        assert.notEqual(await page.locator('#smsCode-message').innerText(), '')
        await strokes(page, 1)
        await code.fill(SMS_CODE)

        await page.context().setOffline(true)
        await page.getByText('网络已断开').waitFor()
        await press(page)
        await confirm(page)
        await page.getByRole('alert').getByText('无法连接服务器').waitFor()
        await strokes(page, 1)
        await page.context().setOffline(false)
        await page.getByText('网络已断开').waitFor({ state: 'hidden' })

        const headers = { [SESSION_HEADER]: SESSION_IN_COOKIE }
        await page.context().request.post(BASE_PATH + accountRoutes.logout.path, { headers })
        await press(page)
        await confirm(page)
        const again = page.getByRole('dialog', { name: '请重新登录' })
        await again.getByLabel('密码').fill(expert.password)
        await again.getByRole('button', { name: '登录', exact: true }).click()
        await page.getByText('协议已签署').waitFor()
      },
    )
    const { signatureStatus } = await expert.call(agreementRoutes.get, { params: { attendeeId } })
    assert.equal(signatureStatus, 'signed')
  })

  it('HSE-29 TRU-7: stays when somebody else changes the place: the other contract is shown and read before it is agreed to', async () => {
    const { expert, meetingId, path } = await ready()
    await visit({ as: expert, path, viewport: PHONE }, async (page) => {
      await prepare(page)
      await page.evaluate(`document.querySelector('#handsign').dataset.mine = 'yes'`)
      const { version } = await world.manager.call(meetingRoutes.get, { params: { meetingId } })
      const body = { meetingId, version, scheduleLocation: '上海国际会议中心' }
      await world.manager.call(meetingRoutes.update, { body })
      await page.locator('#paper').getByText('上海国际会议中心').waitFor()
      await page.locator('#handsign[data-mine=yes][data-strokes="1"]').waitFor()
      assert.equal(await page.getByLabel('短信验证码').inputValue(), SMS_CODE)
      await page.getByText('协议内容刚刚有变更').waitFor()
      assert.ok(!(await page.getByLabel(WORDS.consent).isChecked()))
      await page.getByLabel(WORDS.consent).check()
      await press(page)
      await page.getByText('请先阅读至协议末尾').waitFor()
      await page.getByRole('heading', { name: '劳务协议', exact: true }).scrollIntoViewIfNeeded()
      await page.getByText(/^已读 \d+%$/).waitFor()
      await pad(page).scrollIntoViewIfNeeded()
      await press(page)
      await confirm(page)
      // The code was one of the former contract.
      await page.locator('#smsCode[aria-invalid=true]').waitFor()
      await strokes(page, 1)
    })
  })

  it('HSE-29: is shown as the reason why nothing can be signed, where somebody has closed the meeting', async () => {
    const { expert, meetingId, path } = await ready()
    await visit({ as: expert, path, viewport: PHONE }, async (page) => {
      await prepare(page)
      for (const currentStage of MEETING_STAGES.slice(2))
        await world.manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage } })
      await strokes(page, 1)
      await press(page)
      await confirm(page)
      await page.getByText('已关闭的会议不再签署协议').waitFor()
    })
  })

  it('HSE-29: a form that is being filled in stays, and the next agreement is one press from the signed one', async () => {
    const { expert, attendeeId, path } = await invited()
    const other = await invited(expert)
    await visit({ as: expert, path, viewport: PHONE }, async (page) => {
      await page.getByLabel('开户银行').fill('中国银行')
      await changeFee(other.attendeeId, '7000')
      await page
        .getByRole('link', { name: /消息，/ })
        .first()
        .waitFor()
      assert.equal(await page.getByLabel('开户银行').inputValue(), '中国银行')
    })
    await world.sign(expert, attendeeId)
    await visit({ as: expert, path, viewport: PHONE }, async (page) => {
      await page.getByRole('link', { name: '签署下一份（还有 1 份）' }).click()
      await page.waitForURL(`**${other.path}`)
    })
  })

  it('HSE-29 PAY-3: what the digits of an account say is told while it is typed', async () => {
    const { expert, path } = await invited()
    await visit({ as: expert, path, viewport: PHONE }, async (page) => {
      await page.getByLabel('开户银行').fill('')
      await page.getByLabel('银行账号').fill('6222020200012345679')
      await page.getByRole('button', { name: /填入开户银行/ }).click()
      assert.equal(await page.getByLabel('开户银行').inputValue(), '中国工商银行')
      await page.getByLabel('开户银行').fill('中国银行')
      await page.getByText('与开户银行不一致').waitFor()
      await page.getByLabel('证件号码').fill(ID_CARD_NO)
      await page.getByLabel('银行账号').fill(BANK_ACCOUNT)
    })
  })
})

describe('each step', () => {
  for (const language of ['zh-CN', 'en'] as const)
    it(`HSE-29 UX-21: ${language === 'en' ? '' : 'is accessible in both schemes and '}fits the smallest phone (${language})`, async () => {
      const { expert, attendeeId, path } = await invited()
      const judge = async (page: Page, name: string) => {
        // Colors and roles are those of the other language, whose walk judges each step in more than one appearance.
        if (language === 'zh-CN') await assertAccessibleEverywhere(page, name)
        else if (often(0, 1) === 1) await assertAccessible(page, name)
        await page.setViewportSize(SMALLEST)
        await assertNoSideScroll(page, name)
        await assertTargets(page, name)
      }
      const open = await world.meeting({ ...SCHEDULED })
      const undecided = await world.attendee(open.meetingId, { phone: expert.phone, laborFee: '0' })
      await visit({ as: expert, path: `/my-agreements/${undecided.attendeeId}`, language }, async (page) => {
        await page.locator('.obstacles').waitFor()
        await judge(page, 'what prevents signing')
        await expert.call(consentRoutes.withdraw, {})
        await page.goto(path)
        await page.locator('form[data-body*=version] button').waitFor()
        await judge(page, 'the consent')
        await page.locator('form[data-body*=version] button').click()
        await page.locator('input[name=idCardNo]').waitFor()
        await judge(page, 'filling in')
        await world.readContract(expert, attendeeId)
        await page.reload()
        await page.locator('#handsign[aria-busy=false]').waitFor()
        await judge(page, 'reading and signing')
        await page.locator('[data-turns]').click()
        await page.locator('canvas[data-face=there]').waitFor()
        await judge(page, 'typing the name')
        await press(page, language)
        await judge(page, 'what is missing')
        await world.sign(expert, attendeeId)
        await page.reload()
        await page.locator('[data-views]').waitFor()
        await judge(page, 'signed')
        await changeFee(attendeeId, '6000', 'One more lecture')
        await page.reload()
        await page.locator('#amended-signature #handsign[aria-busy=false]').waitFor()
        await judge(page, 'another fee')
        await world.signAmendment(expert, attendeeId)
        await page.reload()
        await page.locator('a[href*=history]').waitFor()
        await judge(page, 'signed again')
      })
    })
})
