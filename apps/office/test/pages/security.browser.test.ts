// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { generateSync } from 'otplib'
import type { Page, Route } from 'playwright-core'
import type { User } from '@consilium/api/test/harness.ts'
import { movableClock } from '@consilium/api/test/movable-clock.ts'
import {
  assertAccessibleEverywhere,
  assertNoSideScroll,
  assertTargets,
  DESKTOP,
  PHONE,
} from '../page-checks.ts'
import { plugInAuthenticator } from '../authenticator.ts'
import { openPortal } from '../portal.ts'

const STEP_MS = 30_000
const PROOF_IS_OLD_MS = 6 * 60_000
const clock = movableClock()
const { api, origin, visit } = await openPortal({ clock, env: { SECOND_FACTOR_ROLES: 'manager' } })
/** Passkeys work with host names, not with IP addresses. */
const through = origin.replace('127.0.0.1', 'localhost')

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^账号：/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
}

async function logInByPassword(page: Page, { userName, password }: User): Promise<void> {
  await page.getByLabel('用户名').fill(userName)
  await page.getByRole('textbox', { name: '密码' }).fill(password)
  await button(page, '登录').click()
}

/** Sets up the authenticator app on the page; returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await button(page, '设置').click()
  const dialog = page.getByRole('dialog', { name: '绑定身份验证器' })
  await dialog.getByRole('img', { name: '身份验证器二维码' }).waitFor()
  const secret = (await dialog.getByTestId('totp-secret').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('动态码').fill(codeOf(secret))
  await button(page, '确认').click()
  const shown = page.getByRole('dialog', { name: '恢复码' })
  await shown.getByRole('listitem').first().waitFor()
  const codes = await shown.getByRole('listitem').allInnerTexts()
  clock.advance(2 * STEP_MS)
  return { secret, codes }
}

describe('account security', () => {
  it('ASVS 6.3.3 UX-21 UX-22 WEB-1: an authenticator app is set up, and required at the next login, also over a page', async () => {
    const leader = await api.leader()
    const { secret, codes } = await visit({ as: leader, path: '/security' }, async (page) => {
      const set = await setUpApp(page)
      await assertAccessibleEverywhere(page, 'recovery codes')
      await button(page, '我已保存').click()
      await page.getByRole('region', { name: '身份验证器' }).getByText('已开启').waitFor()
      await page.getByRole('region', { name: '登录设备' }).getByText('当前设备').waitFor()
      await page.getByText('还剩 10 个未使用').waitFor()
      await assertAccessibleEverywhere(page, 'account security')
      await page.setViewportSize(PHONE)
      await assertNoSideScroll(page, 'account security')
      await assertTargets(page, 'account security')
      return set
    })
    assert.equal(codes.length, 10)
    await visit({ path: '/login' }, async (page) => {
      await logInByPassword(page, leader)
      await page.getByRole('heading', { name: '两步验证' }).waitFor()
      await assertAccessibleEverywhere(page, 'the second step')
      await page.setViewportSize(DESKTOP)
      await page.getByLabel('动态码').fill('000000')
      await button(page, '验证').click()
      await page.getByRole('alert').waitFor()
      await page.getByLabel('动态码').fill(codeOf(secret))
      await button(page, '验证').click()
      await page.getByRole('navigation').first().waitFor()
    })
    await visit({ path: '/login' }, async (page) => {
      await logInByPassword(page, leader)
      await button(page, '改用恢复码').click()
      await page.getByLabel('恢复码').fill(codes[0] ?? '')
      await button(page, '验证').click()
      await page.getByRole('navigation').first().waitFor()

      await page.getByRole('navigation').getByRole('link', { name: '项目', exact: true }).click()
      const filter = page.getByRole('textbox', { name: '项目名称' })
      // With a request on its way the password would be asked for before anything is typed.
      await page.getByText('还没有项目').waitFor()
      await page.context().clearCookies({ name: 'consilium_session' })
      await filter.fill('心衰')
      const again = page.getByRole('dialog', { name: '请重新登录' })
      await again.getByRole('textbox', { name: '密码' }).fill(leader.password)
      await button(page, '登录').click()
      clock.advance(2 * STEP_MS)
      await again.getByLabel('动态码').fill(codeOf(secret))
      await button(page, '验证').click()
      await again.waitFor({ state: 'detached' })
      assert.equal(await filter.inputValue(), '心衰')
    })
  })

  it('ASVS 6.3.3: a passkey is added, logs in alone, completes a login by password, and waits while a password is verified', async () => {
    const leader = await api.leader()
    await visit({ as: leader, path: '/security', through, ownWindow: true }, async (page) => {
      await plugInAuthenticator(page)
      await button(page, '添加通行密钥').click()
      const dialog = page.getByRole('dialog', { name: '添加通行密钥' })
      await dialog.getByLabel('名称').fill('办公室电脑')
      await dialog.getByRole('button', { name: '添加通行密钥' }).click()
      await button(page, '我已保存').click()
      await page.getByText('办公室电脑').waitFor()

      // The browser suggests the passkey in the name field, and the authenticator accepts.
      await logOut(page)
      await page.waitForURL('**/login*')
      await page.getByRole('navigation').first().waitFor()

      // Simulates a browser without such suggestions.
      await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
      await logOut(page)
      await button(page, '用通行密钥登录').click()
      await page.getByRole('navigation').first().waitFor()

      await logOut(page)
      await logInByPassword(page, leader)
      await button(page, '使用通行密钥').click()
      await page.getByRole('navigation').first().waitFor()

      await page.goto('/security')
      await page.getByText('最近使用').first().waitFor()
      clock.advance(PROOF_IS_OLD_MS)
      await page.getByRole('button', { name: '移除 办公室电脑' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
      // While one proof is made the other one waits; after both the work is done.
      const [verified, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const hold = async (route: Route) => {
        const response = await route.fetch()
        verified.resolve()
        await answered.promise
        await route.fulfill({ response })
      }
      await page.route('**/api/account/confirm', hold, { times: 1 })
      const proof = page.getByRole('dialog', { name: '验证身份' })
      await proof.getByRole('textbox', { name: '登录密码' }).fill(leader.password)
      await proof.getByRole('button', { name: '验证' }).click()
      await verified.promise
      assert.ok(await button(page, '使用通行密钥').isDisabled())
      answered.resolve()
      await proof.getByRole('textbox', { name: '登录密码' }).waitFor({ state: 'hidden' })
      await button(page, '使用通行密钥').click()
      await page.getByText('办公室电脑').waitFor({ state: 'detached' })
    })
    assert.equal(
      (await (await api.login(leader.userName, leader.password)).call(secondFactorRoutes.status, {})).passkeys
        .length,
      0,
    )
  })

  it('ASVS 6.3.3: an account whose role requires a second factor must set one up first', async () => {
    const manager = await api.manager()
    await visit({ as: manager, path: '/projects' }, async (page) => {
      await page.getByText('须开启两步验证').waitFor()
      assert.equal(new URL(page.url()).pathname, '/security')
      await assertAccessibleEverywhere(page, 'a factor is required')
      await page.setViewportSize(DESKTOP)
      await setUpApp(page)
      await button(page, '我已保存').click()
      await page.getByText('须开启两步验证').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: '项目', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: '项目' }).waitFor()
    })
  })

  it('ASVS 7.5.1 7.5.2: users end their other sessions; protected operations require verification', async () => {
    const leader = await api.leader()
    await api.login(leader.userName, leader.password)
    await visit({ as: leader, path: '/security' }, async (page) => {
      const sessions = page.getByRole('region', { name: '登录设备' })
      await sessions.getByText('当前设备').waitFor()
      await button(page, '退出其他设备').click()
      await page.getByRole('dialog').getByRole('button', { name: '退出其他设备' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await button(page, '退出其他设备').waitFor({ state: 'detached' })
      clock.advance(6 * 60_000)
      await button(page, '设置').click()
      const dialog = page.getByRole('dialog', { name: '验证身份' })
      await dialog.getByRole('textbox', { name: '登录密码' }).fill(leader.password)
      await assertAccessibleEverywhere(page, 'proving who is there')
      await dialog.getByRole('button', { name: '验证' }).click()
      await page.getByRole('dialog', { name: '绑定身份验证器' }).waitFor()
    })
  })
})
