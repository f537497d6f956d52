// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { attendanceRoutes as routes } from '@consilium/contract/attendance/attendance.ts'
import type { Page } from 'playwright-core'
import { freshPhone, fullWidth, SMS_CODE } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertAccessibleEverywhere, assertNoSideScroll, goWithin, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'
import { startRelay } from '../relay.ts'

const HOUR_MS = 3_600_000
const TABLET = { width: 1024, height: 768 }
/** What WeChat's browsers refuse, so that a page that needs any of it fails. */
const AS_IN_WECHAT = `
  window.open = () => { throw new Error('window.open is refused') }
  delete window.indexedDB
  Object.defineProperty(navigator, 'serviceWorker', { value: undefined })
`

const portal = await openPortal({ clock: seasonClock })
const relay = await startRelay(portal.origin)
after(() => relay.close())
const world = await openWorld(portal.api)
const at = (hours: number) => seasonClock.wire(new Date(seasonClock.now().getTime() + hours * HOUR_MS))

async function meetingWithScreen(signature: 'required' | 'off') {
  const { meetingId } = await world.meeting({
    scheduleStartTime: at(-0.1),
    scheduleEndTime: at(2),
    scheduleLocation: '北京国际会议中心',
  })
  const setting = await world.executor.call(routes.setting, { params: { meetingId } })
  const place = { latitude: null, longitude: null }
  await world.executor.call(routes.changeSetting, {
    body: { meetingId, version: setting.version, signature, ...place },
  })
  const { url } = await world.executor.call(routes.openScreen, { body: { meetingId } })
  return { meetingId, screen: new URL(url).pathname }
}

/** What the browser has on its disk for the page of helpers, as text. */
const rawEntries = (page: Page) =>
  page.evaluate<string>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('consilium-door')
    opening.onerror = reject
    opening.onsuccess = () => {
      const reading = opening.result.transaction('entries').objectStore('entries').getAll()
      reading.onsuccess = () => resolve(reading.result.map((row) =>
        Object.values(row).map((value) => value instanceof ArrayBuffer ? new TextDecoder().decode(value) : String(value)).join()).join())
    }
  })`)

/** Makes the browser keep so many entries of another meeting. */
const countOthers = (page: Page, count: number) =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('consilium-door')
    opening.onerror = reject
    opening.onsuccess = () => {
      const writing = opening.result.transaction('entries', 'readwrite')
      writing.oncomplete = resolve
      const entries = writing.objectStore('entries')
      for (let n = 0; n < 500; n++) entries.delete('other-' + n)
      for (let n = 0; n < ${count}; n++) entries.put({ entryKey: 'other-' + n, meetingId: 999999999 })
    }
  })`)

/** The path that the QR code on the screen holds. */
const scan = (screen: string, judge?: (page: Page) => Promise<void>): Promise<string> =>
  portal.visit({ viewport: TABLET, path: screen }, async (page) => {
    await page.locator('.qr:not([hidden])').waitFor()
    await judge?.(page)
    const url = await page.locator('#screen').getAttribute('data-url')
    return new URL(url ?? '').pathname
  })

async function draw(page: Page): Promise<void> {
  const box = (await page.locator('canvas').boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 70)
  await page.mouse.down()
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(box.x + 40 + step * 18, box.y + 70 + (step % 2 ? 30 : -30))
  await page.mouse.up()
}

