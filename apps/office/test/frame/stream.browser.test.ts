// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { isComplete } from '../page-checks.ts'
import { logRequests } from '../page-watch.ts'
import { openPortal } from '../portal.ts'
import { startRelay } from '../relay.ts'

const HEARTBEAT_SECONDS = 25

const { api, visit, origin } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)

const STREAM = /GET \/api\/business\/message\/stream/
const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000

const badge = (page: Page, count: number) =>
  page.getByRole('link', { name: count === 0 ? '消息' : `消息，${count} 条未读` }).waitFor()

/** An expert, and a function that sends it a message: an invitation each time. */
async function addressee() {
  const expert = await api.expert()
  const invite = async () => {
    const { meetingId } = await world.meeting()
    await world.attendee(meetingId, { phone: expert.phone })
  }
  await invite()
  return { expert, invite }
}

/** Opens the messages. A page of experts has its badge before it listens. */
async function openListening(page: Page) {
  const isOpen = page.waitForResponse(/message\/stream/)
  await page.goto('/messages')
  await badge(page, 1)
  await isOpen
}

/** Counts the event streams that the windows of a browser open from now on. */
function countStreams(context: BrowserContext) {
  let count = 0
  context.on('request', (request) => {
    if (STREAM.test(`${request.method()} ${new URL(request.url()).pathname}`)) count += 1
  })
  return () => count
}

describe('the event stream of a browser', () => {
  it('UX-28 EVT-3: is shared by all pages and windows, and moves to another window when its own is closed', async () => {
    const { expert, invite } = await addressee()
    await visit({ as: expert }, async (first) => {
      const streams = countStreams(first.context())
      await openListening(first)
      const second = await first.context().newPage()
      await second.goto('/elsewhere')
      await badge(second, 1)
      await invite()
      await badge(first, 2)
      await badge(second, 2)
      assert.equal(streams(), 1)
      const taken = second.waitForRequest(/message\/stream/)
      await first.close()
      await taken
      await invite()
      await badge(second, 3)
      assert.equal(streams(), 2)
    })
  })

  it('UX-28 EVT-3: is shared by all windows of the office', async () => {
    const { executor } = world
    const answerOne = async () => {
      const expert = await api.expert()
      const { meetingId } = await world.meeting()
      const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
      await expert.call(attendeeRoutes.reply, { body: { attendeeId, reply: 'accepted' } })
    }
    await visit({ as: executor }, async (first) => {
      const streams = countStreams(first.context())
      await executor.call(messageRoutes.readAll, {})
      const isOpen = first.waitForResponse(/message\/stream/)
      await first.goto('/projects')
      await isComplete(first)
      // The window that listens first is the one that has the stream.
      await isOpen
      const second = await first.context().newPage()
      await second.goto('/messages')
      await isComplete(second)
      await answerOne()
      await badge(first, 1)
      await badge(second, 1)
      assert.equal(streams(), 1)
      const taken = second.waitForRequest(/message\/stream/)
      await first.close()
      await taken
      await answerOne()
      await badge(second, 2)
    })
  })

  it('UX-28: delivers events between loading the page and opening the stream', async () => {
    const { expert, invite } = await addressee()
    const { expertId } = expert
    const data = await world.manager.call(expertRoutes.get, { params: { expertId } })
    const approval = { expertId, version: data.version, auditStatus: 'approved' as const }
    await world.manager.call(expertRoutes.update, { body: approval })
    await visit({ as: expert }, async (page) => {
      const rows = page.locator('.cards > li')
      await page.route('**/message/stream', async (route) => {
        await rows.first().waitFor()
        assert.equal(await rows.count(), 1)
        await invite()
        await route.continue()
      })
      await page.goto('/my-meetings')
      await rows.nth(1).waitFor()
      await badge(page, 3)

      // The second window learns from the first what happened before it listened.
      const second = await page.context().newPage()
      const others = second.locator('.cards > li')
      await second.route('**/assets/live-*.js', async (route) => {
        await others.nth(1).waitFor()
        await invite()
        await badge(page, 4)
        await route.continue()
      })
      const opened = second.waitForResponse(/\/live-/)
      await second.goto('/my-meetings')
      await opened
      await others.nth(2).waitFor()
      await badge(second, 4)
    })
  })

  it('UX-28: reconnects after a network failure and delivers missed events', async () => {
    const { expert, invite } = await addressee()
    const relay = await startRelay(origin)
    after(() => relay.close())
    const expected = [/net::ERR_/]
    await visit({ as: expert, through: relay.url, expected }, async (page) => {
      await openListening(page)
      const isTried = page.waitForRequest(/message\/stream/)
      relay.cut()
      await isTried
      await invite()
      await invite()
      relay.mend()
      await badge(page, 3)
    })
  })

  it('COR-8 EVT-5: an approval is noticed after a reconnection, even if an invitation came after it', async () => {
    const { expert, invite } = await addressee()
    const { expertId } = expert
    const relay = await startRelay(origin)
    after(() => relay.close())
    const expected = [/net::ERR_/]
    await visit({ as: expert, through: relay.url, expected }, async (page) => {
      await openListening(page)
      const entry = page.getByRole('navigation').getByRole('link', { name: '我的会议', exact: true })
      assert.equal(await entry.count(), 0)
      const isTried = page.waitForRequest(/message\/stream/)
      relay.cut()
      await isTried
      const data = await world.manager.call(expertRoutes.get, { params: { expertId } })
      const approval = { expertId, version: data.version, auditStatus: 'approved' as const }
      await world.manager.call(expertRoutes.update, { body: approval })
      await invite()
      relay.mend()
      await badge(page, 3)
      await entry.waitFor()
    })
  })

  it('UX-28 EVT-2: is reopened after two missing heartbeats, and not while events arrive', async () => {
    const { expert, invite } = await addressee()
    await visit({ as: expert }, async (page) => {
      await page.clock.install()
      await openListening(page)
      const requests = logRequests(page)
      await page.clock.fastForward(2 * HEARTBEAT_MS)
      await invite()
      await badge(page, 2)
      await page.clock.fastForward(2 * HEARTBEAT_MS)
      await invite()
      await badge(page, 3)
      assert.deepEqual(requests.matching(STREAM), [])

      const again = page.waitForRequest(/message\/stream/)
      await page.clock.fastForward(3 * HEARTBEAT_MS)
      await again
      await invite()
      await badge(page, 4)
      assert.equal(requests.matching(STREAM).length, 1)
    })
  })

  it('UX-28: is not reopened after the session has ended', async () => {
    const { expert } = await addressee()
    const admin = await api.admin()
    await visit({ as: expert }, async (page) => {
      await page.clock.install()
      await openListening(page)
      const body = { userId: expert.userId, status: '1' as const }
      await admin.call(accountRoutes.changeStatus, { body })
      await page.getByRole('button', { name: '登录', exact: true }).waitFor()
      const requests = logRequests(page)
      for (let times = 0; times < 5; times++) await page.clock.fastForward(4 * HEARTBEAT_MS)
      await page.evaluate('1')
      assert.deepEqual(requests.matching(/./), [])
    })
  })
})
