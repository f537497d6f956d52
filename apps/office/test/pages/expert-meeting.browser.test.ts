// Engine: postgres
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { until } from '@consilium/api/test/sms-gateway.ts'
import type { Page } from 'playwright-core'
import { assertAccessibleEverywhere, assertNoSideScroll, assertTargets, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'
import { startRelay } from '../relay.ts'

const { api, built, origin, visit } = await openPortal({ clock: seasonClock, ownBuild: true })
const world = await openWorld(api)
const relay = await startRelay(origin)
after(() => relay.close())

const WORKER = join(built, 'service-worker.js')
const thumbs = (page: Page) => page.getByRole('navigation', { name: '常用页面' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Resolves when the files of the app are kept, and the window is served by what keeps them. */
const isKept = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.ready.then(() => new Promise((resolve) => {
    const { serviceWorker } = navigator
    if (serviceWorker.controller) resolve(true)
    else serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true })
  }))`)

async function invited() {
  const { meetingId } = await world.meeting({
    scheduleStartTime: '2026-12-05 09:00:00',
    scheduleEndTime: '2026-12-05 11:30:00',
    scheduleLocation: '北京国际会议中心',
    scheduleAgenda: '09:00 开幕\n10:00 病例讨论',
    invitationDeadline: '2026-12-01 18:00:00',
    contactName: '王会务',
    contactPhone: '010-8888 6666',
  })
  const expert = await world.expert({}, null)
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  return { expert, attendeeId }
}

describe('the meeting of an expert', () => {
  it('WEB-26: is reached by the thumb, answered until the deadline, found on a map and put into a calendar', async () => {
    const { expert, attendeeId } = await invited()
    const find = () => expert.call(attendeeRoutes.get, { params: { attendeeId } })
    await visit({ as: expert, path: '/', viewport: PHONE }, async (page) => {
      await thumbs(page).getByRole('link', { name: '会议' }).click()
      await thumbs(page).locator('[aria-current=page]', { hasText: '会议' }).waitFor()
      await page.getByRole('link', { name: '心衰诊疗提升' }).first().click()
      await page.getByText('请在 2026-12-01 18:00 前答复是否参加。').waitFor()
      await page.getByText('2026-12-05 09:00 – 11:30').waitFor()
      await page.getByText('10:00 病例讨论').waitFor()
      const map = await page.getByRole('link', { name: '在地图中查看' }).getAttribute('href')
      assert.equal(new URL(map ?? '').searchParams.get('keyword'), '北京国际会议中心')
      const phone = page.getByRole('link', { name: '010-8888 6666' })
      assert.equal(await phone.getAttribute('href'), 'tel:010-88886666')

      await button(page, '不参加').click()
      const dialog = page.getByRole('dialog', { name: '不参加本次会议' })
      await dialog.getByRole('button', { name: '不参加', exact: true }).click()
      await dialog.locator('[name=reason][aria-invalid=true]').waitFor()
      await dialog.locator('[name=reason]').fill('门诊冲突')
      await dialog.getByRole('button', { name: '不参加', exact: true }).click()
      await page.getByText('您已答复：不参加').waitFor()
      await page.getByText('2026-12-01 18:00 前可以修改。').waitFor()
      assert.equal((await find()).replyReason, '门诊冲突')
      await page.getByText('您已答复不参加').first().waitFor()
      await button(page, '参加').click()
      await page.getByText('您已答复：参加').waitFor()
      assert.equal((await find()).reply, 'accepted')

      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: '添加到日历' }).click()
      const file = readFileSync(await (await download).path(), 'utf8')
      assert.match(file, /BEGIN:VEVENT[\s\S]*DTSTART:20261205T010000Z/)
      await assertTargets(page, 'a meeting of an expert')
      await assertNoSideScroll(page, 'a meeting of an expert')
      await assertAccessibleEverywhere(page, 'a meeting of an expert')
    })
  })

  it('WEB-26: who has signed cannot decline, so no time is named until which the answer could change', async () => {
    const { meetingId } = await world.meeting({ invitationDeadline: '2026-12-01 18:00:00' })
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    await expert.call(attendeeRoutes.reply, { body: { attendeeId, reply: 'accepted' } })
    const path = `/my-meetings/${attendeeId}`
    const hint = (page: Page) => page.getByText('2026-12-01 18:00 前可以修改。')
    await visit({ as: expert, path, viewport: PHONE }, async (page) => {
      await hint(page).waitFor()
      await button(page, '不参加').waitFor()
      await world.sign(expert, attendeeId)
      await page.reload()
      await page.getByText('您已答复：参加').waitFor()
      assert.equal(await hint(page).count(), 0)
      assert.equal(await button(page, '不参加').count(), 0)
    })
  })

  it('WEB-26: all meetings are subscribed to at a private address, which is renewed and ended', async () => {
    const { expert, attendeeId } = await invited()
    const read = async (address: string) => (await fetch(origin + new URL(address).pathname)).text()
    await visit({ as: expert, path: '/my-meetings', viewport: PHONE }, async (page) => {
      await page.getByRole('link', { name: '订阅日历' }).click()
      await button(page, '生成专属地址').click()
      const address = page.getByLabel('专属地址')
      await address.waitFor()
      const first = await address.inputValue()
      assert.match(await read(first), new RegExp(`attendee-${attendeeId}@`))
      const open = await page.getByRole('link', { name: '在日历中打开' }).getAttribute('href')
      assert.match(open ?? '', /^webcal:/)
      await assertAccessibleEverywhere(page, 'the calendar feed')
      await page.setViewportSize(PHONE)
      await button(page, '更换地址').click()
      await until(async () => ![first, ''].includes(await address.inputValue()), 'another address')
      assert.match(await read(first), /NOT_FOUND/)
      await button(page, '停用').click()
      await button(page, '生成专属地址').waitFor()
    })
  })
})

describe('the frame of the pages of an expert', () => {
  it('HSE-29: a session that ends asks over the page, and what was typed is sent after it', async () => {
    const { expert, attendeeId } = await invited()
    const path = `/my-meetings/${attendeeId}`
    await visit({ as: expert, path, viewport: PHONE, expected: [/401/] }, async (page) => {
      await button(page, '不参加').click()
      await page.locator('[name=reason]').fill('当天出诊')
      await page.context().clearCookies({ name: 'consilium_session' })
      await page
        .getByRole('dialog', { name: '不参加本次会议' })
        .getByRole('button', { name: '不参加' })
        .click()
      const again = page.getByRole('dialog', { name: '请重新登录' })
      await again.getByRole('textbox', { name: '密码' }).fill('not-this-one')
      await button(page, '登录').click()
      await again.getByRole('alert').first().waitFor()
      await assertAccessibleEverywhere(page, 'the login over a page')
      await page.keyboard.press('Escape')
      await again.getByRole('textbox', { name: '密码' }).fill(expert.password)
      await button(page, '登录').click()
      await again.waitFor({ state: 'detached' })
      await page.getByText('您已答复：不参加').waitFor()
      await page.getByText('当天出诊').waitFor()
    })
  })

  it('HSE-29: language and colors are chosen once for these pages and the office', async () => {
    const { expert } = await invited()
    await visit({ as: expert, path: '/', ownWindow: true }, async (page) => {
      const account = () => page.getByRole('button', { name: /^(?:账号|Account)/ })
      await account().click()
      await button(page, 'English').click()
      await page.getByRole('heading', { name: 'Agreements to sign' }).waitFor()
      await account().click()
      await button(page, 'Dark').click()
      await page.locator('meta[name=color-scheme][content=dark]').waitFor({ state: 'attached' })
      // Whoever is logged in: helpers at the door have this page of the office.
      await page.goto('/door/1')
      await page.getByRole('heading', { name: 'Offline sign-in' }).waitFor()
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' })
      await page.goto('/')
      await account().click()
      await page.keyboard.press('Escape')
      await button(page, 'System').waitFor({ state: 'hidden' })
    })
  })
})

describe('the app without a network', () => {
  it('WEB-26: opens, says what happens next, keeps no record, and goes on when the network is back', async () => {
    const { expert } = await invited()
    const expected = [/ERR_/, /Failed to (?:load|fetch)/]
    await visit(
      { as: expert, viewport: PHONE, through: relay.url, keepsApp: true, expected },
      async (page) => {
        await page.goto('/')
        await thumbs(page).waitFor()
        await isKept(page)
        relay.cut()
        await page.goto('/my-meetings')
        await page.getByRole('heading', { name: '暂时无法连接' }).waitFor()
        const kept = await page.evaluate<string[]>(`(async () => {
        const names = await caches.keys()
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return requests.flat().map(({ url }) => new URL(url).pathname)
      })()`)
        assert.ok(kept.includes('/office-shell') && kept.length >= 9)
        assert.deepEqual(
          kept.filter((path) => path !== '/office-shell' && !path.startsWith('/assets/')),
          [],
        )
        relay.mend()
        await button(page, '重试').click()
        await page.getByRole('heading', { level: 1, name: '我的会议' }).waitFor()
      },
    )
  })

  it('WEB-26: a newer version is told to windows that are open, which keep what was typed', async () => {
    const { expert } = await invited()
    await visit({ as: expert, keepsApp: true, path: '/my-plans/new' }, async (page) => {
      await isKept(page)
      await page.getByLabel('方案名称').fill('写到一半的方案')
      const code = readFileSync(WORKER, 'utf8')
      for (const ending of ['.br', '.gz']) rmSync(WORKER + ending, { force: true })
      writeFileSync(WORKER, code.replace(/VERSION = '\w+'/, `VERSION = 'newer'`))
      await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())')
      await page.getByText('系统已更新，刷新后使用新版本。').waitFor()
      assert.equal(await page.getByLabel('方案名称').inputValue(), '写到一半的方案')
      const names = await page.evaluate<string[]>('caches.keys()')
      assert.equal(names.length, 2, 'files of the former version are there for its windows')
    })
  })

  it('WEB-26: can be installed, and starts at the home of the account', async () => {
    const page = await (await fetch(origin)).text()
    const address = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? ''
    const answered = await fetch(origin + address)
    assert.match(answered.headers.get('content-type') ?? '', /manifest\+json/)
    const manifest = (await answered.json()) as {
      start_url: string
      display: string
      icons: { src: string; sizes: string }[]
    }
    assert.deepEqual([manifest.start_url, manifest.display], ['/', 'standalone'])
    assert.deepEqual(
      manifest.icons.map(({ sizes }) => sizes),
      ['192x192', '512x512', '512x512', 'any'],
    )
    for (const { src } of manifest.icons) assert.equal((await fetch(origin + src)).status, 200, src)
  })
})
