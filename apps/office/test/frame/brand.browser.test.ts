// Engine: postgres
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { PRIVACY_NOTICE } from '@consilium/contract/consents/consent-texts.ts'
import { freshName, freshPhone, SMS_CODE } from '@consilium/api/test/harness.ts'
import { assertNoSideScroll, DESKTOP, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, origin, visit } = await openPortal()

const MARK = readFileSync(fileURLToPath(new URL('../../public/favicon.svg', import.meta.url)), 'utf8')
const FIGURES = ['0', '1', '8'] as const

const noted = async (phone: string) => {
  const { rows } = await api.engine.pool.query(
    'select privacy_version, privacy_time is not null as timed from sys_user where phone = $1',
    [phone],
  )
  return rows
}

describe('one brand', () => {
  it('WEB-27: one logo and one typeface on portal and public pages, with figures of one width', async () => {
    assert.equal(await (await fetch(`${origin}/favicon.svg`)).text(), MARK)
    for (const path of ['/login', '/publicity'])
      await visit({ path }, async (page) => {
        await page.locator('h1').first().waitFor()
        assert.ok((await page.locator('aside img, header img').count()) > 0, path)
        const widths = await page.evaluate<number[]>(`(async () => {
          await document.fonts.load('400 16px "Plex Sans"', '018')
          const context = document.createElement('canvas').getContext('2d')
          context.font = '400 100px "Plex Sans"'
          return ${JSON.stringify(FIGURES)}.map((figure) => context.measureText(figure).width)
        })()`)
        assert.equal(new Set(widths).size, 1, path)
        const face = await page.evaluate<string>('getComputedStyle(document.body).fontFamily')
        assert.match(face, /^"?Plex Sans/)
      })
  })

  it('WEB-27: the login page says what this is and whom to ask without a message', async () => {
    await visit({ path: '/login', viewport: DESKTOP }, async (page) => {
      const about = page.getByRole('complementary', { name: '关于 Consilium' })
      await about.getByText('在手机上答复邀请').waitFor()
      await page.setViewportSize(PHONE)
      await assertNoSideScroll(page, 'the login')
      await page.getByRole('link', { name: '忘记密码' }).click()
      await page.getByText('单位人员请联系本单位主账号').waitFor()
    })
  })

  it('WEB-27: a list without records says how they come about', async () => {
    await visit({ as: 'manager', path: '/publicity-intents', viewport: PHONE }, async (page) => {
      await page.getByRole('status').getByText('公示项目并分享公示页后').waitFor()
      await assertNoSideScroll(page, 'an empty list')
    })
  })

  it('WEB-27 WEB-40: registering asks for the privacy notice, whose version is noted, and logs in', async () => {
    const phone = freshPhone()
    await visit({ path: '/register/expert', expected: [/401/], viewport: PHONE }, async (page) => {
      await page.getByLabel('姓名').fill('周医生')
      await page.locator('[name=phone]').fill(phone)
      await page.getByRole('button', { name: '获取验证码' }).click()
      await page.getByText('验证码已发送').waitFor()
      await page.locator('[name=smsCode]').fill(SMS_CODE)
      await page.locator('[name=password]').fill(freshName('Neu-'))
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await page.locator('[name=privacyVersion]:focus').waitFor()
      assert.deepEqual(await noted(phone), [])
      await page.locator('[name=privacyVersion]').check()
      await page.getByRole('button', { name: '注册', exact: true }).click()
      // WEB-40: registered is logged in.
      await page.getByRole('button', { name: /^账号：/ }).waitFor()
    })
    assert.deepEqual(await noted(phone), [{ privacy_version: PRIVACY_NOTICE.version, timed: true }])
  })

  it('WEB-27: other clients may leave the notice out; an outdated version is refused with its reason', async () => {
    const { phone } = await api.sponsor({ privacyVersion: PRIVACY_NOTICE.version })
    assert.deepEqual(await noted(phone), [{ privacy_version: PRIVACY_NOTICE.version, timed: true }])
    const silent = await api.executor()
    assert.deepEqual(await noted(silent.phone), [{ privacy_version: null, timed: false }])
    const body = { name: '周医生', phone: freshPhone(), smsCode: SMS_CODE, password: freshName('Neu-') }
    const outdated = { ...body, privacyVersion: '2020-01-01' as typeof PRIVACY_NOTICE.version }
    const refused = await api.anonymous.attempt(expertRoutes.register, { body: outdated })
    assert.deepEqual(
      [refused.status, refused.error?.details?.map(({ field }) => field)],
      [400, ['privacyVersion']],
    )
  })
})
