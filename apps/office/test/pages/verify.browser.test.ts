// Engine: postgres
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { errorMessage } from '@consilium/contract/errors.ts'
import type { Page } from 'playwright-core'
import { startApi } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { qrTexts } from '@consilium/pdf-layout/test/pdf-tools.ts'
import { withFlippedByte } from '@consilium/pades/test/pdf-tools.ts'
import { assertAccessibleEverywhere, assertNoSideScroll, PHONE } from '../page-checks.ts'
import { openPortal, type Visit } from '../portal.ts'

const VERIFIED_FILE_MAX_BYTES = 4 * 1024 * 1024

const folder = mkdtempSync(join(tmpdir(), 'consilium-verify-'))
after(() => rmSync(folder, { recursive: true }))
const PUBLIC_URL = 'https://consilium.example'

const portal = await openPortal({ clock: seasonClock, env: { PUBLIC_URL } })
const { api, origin } = portal

/** Most visitors use a phone, and none of them is logged in. */
const visitor = <T>(given: Visit, act: (page: Page) => Promise<T>) =>
  portal.visit({ viewport: PHONE, ...given }, act)
const world = await openWorld(api)
const { meetingId } = await world.meeting()

async function signed() {
  const expert = await world.expert()
  const { attendeeId, version } = await world.attendee(meetingId, { phone: expert.phone })
  await world.sign(expert, attendeeId)
  const data = await expert.call(agreementRoutes.get, { params: { attendeeId } })
  const { bytes } = await expert.call(agreementRoutes.pdf, { params: { attendeeId } })
  const code = (data.verifyUrl ?? '').split('/').at(-1) ?? ''
  return { expert, attendeeId, version, code, contentHash: data.contentHash ?? '-', pdf: Buffer.from(bytes) }
}

const current = await signed()

async function superseded() {
  const agreement = await signed()
  const { expert, attendeeId, version } = agreement
  const body = { attendeeId, version, laborFee: '6000', reason: '课时增加' }
  await world.executor.call(attendeeRoutes.update, { body })
  await world.signAmendment(expert, attendeeId)
  return agreement
}

function fileOf(name: string, bytes: Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}

async function checkFile(page: Page, file: string): Promise<string> {
  await page.getByLabel('PDF文件').setInputFiles(file)
  await page.getByRole('button', { name: '查验文件' }).click()
  const notice = page.locator('#file-check .notice')
  await notice.waitFor()
  return notice.getByRole('heading').innerText()
}

const heading = (page: Page) => page.locator('main > .notice h2').innerText()

describe('ATT-8 SVC-6: verification of an agreement by its holder', () => {
  it('the address on the document leads to the page, which says genuine and in force', async () => {
    const { code, pdf, contentHash } = current
    const [printed = ''] = await qrTexts(pdf)
    assert.equal(printed, `${PUBLIC_URL}/verify/${code}`)
    for (const javaScript of [true, false])
      await visitor({ javaScript }, async (page) => {
        await page.goto(new URL(printed).pathname)
        assert.equal(await heading(page), '真实有效')
        const text = await page.locator('main').innerText()
        assert.ok(text.includes(contentHash))
        assert.match(text, /2026年11月20日 11:\d\d/)
        assert.doesNotMatch(text, /李文博|5000|首都医院/, 'neither names nor amounts')
      })
  })

  it('a code is accepted in any notation, or as a pasted address', async () => {
    const { code } = current
    const grouped = code.toUpperCase().replace(/(.{4})/g, '$1 ')
    await visitor({ javaScript: false }, async (page) => {
      for (const typed of [
        code,
        grouped,
        `${PUBLIC_URL}/verify/${code}`,
        `${PUBLIC_URL}/verify/${code}?lang=en`,
      ]) {
        await page.goto('/verify')
        await page.getByLabel('查验码').fill(typed)
        await page.getByRole('button', { name: '查验' }).click()
        assert.equal(await heading(page), '真实有效', typed)
        assert.equal(new URL(page.url()).pathname, `/verify/${code}`)
      }
    })
  })

  it('a superseded agreement is genuine and no longer in force', async () => {
    const { code, pdf } = await superseded()
    await visitor({}, async (page) => {
      await page.goto(`/verify/${code}`)
      assert.equal(await heading(page), '真实，但已失效')
      assert.equal(await checkFile(page, fileOf('old.pdf', pdf)), '文件与签署时完全一致')
      assert.match((await page.locator('#file-check .notice').getAttribute('class')) ?? '', /warning/)
      await assertNoSideScroll(page, 'superseded')
      await assertAccessibleEverywhere(page, 'superseded')
    })
  })

  it('an unknown code is reported, and can be corrected', async () => {
    await visitor({}, async (page) => {
      for (const code of ['a'.repeat(32), 'x'.repeat(200), '查验', '%3Cscript%3E']) {
        const answer = await page.goto(`/verify/${code}`)
        assert.equal(answer?.status(), 404, code)
        assert.equal(await heading(page), '未找到该查验码')
        assert.equal(await page.getByLabel('查验码').inputValue(), decodeURIComponent(code))
      }
    })
  })
})

