// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Page, Request } from 'playwright-core'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertNoSideScroll, DESKTOP, goWithin, isComplete } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, sponsor } = world

const LAPTOP = { width: 1280, height: 720 }
const LONG_WORD = 'Pneumonoultramicroscopicsilicovolcanoconiosis Programme 2026'
const LONG_TITLE =
  '华东地区慢性阻塞性肺疾病与心血管代谢共病规范化诊疗基层医师能力提升与真实世界研究多学科协作委员会主任'

describe('data at the edges', () => {
  it('WEB-2 WEB-42: a meeting whose labels are on their way shows no code instead of them; a word of 45 letters takes no place from the other columns of its list', async () => {
    const { meetingId } = await world.meeting()
    const expert = await world.expert({
      name: '王静',
      unit: LONG_WORD,
      department: LONG_WORD,
      title: LONG_WORD,
    })
    await visit({ as: manager, language: 'en' }, async (page) => {
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/system/dict/data/type/**', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`/meetings/${meetingId}?tab=materials`)
      const move = page.getByRole('button', { name: /^Move to/ })
      await move.waitFor()
      assert.equal(await move.innerText(), 'Move to “…”')
      release()
      await page.getByRole('button', { name: 'Move to “Inviting”' }).waitFor()

      await page.setViewportSize(LAPTOP)
      await goWithin(page, '/experts')
      const row = page.getByRole('row', { name: expert.phone })
      await row.waitFor()
      await page.locator('[role=region]:has(table):not([data-wide])').waitFor()
      assert.equal(await row.getByText(LONG_WORD).count(), 3)
    })
  })

  it('WEB-9 WEB-11: long titles and names stay within the page, a page below a record says its name once, and an organization with a comma in its name is one choice in the dialog that assigns it', async () => {
    const expert = await world.expert()
    const { meetingId, meetingName } = await world.meeting()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, title: '主任医师' })
    const { expertId } = expert
    const { version } = await manager.call(expertRoutes.get, { params: { expertId } })
    await manager.call(expertRoutes.update, { body: { expertId, version, title: LONG_TITLE } })
    const [one, other] = await Promise.all([
      api.sponsor({ orgName: 'Northbridge Biosciences (China) Co., Ltd.' }),
      api.sponsor({ orgName: '诺维安医药有限公司' }),
    ])
    const body = { projectName: '规范化诊疗能力提升暨多学科协作学术研讨'.repeat(3) }
    const { projectId } = await manager.call(projectRoutes.create, { body })
    await manager.call(projectRoutes.assignSponsors, {
      params: { projectId },
      body: { sponsorAdminUserIds: [one.userId, other.userId] },
    })
    await visit({ as: manager, path: `/attendees/${attendeeId}`, viewport: LAPTOP }, async (page) => {
      await page.getByText(`与审核通过的职称不一致：${LONG_TITLE}`).waitFor()
      await assertNoSideScroll(page, 'a long title')

      await goWithin(page, `/meetings/${meetingId}/edit`)
      await page.getByRole('heading', { name: '编辑会议' }).waitFor()
      await page.getByRole('link', { name: meetingName }).waitFor()
      assert.equal(await page.getByText(meetingName, { exact: true }).count(), 1)

      await goWithin(page, `/projects/${projectId}`)
      await page.getByRole('button', { name: '指派', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Northbridge Biosciences (China) Co., Ltd.', { exact: true }).waitFor()
      await dialog.getByText('诺维安医药有限公司', { exact: true }).waitFor()
      assert.equal(await dialog.getByText('Ltd.', { exact: true }).count(), 0)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })

      await page.setViewportSize({ width: 320, height: 700 })
      await goWithin(page, `/projects/${projectId}/edit`)
      await page.getByRole('link', { name: body.projectName }).waitFor()
      await assertNoSideScroll(page, 'a long name above its page')
    })
  })

  it('WEB-4: what could not be read is said once, and nothing looks as if it were still on its way; choices that are on their way, or could not be read, are not said to be none', async () => {
    const { meetingId } = await world.meeting()
    await visit({ as: manager, language: 'zh-CN', expected: [/Failed to load resource/] }, async (page) => {
      await page.route(/\/business\/(?:meeting|cap)/, (route) => route.abort())
      await page.goto(`/meetings/${meetingId}`)
      await page.getByText('无法连接服务器，请检查网络').waitFor()
      assert.equal(await page.getByText('请求失败', { exact: true }).count(), 1)
      await page.goto('/')
      const stages = page.getByRole('region', { name: '会议阶段分布' })
      await stages.getByText('无法连接服务器，请检查网络').waitFor()
      assert.equal(await stages.getByRole('link').count(), 0)
      await page.goto('/caps')
      await page.getByText('无法连接服务器，请检查网络').first().waitFor()
      assert.equal(await page.locator('main [aria-busy=true]').count(), 0)
      await page.unroute(/\/business\/(?:meeting|cap)/)

      let isHeld = true
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/project/list?**', async (route) => {
        await held
        await (isHeld ? route.abort() : route.continue())
      })
      await page.goto('/meetings/new')
      const project = page.locator('main form').getByLabel(/^项目/)
      await project.first().click()
      await page.getByText('加载中', { exact: true }).first().waitFor()
      release()
      await page.getByText('无法连接服务器，请检查网络').waitFor()
      isHeld = false
      await page.keyboard.press('Escape')
      await project.first().click()
      await page.getByRole('option', { name: '心衰诊疗提升' }).waitFor()
    })
  })

  it('WEB-36: home, and the frame before it is known who has logged in, say after 8 seconds that they take long', async () => {
    await visit({ as: manager, language: 'zh-CN' }, async (page) => {
      await page.clock.install()
      for (const held of ['**/business/home', '**/getInfo']) {
        await page.route(held, () => {})
        await page.goto('/')
        await page.locator('main[aria-busy=true], main [aria-busy=true]').first().waitFor()
        await page.clock.fastForward(8000)
        await page.getByText('加载时间较长…').waitFor()
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    })
  })

  it('WEB-9: the people whom home counts for a sponsor are those of its list', async () => {
    await visit({ as: sponsor, path: '/', viewport: DESKTOP }, async (page) => {
      const tile = page.getByRole('region', { name: '概览' }).getByRole('link', { name: /人员/ })
      await tile.waitFor()
      const shown = await tile.innerText()
      await tile.click()
      await page.getByText(/^共 \d+ 条$/).waitFor()
      const total = await page.getByText(/^共 \d+ 条$/).innerText()
      assert.equal(total, `共 ${Number.parseInt(shown, 10)} 条`)
    })
  })
})

