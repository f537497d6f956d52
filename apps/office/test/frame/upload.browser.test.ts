// Engine: postgres
import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { PNG } from 'pngjs'
import type { Page } from 'playwright-core'
import type { ExpertUser } from '@consilium/api/test/harness.ts'
import { assertAccessible, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal()

const BYTES_PER_SECOND = 100_000
const UNLIMITED = -1

/** An incompressible picture of about a megabyte. */
function picture(name: string) {
  const image = new PNG({ width: 600, height: 600 })
  randomFillSync(image.data)
  return { name, mimeType: 'image/png', buffer: PNG.sync.write(image) }
}

/** Simulates a slow connection until the returned function is called. */
async function throttle(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 0, downloadThroughput: UNLIMITED }
  const uploadThroughput = BYTES_PER_SECOND
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput })
  // The slowest session applies, so the limit ends with this session only.
  return () => session.detach()
}

const chooser = (page: Page) => page.locator('input[type=file]:not([capture])')
const kept = async (expert: ExpertUser) => (await expert.call(expertRoutes.me, {})).idCardAttachmentUrls

describe('uploading pictures', () => {
  it('UX-29: each file shows its progress and can be cancelled; uploaded files are kept', async () => {
    const expert = await api.expert()
    await visit({ as: expert, path: '/my-profile', viewport: PHONE }, async (page) => {
      const lift = await throttle(page)
      await chooser(page).setInputFiles([picture('front.png'), picture('back.png')])
      const progress = page.getByRole('progressbar')
      await progress.nth(1).waitFor()
      await page.locator('[role=progressbar]:not([aria-valuenow="0"])').first().waitFor()
      await assertAccessible(page, 'while files are on their way')
      await page.getByRole('button', { name: '取消上传 front.png' }).click()
      await page.getByRole('button', { name: '取消上传 back.png' }).click()
      await progress.first().waitFor({ state: 'detached' })
      assert.deepEqual(await kept(expert), [])

      await lift()
      await chooser(page).setInputFiles([picture('front.png'), picture('back.png')])
      await page.getByRole('button', { name: '打开 身份证照片 2' }).waitFor()
      assert.equal((await kept(expert)).length, 2)

      await page.getByRole('button', { name: '打开 身份证照片 1' }).click()
      await page.getByRole('dialog').getByRole('img', { name: '身份证照片 1' }).waitFor()
      await assertAccessible(page, 'a picture in large')
      await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
      await page.getByRole('button', { name: '移除 身份证照片 1' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
      await page.getByRole('button', { name: '打开 身份证照片 2' }).waitFor({ state: 'detached' })
      assert.equal((await kept(expert)).length, 1)
    })
  })

  it('UX-29: errors of the service are shown beside the file, which can be retried or removed', async () => {
    const expert = await api.expert()
    await visit({ as: expert, path: '/my-profile', viewport: PHONE }, async (page) => {
      const buffer = Buffer.from('no picture at all')
      await chooser(page).setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer })
      await page.locator('[data-state=failed]').getByRole('alert').waitFor()
      const again = page.waitForResponse('**/api/common/upload')
      await page.getByRole('button', { name: '重新上传 front.png' }).click()
      await again
      await page.locator('[data-state=failed]').waitFor()
      await page.getByRole('button', { name: '移除 front.png' }).click()
      await page.locator('[data-state=failed]').waitFor({ state: 'detached' })
      assert.deepEqual(await kept(expert), [])
    })
  })
})