describe('ATT-8 SVC-6: verification of every byte of a file', () => {
  it('a file is identical to the signed one, or differs with one byte changed, added or removed', async () => {
    const { code, pdf } = current
    const files: [file: string, heading: string][] = [
      [fileOf('same.pdf', pdf), '文件与签署时完全一致'],
      [fileOf('changed.pdf', withFlippedByte(pdf, Math.floor(pdf.length / 2))), '文件与签署时不一致'],
      [fileOf('longer.pdf', Buffer.concat([pdf, Buffer.from('\n')])), '文件与签署时不一致'],
      [fileOf('empty.pdf', Buffer.alloc(0)), '文件与签署时不一致'],
    ]
    for (const javaScript of [true, false])
      await visitor({ javaScript }, async (page) => {
        await page.goto(`/verify/${code}`)
        for (const [file, expected] of files) assert.equal(await checkFile(page, file), expected, file)
        // The verification of the code does not depend on the file.
        assert.equal(await heading(page), '真实有效')
        if (javaScript) await assertAccessibleEverywhere(page, 'file that differs')
      })
  })

  it('a missing or too large file is reported at the field, and also by the server', async () => {
    const { code } = current
    const large = fileOf('large.pdf', Buffer.alloc(VERIFIED_FILE_MAX_BYTES + 1))
    await visitor({}, async (page) => {
      await page.goto(`/verify/${code}`)
      const message = page.locator('#file-message')
      await page.getByRole('button', { name: '查验文件' }).click()
      assert.equal(await message.innerText(), errorMessage('FILE_MISSING', 'zh-CN'))
      await page.getByLabel('PDF文件').setInputFiles(large)
      await page.getByRole('button', { name: '查验文件' }).click()
      assert.equal(await message.innerText(), errorMessage('BODY_TOO_LARGE', 'zh-CN'))
      assert.equal(await page.locator(':focus').getAttribute('id'), 'file')
    })
    await visitor({ javaScript: false }, async (page) => {
      await page.goto(`/verify/${code}`)
      await page.getByLabel('PDF文件').setInputFiles(large)
      await page.getByRole('button', { name: '查验文件' }).click()
      await page.getByRole('heading', { name: errorMessage('BODY_TOO_LARGE', 'zh-CN') }).waitFor()
    })
    const none = await fetch(`${origin}/verify/${code}`, { method: 'POST', body: new FormData() })
    assert.equal(none.status, 400)
    assert.ok((await none.text()).includes(errorMessage('FILE_MISSING', 'zh-CN')))
  })
})

describe('ATT-8: the address on a document where the pages were not built', () => {
  it('redirects to the answer of the API', async () => {
    const bare = await startApi()
    try {
      const answer = await fetch(`${bare.app.url}/verify/abc`, { redirect: 'manual' })
      assert.deepEqual(
        [answer.status, answer.headers.get('location')],
        [302, '/api/business/publicity/verify/abc'],
      )
    } finally {
      await bare.close()
    }
  })
})