/** A meeting with an attendee and an invoice, and its pages and those around it. */
async function pagesOfRecords(): Promise<string[]> {
  const { meetingId } = await world.meeting({ laborBudget: '20000' })
  const expert = await world.expert()
  await world.attendee(meetingId, { phone: expert.phone })
  await world.executor.call(materialRoutes.meetingInvoice.create, {
    body: {
      meetingId,
      invoiceNumber: '24312000000000000001',
      sellerName: '北京会议服务有限公司',
      totalAmount: '99.50',
    },
  })
  const tabs = ['overview', 'attendees', 'attendance', 'gate', 'materials', 'invoices']
  return [
    ...tabs.map((tab) => `/meetings/${meetingId}?tab=${tab}`),
    `/projects/${world.project.projectId}`,
    `/experts/${expert.expertId}`,
    '/labor-payments',
  ]
}

/** Whatever a browser that has nothing of the office asks for before it listens to what is new. */
async function askedFor(page: Page, path: string) {
  const asked: string[] = []
  const scripts: string[] = []
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith(messageRoutes.stream.path)) return
    asked.push(pathname)
    if (request.resourceType() === 'script') scripts.push(pathname)
  }
  page.on('request', note)
  // The stream waits until the page has all that it asked for (lib/live/idle.ts).
  const settled = page.waitForRequest((request) => request.url().includes(messageRoutes.stream.path))
  await page.goto(path)
  await isComplete(page)
  await settled
  page.off('request', note)
  return { asked, scripts }
}

it('WEB-47: a page of a record loads at most 8 scripts and makes at most 15 requests', async () => {
  const heavy: string[] = []
  await visit({ as: manager, ownWindow: true }, async (page) => {
    const browser = await page.context().newCDPSession(page)
    for (const path of await pagesOfRecords()) {
      // What the page before still asks for is not counted with the next one.
      await page.goto('about:blank')
      await browser.send('Network.clearBrowserCache')
      const { asked, scripts } = await askedFor(page, path)
      // The app and the page itself.
      assert.ok(scripts.length >= 3 && asked.length > scripts.length, `${path} was not loaded`)
      if (scripts.length > 8) heavy.push(`${path}: ${scripts.length} scripts: ${scripts.join(' ')}`)
      if (asked.length > 15) heavy.push(`${path}: ${asked.length} requests: ${asked.join(' ')}`)
    }
  })
  assert.deepEqual(heavy, [])
})
