// Engine: postgres
// Second factors on the pages of experts, where the role requires one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { generateSync } from 'otplib'
import type { Page, Route } from 'playwright-core'
import { freshPhone, SMS_CODE } from '@consilium/api/test/harness.ts'
import { movableClock } from '@consilium/api/test/movable-clock.ts'
import { plugInAuthenticator } from '../authenticator.ts'
import { assertAccessibleEverywhere, assertNoSideScroll, assertTargets, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const STEP_MS = 30_000
/** A proof counts for five minutes. */
const PROOF_IS_OLD_MS = 6 * 60_000
const NARROW = { width: 320, height: 640 }
const WECHAT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.54(0x1800362f) NetType/WIFI Language/zh_CN'
const clock = movableClock()
const { api, origin, visit } = await openPortal({ clock, env: { SECOND_FACTOR_ROLES: 'doctor' } })
/** Passkeys work with host names, not with IP addresses. */
const through = origin.replace('127.0.0.1', 'localhost')

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const region = (page: Page, name: string) => page.getByRole('region', { name })

/** Registered, and nothing else yet: the service refuses all that needs the factor. */
async function newExpert() {
  const [phone, password] = [freshPhone(), 'secret-1']
  await api.anonymous.call(accountRoutes.smsCode, { body: { phone, purpose: 'register' } })
  const body = { phone, password, name: '李文博', unit: '首都医院', smsCode: SMS_CODE }
  await api.anonymous.call(expertRoutes.register, { body })
  return api.login(phone, password)
}

/** Opens the dialog that shows the key; returns the key. */
async function beginApp(page: Page): Promise<string> {
  await button(page, '设置').click()
  const setUp = dialog(page, '绑定身份验证器')
  await setUp.getByRole('img', { name: '身份验证器二维码' }).waitFor()
  return (await setUp.getByTestId('totp-secret').innerText()).replaceAll(' ', '')
}

/** Enters a code of the app; returns the recovery codes that are shown. */
async function confirmApp(page: Page, secret: string): Promise<string[]> {
  await page.getByLabel('动态码').fill(codeOf(secret))
  await button(page, '确认').click()
  const codes = dialog(page, '恢复码').getByRole('listitem')
  await codes.first().waitFor()
  clock.advance(2 * STEP_MS)
  return codes.allInnerTexts()
}

describe('account security of an expert', () => {
  it('ASVS 6.3.3 WEB-11 HSE-29: whose role requires a second factor sets one up first, and has all pages after it', async () => {
    const expert = await newExpert()
    await visit({ as: expert, viewport: NARROW }, async (page) => {
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(response.url())
      })
      await page.goto('/my-meetings?meetingName=a')
      await page.getByText('须开启两步验证').waitFor()
      assert.equal(new URL(page.url()).pathname, '/security')
      assert.equal(await page.getByRole('navigation').count(), 0)
      for (const name of ['手机号', '通知邮箱', '登录设备'])
        assert.equal(await region(page, name).count(), 0, name)
      await assertNoSideScroll(page, 'a factor is required')
      await assertTargets(page, 'a factor is required')
      await assertAccessibleEverywhere(page, 'a factor is required')
      await page.setViewportSize(NARROW)

      const secret = await beginApp(page)
      await page.getByLabel('动态码').fill('000000')
      await button(page, '确认').click()
      await page
        .locator('#totp-code[aria-invalid=true]')
        .or(dialog(page, '绑定身份验证器').getByRole('alert'))
        .first()
        .waitFor()
      await assertNoSideScroll(page, 'the key of the app')
      await assertTargets(page, 'the key of the app')
      await assertAccessibleEverywhere(page, 'the key of the app')
      await page.setViewportSize(NARROW)
      const codes = await confirmApp(page, secret)
      assert.equal(codes.length, 10)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await assertNoSideScroll(page, 'recovery codes')
      await assertTargets(page, 'recovery codes')
      await assertAccessibleEverywhere(page, 'recovery codes')
      const saved = page.waitForEvent('download')
      await button(page, '下载').click()
      assert.equal((await saved).suggestedFilename(), 'consilium-recovery-codes.txt')
      await button(page, '我已保存').click()
      await page.getByRole('navigation').first().waitFor()
      await page.getByText('须开启两步验证').waitFor({ state: 'detached' })
      await region(page, '身份验证器').getByText('已开启').waitFor()
      await page.getByText('还剩 10 个未使用').waitFor()
      await region(page, '登录设备').getByText('当前设备', { exact: true }).waitFor()
      await page.goto('/my-meetings')
      await page.getByRole('heading', { level: 1, name: '我的会议' }).waitFor()
      assert.deepEqual(refused, [])
    })
  })

  it('ASVS 7.5.1 UX-21: new recovery codes want the password or a code of the app, by the keyboard alone', async () => {
    const expert = await newExpert()
    await visit({ as: expert, path: '/security', language: 'en' }, async (page) => {
      const begin = async () => {
        await button(page, 'Set up').focus()
        await page.keyboard.press('Enter')
        const key = page.getByTestId('totp-secret')
        await key.waitFor()
        return (await key.innerText()).replaceAll(' ', '')
      }
      const secret = await begin()
      await page.keyboard.press('Escape')
      await dialog(page, 'Set up the authenticator app').waitFor({ state: 'detached' })
      const anew = await begin()
      assert.notEqual(anew, secret)
      await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(anew))
      await page.keyboard.press('Enter')
      await button(page, 'I have saved them').press('Enter')
      clock.advance(PROOF_IS_OLD_MS)

      await button(page, 'Generate new codes').press('Enter')
      await dialog(page, 'Generate new recovery codes?').getByText('will stop working').waitFor()
      await dialog(page, 'Generate new recovery codes?')
        .getByRole('button', { name: 'Generate' })
        .press('Enter')
      const proof = dialog(page, 'Verify your identity')
      await proof.getByRole('textbox', { name: 'Password' }).fill('not-this-one')
      await page.keyboard.press('Enter')
      await proof.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
      await assertAccessibleEverywhere(page, 'the identity is verified')
      await proof.getByRole('button', { name: 'Use a code instead' }).press('Enter')
      await proof.getByRole('textbox', { name: 'Code of the authenticator app' }).fill(codeOf(anew))
      await page.keyboard.press('Enter')
      await proof.waitFor({ state: 'detached' })
      const shown = dialog(page, 'Recovery codes').getByRole('listitem')
      // Both may be wanted, one after the other.
      await shown.first().or(proof).first().waitFor()
      if (await proof.isVisible()) {
        await proof.getByRole('textbox', { name: 'Password' }).fill(expert.password)
        await page.keyboard.press('Enter')
      }
      await shown.first().waitFor()
      assert.equal(await shown.count(), 10)
      await button(page, 'I have saved them').press('Enter')
      await page.getByText('10 codes left').waitFor()
    })
  })

  it('UX-19 HSE-29: what is pressed before the script of the page is there is done once it is, or told to have failed', async () => {
    const expert = await newExpert()
    await visit({ as: expert, expected: [/ERR_FAILED/] }, async (page) => {
      let isReached = false
      const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route('**/assets/security-*.js', async (route) => {
        if (!isReached) return route.abort()
        asked.resolve()
        await answered.promise
        return route.continue()
      })
      await page.goto('/security')
      const failed = page.waitForEvent('requestfailed')
      await button(page, '设置').click()
      await failed
      await page.getByText('无法连接服务器').waitFor()
      assert.equal(await button(page, '设置').getAttribute('aria-busy'), null)

      isReached = true
      await button(page, '设置').click()
      await asked.promise
      await button(page, '设置').click()
      assert.equal(await button(page, '设置').getAttribute('aria-busy'), 'true')
      answered.resolve()
      await dialog(page, '绑定身份验证器').getByRole('img', { name: '身份验证器二维码' }).waitFor()
      assert.equal(await page.getByRole('dialog').count(), 1)
      assert.equal(await page.locator('[aria-busy=true]').count(), 0)
    })
  })

  it('ASVS 6.3.3: a passkey is added, renamed and, after a proof, removed, which leads back to the duty', async () => {
    const expert = await newExpert()
    await visit({ as: expert, path: '/security', through, ownWindow: true }, async (page) => {
      await plugInAuthenticator(page)
      await button(page, '添加通行密钥').click()
      const adding = dialog(page, '添加通行密钥')
      await adding.getByRole('button', { name: '添加通行密钥' }).click()
      await adding.locator('[name=name][aria-invalid=true]:focus').waitFor()
      await adding.getByLabel('名称').fill('门诊手机')
      await adding.getByRole('button', { name: '添加通行密钥' }).click()
      await button(page, '我已保存').click()
      const passkeys = region(page, '通行密钥')
      await passkeys.getByText('门诊手机').waitFor()
      await passkeys.getByText('尚未使用').waitFor()
      await assertAccessibleEverywhere(page, 'a passkey')

      await button(page, '添加通行密钥').click()
      await adding.getByLabel('名称').fill('又一个')
      await adding.getByRole('button', { name: '添加通行密钥' }).click()
      await adding.getByText('此设备上已有该账号的通行密钥').waitFor()
      await adding.getByRole('button', { name: '关闭' }).click()

      await button(page, '重命名 门诊手机').click()
      await dialog(page, '重命名').getByLabel('名称').fill('我的手机')
      await dialog(page, '重命名').getByRole('button', { name: '保存' }).click()
      await passkeys.getByText('我的手机').waitFor()

      clock.advance(PROOF_IS_OLD_MS)
      await button(page, '移除 我的手机').click()
      await dialog(page, '移除通行密钥').getByRole('button', { name: '移除' }).click()
      const proof = dialog(page, '验证身份')
      await proof.getByRole('textbox', { name: '登录密码' }).fill(expert.password)
      await proof.getByRole('button', { name: '验证' }).click()
      // The first proof offers the passkey too; the second one asks for nothing else.
      await proof.getByRole('textbox', { name: '登录密码' }).waitFor({ state: 'hidden' })
      await button(page, '使用通行密钥').click()
      await page.getByText('须开启两步验证').waitFor()
      await page.getByRole('navigation').first().waitFor({ state: 'detached' })
      await passkeys.getByText('我的手机').waitFor({ state: 'detached' })
    })
    const again = await api.login(expert.userName, expert.password)
    assert.deepEqual((await again.call(secondFactorRoutes.status, {})).passkeys, [])
  })

  it('UX-19 ASVS 7.5.1: a passkey that is pressed while the password is verified waits, and nobody logs in again', async () => {
    const expert = await newExpert()
    await visit({ as: expert, path: '/security', through, ownWindow: true }, async (page) => {
      await plugInAuthenticator(page)
      await button(page, '添加通行密钥').click()
      const adding = dialog(page, '添加通行密钥')
      await adding.getByLabel('名称').fill('门诊手机')
      await adding.getByRole('button', { name: '添加通行密钥' }).click()
      await button(page, '我已保存').click()

      clock.advance(PROOF_IS_OLD_MS)
      const [verified, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let begun = 0
      const hold = async (route: Route) => {
        const response = await route.fetch()
        verified.resolve()
        await answered.promise
        await route.fulfill({ response })
      }
      await page.route('**/api/account/confirm', hold, { times: 1 })
      page.on('request', (request) => {
        if (request.url().endsWith('/account/confirm/passkey')) begun += 1
      })
      await button(page, '移除 门诊手机').click()
      await dialog(page, '移除通行密钥').getByRole('button', { name: '移除' }).click()
      const proof = dialog(page, '验证身份')
      await proof.getByRole('textbox', { name: '登录密码' }).fill(expert.password)
      await proof.getByRole('button', { name: '验证' }).click()
      await verified.promise
      // The service knows the password by now, and the page does not know that yet.
      await button(page, '使用通行密钥').click({ force: true })
      await button(page, '使用通行密钥').click({ force: true })
      assert.equal(begun, 0)
      assert.equal(await button(page, '使用通行密钥').getAttribute('aria-disabled'), 'true')
      answered.resolve()
      await proof.getByRole('textbox', { name: '登录密码' }).waitFor({ state: 'hidden' })
      await button(page, '使用通行密钥').click()
      await page.getByText('须开启两步验证').waitFor()
      assert.equal(begun, 1)
      await page.getByText('请退出后重新登录').waitFor({ state: 'detached' })
    })
  })

  it('MOB-1 ASVS 6.3.3: inside WeChat codes are copied, and nothing is offered that it cannot do', async () => {
    const expert = await newExpert()
    await visit({ as: expert, viewport: PHONE, userAgent: WECHAT, ownWindow: true }, async (page) => {
      await page.addInitScript(`
        window.open = () => { throw new Error('window.open is refused') }
        delete window.PublicKeyCredential
        delete Navigator.prototype.serviceWorker
        delete Navigator.prototype.clipboard
      `)
      await page.goto('/security')
      await region(page, '通行密钥')
        .getByText('当前浏览器或访问地址不支持通行密钥')
        .or(region(page, '通行密钥').getByText('请通过此地址'))
        .waitFor()
      assert.equal(await button(page, '添加通行密钥').count(), 0)
      const secret = await beginApp(page)
      await button(page, '复制').click()
      await page.getByText('已复制').first().waitFor()
      await confirmApp(page, secret)
      assert.equal(await button(page, '下载').count(), 0)
      await button(page, '复制').click()
      await button(page, '我已保存').click()
      await page.getByRole('navigation').first().waitFor()
    })
  })
})
