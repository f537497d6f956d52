// Engine: postgres
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import type { Page } from 'playwright-core'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { isComplete } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, executor, project } = world

const { meetingId } = await world.meeting({ laborBudget: '20000' })
const expert = await world.expert()
await world.attendee(meetingId, { phone: expert.phone })
await executor.call(materialRoutes.meetingInvoice.create, {
  body: {
    meetingId,
    invoiceNumber: '24312000000000000001',
    sellerName: '北京会议服务有限公司',
    totalAmount: '99.50',
  },
})

const tab = (name: string) => `/meetings/${meetingId}?tab=${name}`
const PAGES = [
  ...['overview', 'attendees', 'attendance', 'gate', 'materials', 'invoices'].map(tab),
  `/projects/${project.projectId}`,
  `/experts/${expert.expertId}`,
  '/labor-payments',
]

/** Whatever a browser that has nothing of the office asks for before it listens to what is new. */
async function askedFor(page: Page, path: string) {
  const asked: string[] = []
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith(messageRoutes.stream.path)) return
    asked.push(pathname)
    if (request.resourceType() === 'script') scripts.push(pathname)
  })
  // The stream waits until the page has all that it asked for (lib/live/idle.ts).
  const settled = page.waitForRequest((request) => request.url().includes(messageRoutes.stream.path))
  await page.goto(path)
  await isComplete(page)
  await settled
  return { asked, scripts }
}

it('WEB-47: a page of a record loads at most 8 scripts and makes at most 15 requests', async () => {
  const heavy: string[] = []
  for (const path of PAGES)
    await visit({ as: manager, ownWindow: true }, async (page) => {
      const { asked, scripts } = await askedFor(page, path)
      // The app and the page itself.
      assert.ok(scripts.length >= 3 && asked.length > scripts.length, `${path} was not loaded`)
      if (scripts.length > 8) heavy.push(`${path}: ${scripts.length} scripts: ${scripts.join(' ')}`)
      if (asked.length > 15) heavy.push(`${path}: ${asked.length} requests: ${asked.join(' ')}`)
    })
  assert.deepEqual(heavy, [])
})
