// Engine: postgres
import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { PNG } from 'pngjs'
import type { Page } from 'playwright-core'
import type { ExpertUser } from '@consilium/api/test/harness.ts'
import { assertAccessible, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const portal = await openPortal()
const { visit } = portal
const executor = await portal.userOf('executor')

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SCRIPT = '<script>top.postMessage("ran", "*")</script>'
const PDF_IN_NAME = `%PDF-1.7\n<html>${SCRIPT}</html>`

const upload = (content: string | Uint8Array<ArrayBuffer>, name: string, type: string) =>
  executor.attempt(fileRoutes.upload, { file: new File([content], name, { type }) })

/** Shows a file in a frame of the app; returns whether a script of it ran. */
const runsInFrame = (page: Page, frame: string) =>
  page.evaluate<boolean>(`new Promise(async (resolve) => {
    addEventListener('message', ({ data }) => { if (data === 'ran') resolve(true) })
    const frame = document.createElement('iframe')
    ${frame}
    document.body.append(frame)
    setTimeout(() => resolve(false), 1000)
  })`)

describe('files that were uploaded', () => {
  it('a picture is shown by its address and as fetched data', async () => {
    const { url } = (await upload(Buffer.from(PIXEL, 'base64'), 'p.png', 'image/png')).data
    await visit({ path: '/login' }, async (page) => {
      const width = (source: string) =>
        page.evaluate<number>(`(async () => {
          const image = new Image()
          image.src = ${source}
          await image.decode()
          return image.naturalWidth
        })()`)
      assert.equal(await width(`'${url}'`), 1)
      assert.equal(await width(`URL.createObjectURL(await (await fetch('${url}')).blob())`), 1)
    })
  })

  it('a PDF is fetched unchanged and drawn by the page', async () => {
    const { url } = (await upload('%PDF-1.7\n', 'a.pdf', 'application/pdf')).data
    await visit({ path: '/login' }, async (page) => {
      const answer = await page.evaluate<[string, string]>(`fetch('${url}').then(async (answer) =>
        [answer.headers.get('content-type'), await answer.text()])`)
      assert.deepEqual(answer, ['application/pdf', '%PDF-1.7\n'])
    })
  })

  it('markup is refused, whatever its declared type', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`
    for (const [content, type] of [
      [`<!doctype html>${SCRIPT}`, 'text/html'],
      [svg, 'image/svg+xml'],
      [svg, 'image/png'],
    ] as const)
      assert.equal((await upload(content, 'a.png', type)).error?.error, 'FILE_TYPE_REFUSED')
  })

  it('markup after the first bytes of a PDF is never executed, as served or relabelled', async () => {
    const { url } = (await upload(PDF_IN_NAME, 'a.html', 'text/html')).data
    const expected = [/CSP: /, /Content Security Policy/, /sandboxed/]
    await visit({ path: '/login', expected }, async (page) => {
      assert.equal(await runsInFrame(page, `frame.src = '${url}'`), false)
      const asPage = `const bytes = await (await fetch('${url}')).arrayBuffer()
        frame.src = URL.createObjectURL(new Blob([bytes], { type: 'text/html' }))`
      assert.equal(await runsInFrame(page, asPage), false)
    })
  })

  it('the check detects a script that does run', async () => {
    await visit({}, async (page) => {
      await page.route('**/assets/probe.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'top.postMessage("ran", "*")' }),
      )
      await page.goto('/login')
      const asPage = `frame.src = URL.createObjectURL(
        new Blob(['<script src="' + location.origin + '/assets/probe.js"></script>'], { type: 'text/html' }))`
      assert.equal(await runsInFrame(page, asPage), true)
    })
  })
})

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
    const expert = await portal.api.expert()
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
    const expert = await portal.api.expert()
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
