import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { SMS_CODE } from '@consilium/api/test/harness.ts'
import { draw } from '../../apps/office/test/page-checks.ts'

const WIDTH = 300
const QUALITY = 60
const SHORT_MS = 700
const LONG_MS = 2500
/** Of the height of the window, for each turn of the page while it is read. */
const TURN = 0.8
const TURNS = 8

interface Frame {
  picture: Buffer
  shownMs: number
}

/** Signs the agreement at the path as an expert on a phone does, which can be done once for each; a moving WebP. */
export async function signingFilm(page: Page, path: string): Promise<Buffer> {
  const frames: Frame[] = []
  const add = async (shownMs = SHORT_MS) => {
    const picture = await sharp(await page.screenshot())
      .resize(WIDTH)
      .png()
      .toBuffer()
    frames.push({ picture, shownMs })
  }
  const press = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).click()

  await page.goto('/')
  await page.locator('main h1').waitFor()
  await page.locator(`main a[href="${path}"]`).first().waitFor()
  await add(LONG_MS)
  await page.goto(path)
  await page.getByRole('region', { name: '协议内容' }).waitFor()
  await add(2 * SHORT_MS)
  const { height } = page.viewportSize()!
  for (let turn = 0; turn < TURNS; turn++) {
    await page.mouse.wheel(0, height * TURN)
    await page.waitForTimeout(SHORT_MS / 2)
    await add()
  }
  await draw(page, 180)
  await add()
  await draw(page, 120, 0.3)
  await add()
  await page.getByLabel(/我已阅读全文并同意/).check()
  await add()
  await press('获取验证码')
  await page.getByText(/验证码已发送至/).waitFor()
  await page.getByLabel('短信验证码').fill(SMS_CODE)
  await add()
  await press('签署协议')
  await page.getByRole('dialog').waitFor()
  await add(2 * SHORT_MS)
  await page.getByRole('dialog').getByRole('button', { name: '签署协议' }).click()
  await page.getByText('协议已签署').waitFor()
  await page.waitForTimeout(SHORT_MS)
  await add(LONG_MS)

  return sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  )
    .webp({ quality: QUALITY, effort: 6, loop: 0, delay: frames.map(({ shownMs }) => shownMs) })
    .toBuffer()
}
