// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import type { Page } from 'playwright-core'
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
