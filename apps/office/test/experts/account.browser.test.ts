// Engine: postgres
// The account of an expert: password, mail address and devices.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { freshName, SMS_CODE } from '@consilium/api/test/harness.ts'
import { movableClock } from '@consilium/api/test/movable-clock.ts'
import type { Page } from 'playwright-core'
import { assertAccessibleEverywhere, assertNoSideScroll, assertTargets, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const NARROW = { width: 320, height: 640 }
const PROOF_IS_OLD_MS = 6 * 60_000
const clock = movableClock()
const { api, visit } = await openPortal({ clock })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const region = (page: Page, name: string) => page.getByRole('region', { name })

async function assertFits(page: Page, name: string): Promise<void> {
  await assertAccessibleEverywhere(page, name)
  await page.setViewportSize(NARROW)
  await assertNoSideScroll(page, name)
  await assertTargets(page, name)
}

describe('the password of an expert', () => {
  it('COR-14 UX-21: is changed with the present one; what is wrong is said at its field, and other devices are logged out', async () => {
    const expert = await api.expert()
    const other = await api.login(expert.userName, expert.password)
    const fresh = freshName('Neu-')
    await visit({ as: expert, path: '/security', viewport: PHONE, expected: [/40\d/] }, async (page) => {
      await page.getByRole('link', { name: '修改密码' }).click()
      await page.getByRole('heading', { level: 1, name: '修改密码' }).waitFor()
      await button(page, '保存').click()
      await page.locator('[name=newPassword][aria-invalid=true]:focus').waitFor()
      await page.locator('[name=oldPassword]').fill('not-this-one')
      await page.locator('[name=newPassword]').fill(fresh)
      await button(page, '保存').click()
      await page.locator('[name=oldPassword][aria-invalid=true]:focus').waitFor()
      await assertFits(page, 'changing the password')
      await page.locator('[name=oldPassword]').fill(expert.password)
      await button(page, '显示密码').last().click()
      assert.equal(await page.locator('[name=newPassword]').getAttribute('type'), 'text')
      await button(page, '保存').click()
      await page.getByText('密码已修改，其他设备上的登录已失效').waitFor()
      assert.equal(new URL(page.url()).pathname, '/')
    })
    assert.equal((await other.attempt(accountRoutes.ownPhone, {})).status, 401)
    await api.login(expert.userName, fresh)
  })

  it('COR-14 UX-21: is changed with a code to the phone in place of the present one, in English and by the keyboard', async () => {
    const expert = await api.expert()
    const fresh = freshName('Neu-')
    await visit({ as: expert, path: '/password', viewport: PHONE, language: 'en' }, async (page) => {
      await page.locator('[name=newPassword]').fill(fresh)
      await page.getByLabel('Use an SMS code instead').focus()
      await page.keyboard.press('Space')
      await page.getByText(`The code is sent to ${expert.phone}`).waitFor()
      assert.ok(await page.locator('[name=oldPassword]').isHidden())
      await button(page, 'Send code').press('Enter')
      await page.getByText('valid for').waitFor()
      await page.locator('[name=smsCode]').fill('000000')
      await page.keyboard.press('Enter')
      await page.locator('[name=smsCode][aria-invalid=true]:focus').waitFor()
      await assertFits(page, 'a code in place of the password')
      await page.locator('[name=smsCode]').fill(SMS_CODE)
      await page.keyboard.press('Enter')
      await page.getByText('The password is changed').waitFor()
    })
    await api.login(expert.userName, fresh)
  })

  it('HSE-29: what an account of the office has at these addresses is a page of the office', async () => {
    const leader = await api.leader()
    await visit({ as: leader, path: '/security' }, async (page) => {
      await button(page, '修改姓名').waitFor()
      await page.getByRole('link', { name: '修改密码' }).click()
      await page.getByRole('heading', { level: 1, name: '修改密码' }).waitFor()
      await page.locator('html[data-mantine-color-scheme]').waitFor({ state: 'attached' })
    })
  })
})

describe('account security of an expert', () => {
  it('ASVS 7.5.1 7.5.2: other sessions are ended, one or all; an app wants a recent verification', async () => {
    const expert = await api.expert()
    const [one, another] = [
      await api.login(expert.userName, expert.password),
      await api.login(expert.userName, expert.password),
    ]
    await visit({ as: expert, path: '/security', viewport: PHONE }, async (page) => {
      const devices = region(page, '登录设备')
      await devices.getByText('当前设备', { exact: true }).waitFor()
      await assertFits(page, 'account security')
      // Those of the test and of this browser.
      const rows = devices.getByRole('listitem')
      const before = await rows.count()
      await devices
        .getByRole('button', { name: /^退出 / })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click()
      await page.getByText('已退出 1 台设备').waitFor()
      assert.equal(await rows.count(), before - 1)
      await button(page, '退出其他设备').click()
      await dialog(page, '退出其他设备').getByRole('button', { name: '退出其他设备' }).click()
      await page.getByText(`已退出 ${before - 2} 台设备`).waitFor()
      await button(page, '退出其他设备').waitFor({ state: 'detached' })
      assert.equal(await rows.count(), 1)
      clock.advance(PROOF_IS_OLD_MS)
      const known = Promise.withResolvers<void>()
      await page.route(`**${secondFactorRoutes.status.path}`, async (route) => {
        await known.promise
        await route.continue()
      })
      await button(page, '设置').click()
      const proof = dialog(page, '验证身份')
      await proof.getByRole('button', { name: '关闭' }).click()
      await proof.waitFor({ state: 'detached' })
      // Pressed again before the factors of the first time are known.
      await button(page, '设置').click()
      await proof.waitFor()
      known.resolve()
      await proof.getByRole('textbox', { name: '登录密码' }).fill(expert.password)
      await assertFits(page, 'proving who is there')
      await proof.getByRole('button', { name: '验证' }).click()
      await dialog(page, '绑定身份验证器').waitFor()
    })
    for (const session of [one, another])
      assert.equal((await session.attempt(accountRoutes.ownPhone, {})).status, 401)
  })

  it('ASVS 7.5.2: more than ten devices are shown ten by ten', async () => {
    const expert = await api.expert()
    for (let n = 0; n < 11; n++) await api.login(expert.userName, expert.password)
    await visit({ as: expert, path: '/security' }, async (page) => {
      const rows = region(page, '登录设备').getByRole('listitem')
      await rows.first().waitFor()
      assert.equal(await rows.count(), 10)
      await page.getByRole('link', { name: '显示更多' }).click()
      await rows.nth(10).waitFor()
      assert.ok((await rows.count()) > 11)
      assert.equal(await page.getByRole('link', { name: '显示更多' }).count(), 0)
    })
  })

  it('NOT-3: a mail address is entered, confirmed by its link, changed and removed', async () => {
    const expert = await api.expert()
    await visit({ as: expert, path: '/security', viewport: NARROW }, async (page) => {
      await button(page, '填写邮箱').click()
      const adding = dialog(page, '填写邮箱')
      await adding.getByLabel('邮箱').fill('zhang@x')
      await button(page, '发送确认邮件').click()
      await adding.getByText('请输入邮箱地址').waitFor()
      await assertFits(page, 'a mail address')
      await adding.getByLabel('邮箱').fill('zhang@example.com')
      await button(page, '发送确认邮件').click()
      await page.getByText('确认邮件已发送至 zhang@example.com').waitFor()
    })
    const mails = readFileSync(join(api.dataDir, 'mail-outbox.txt'), 'utf8')
    const path = /\/mail-confirmation\?token=[\w-]+/.exec(mails)?.[0]
    assert.ok(path)
    await visit({ as: expert, path, viewport: PHONE }, async (page) => {
      await button(page, '确认').click()
      await page.getByText('邮箱已确认').waitFor()
      await page.goto('/security')
      await region(page, '通知邮箱').getByText('zhang@example.com').waitFor()
      await button(page, '更换邮箱').waitFor()
      await button(page, '删除邮箱').click()
      await dialog(page, '删除通知邮箱').getByRole('button', { name: '删除邮箱' }).click()
      await page.getByText('邮箱已删除').waitFor()
      await button(page, '填写邮箱').waitFor()
    })
  })
})