describe('the pages at the door', () => {
  it('ATD-1 ATD-2 MOB-1: an expert scans the screen and is in with a phone, a code and a signature', async () => {
    const { meetingId, screen } = await meetingWithScreen('required')
    const expert = await world.expert({}, null)
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    const path = await scan(screen, async (page) => {
      await assertNoSideScroll(page, 'screen')
      await assertAccessibleEverywhere(page, 'screen')
    })
    await portal.visit({ viewport: PHONE, ownWindow: true }, async (page) => {
      await page.addInitScript(AS_IN_WECHAT)
      await page.goto(path)
      await page.getByText('北京国际会议中心').waitFor()
      await assertAccessibleEverywhere(page, 'phone')
      await page.getByLabel('手机号').fill(`+86 ${expert.phone}`)
      // Taps, without those on the keyboard: the code, the signature, the button.
      await page.getByRole('button', { name: '获取验证码' }).click()
      assert.equal(await page.getByLabel('验证码').getAttribute('autocomplete'), 'one-time-code')
      await page.getByLabel('验证码').fill(SMS_CODE)
      await page.getByText('李**').waitFor()
      await page.getByRole('button', { name: '确认签到' }).click()
      assert.equal(await page.locator('#sign-message').getAttribute('class'), 'message problem')
      await draw(page)
      await assertAccessibleEverywhere(page, 'confirm')
      await assertNoSideScroll(page, 'confirm')
      await page.getByRole('button', { name: '确认签到' }).click()
      await page.getByRole('heading', { name: '签到成功' }).waitFor()

      await page.goto(`${path.slice(0, -10)}AAAAAAAAAA`)
      await page.getByText('签到码已失效').waitFor()
      await page.getByText('请重新扫描现场屏幕上的二维码').last().waitFor()
    })
    const { rows } = await world.executor.call(routes.ofMeeting, { query: { meetingId } })
    assert.deepEqual(
      rows.map((row) => [row.attendeeId, row.review]),
      [[attendeeId, 'clear']],
    )
  })

  it('ATD-1 ATD-3: whoever runs the meeting opens a screen, which is the main thing to open until sign-in ends, two hours after the meeting, and sees who came; a manager reviews what is odd', async () => {
    const { meetingId, screen } = await meetingWithScreen('off')
    const people = [await world.expert({}, null), await world.expert({}, null)]
    for (const { phone } of people) await world.attendee(meetingId, { phone })
    const path = await scan(screen)
    await portal.visit({ viewport: PHONE }, async (page) => {
      // One browser signs in two people, one after the other.
      for (const { phone } of people) {
        await page.goto(path)
        await page.getByLabel('手机号').fill(phone)
        await page.getByRole('button', { name: '获取验证码' }).click()
        await page.getByLabel('验证码').fill(SMS_CODE)
        await page.getByRole('button', { name: '确认签到' }).click()
        await page.getByRole('heading', { name: '签到成功' }).waitFor()
      }
    })
    const tab = `/meetings/${meetingId}?tab=attendance`
    await portal.visit({ as: world.executor, path: tab }, async (page) => {
      await page.getByText('同一设备为多人签到').first().waitFor()
      await page.getByRole('button', { name: '打开签到屏' }).click()
      await page.getByText('正在使用的签到屏').waitFor()
      await page.getByRole('button', { name: '生成地址' }).click()
      assert.match(await page.getByLabel('签到屏地址').inputValue(), /\/screen\/[\w-]{43}$/)
      await page.keyboard.press('Escape')

      for (const [ended, variant] of [
        [-1.9, 'filled'],
        [-2.1, 'default'],
      ] as const) {
        const times = { scheduleStartTime: at(-5), scheduleEndTime: at(ended) }
        const made = await world.meeting(times)
        await goWithin(page, `/meetings/${made.meetingId}?tab=attendance`)
        const open = page.getByRole('button', { name: '打开签到屏' })
        await open.and(page.locator(`[data-variant=${variant}]`)).waitFor()
      }
    })
    await portal.visit({ as: world.manager, path: tab }, async (page) => {
      await page.getByRole('button', { name: '复核' }).first().click()
      await page.getByLabel('说明').fill('现场核实')
      await page.getByRole('button', { name: '提交结论' }).click()
      await page.locator('.mantine-Badge-root', { hasText: '已认可' }).first().waitFor()
    })
  })

  it('ATD-7: a helper keeps sign-ins without a network, over a killed tab and in two windows, and each is recorded once', async () => {
    const { meetingId } = await meetingWithScreen('off')
    const expert = await world.expert({}, null)
    await world.attendee(meetingId, { phone: expert.phone })
    const guest = freshPhone()
    const visit = {
      as: world.executor,
      viewport: PHONE,
      through: relay.url,
      keepsApp: true,
      expected: [/ERR_/, /Failed to (?:load|fetch)/],
    }
    await portal.visit(visit, async (page) => {
      await page.goto(`/meetings/${meetingId}?tab=attendance`)
      await page.getByRole('link', { name: '离线签到' }).click()
      await page.getByText('已可离线使用').waitFor()
      await page.getByText('没有待上传的登记').waitFor()
      await assertAccessibleEverywhere(page, 'offline sign-in')
      await assertNoSideScroll(page, 'offline sign-in')
      relay.cut()
      await page.reload()
      await page.getByLabel('手机号').fill('1391234')
      await page.getByRole('button', { name: '保存到本机' }).click()
      await page.getByText('请输入11位手机号').waitFor()
      for (const [index, phone] of [fullWidth(expert.phone), guest].entries()) {
        await page.getByLabel('手机号').fill(phone)
        await page.getByRole('button', { name: '保存到本机' }).click()
        await page.getByRole('heading', { name: `待上传（${index + 1}）` }).waitFor()
      }
      await page.getByText('当前没有网络').waitFor()
      const raw = await rawEntries(page)
      assert.ok(raw.length > 100 && !raw.includes(guest) && !raw.includes(expert.phone), 'encrypted')

      await countOthers(page, 498)
      await page.getByLabel('手机号').fill(freshPhone())
      await page.getByRole('button', { name: '保存到本机' }).click()
      await page.getByText('本机最多保存500条').waitFor()
      await countOthers(page, 497)
      await page.getByRole('button', { name: '保存到本机' }).click()
      await page.getByRole('heading', { name: '待上传（3）' }).waitFor()

      const second = await page.context().newPage()
      await page.goto('about:blank')
      for (const window of [page, second]) {
        await window.goto(`${relay.url}/door/${meetingId}`)
        await window.getByRole('heading', { name: '待上传（3）' }).waitFor()
      }
      relay.mend()
      await Promise.all(
        [page, second].map((window) => window.getByRole('button', { name: '立即上传' }).click()),
      )
      // The guest's number is not known, and no name was typed.
      for (const window of [page, second])
        await window.getByText('未登记：该手机号尚未登记，请填写姓名').nth(1).waitFor()
      await second.close()
      const item = page.getByRole('listitem').filter({ hasText: guest.slice(-4) })
      await item.getByRole('button', { name: '修改后重试' }).click()
      await page.getByLabel('姓名').fill('来宾丁')
      await page.getByRole('button', { name: '保存到本机' }).click()
      // For a moment both the entry as it was and the one that replaces it are listed.
      await item.first().waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '删除' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
      await page.getByText('没有待上传的登记').waitFor()
    })
    const { rows } = await world.executor.call(routes.ofMeeting, { query: { meetingId } })
    assert.deepEqual(
      new Map(rows.map(({ name, marks }) => [name, marks.length])),
      new Map([
        [expert.name, 1],
        ['来宾丁', 1],
      ]),
    )
  })

  it('ATD-7 MOB-1: inside WeChat, which may empty what a page keeps, the helper is sent to the browser of the phone', async () => {
    const { meetingId } = await meetingWithScreen('off')
    await portal.visit({ as: world.executor, viewport: PHONE, ownWindow: true }, async (page) => {
      await page.addInitScript(AS_IN_WECHAT)
      await page.goto(`/door/${meetingId}`)
      await page.getByText('此浏览器不能离线保存').waitFor()
      await assertAccessibleEverywhere(page, 'offline sign-in in WeChat')
      assert.equal(await page.getByLabel('本页地址').inputValue(), page.url())
      assert.equal(await page.getByLabel('手机号').count(), 0)
    })
  })
})
