// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { materialRoutes, MaterialType } from '@consilium/contract/materials/materials.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { often } from '@consilium/test-kit/often.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import {
  assertAccessible,
  assertNoSideScroll,
  assertPage,
  assertPages,
  goWithin,
  isComplete,
} from '../page-checks.ts'
import { openPortal } from '../portal.ts'
import { countRows, ROWS } from '../rows-in-sight.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)

const LISTS = [
  '/projects',
  '/meetings',
  '/plans',
  '/special-plans',
  '/waivers',
  '/approvals',
  '/approval-policies',
  '/messages',
  '/support-intents',
  '/execution-intents',
  '/publicity-intents',
  '/experts?pageSize=10',
  '/hospitals',
  '/hospitals/unresolved',
  '/dimensions',
  '/organizations',
  '/persons',
  '/templates',
  '/caps',
  '/gate-policies',
  '/conflict-declarations',
  '/deliveries',
  '/deliveries/limits',
  '/reminder-rules',
  '/labor-payments',
  '/labor-payments/due?show=all',
  '/labor-payments/batches',
  '/labor-payments/differences',
  '/labor-payments/papers',
  '/labor-payments/presets',
  '/labor-payments/reliefs',
  '/bank-branches',
  '/accounts?pageSize=10',
  '/dictionaries?pageSize=10',
  '/operation-log?pageSize=10',
]

/**
 * Lists that are judged in the same walk, of the long ones as many rows as are counted; other files judge the others, with more on them.
 */
const JUDGED_LISTS: ReadonlySet<string> = new Set([
  '/meetings',
  '/plans',
  '/messages',
  '/support-intents',
  '/execution-intents',
  '/publicity-intents',
  '/experts?pageSize=10',
  '/organizations',
  '/persons',
  '/templates',
  '/accounts?pageSize=10',
  '/dictionaries?pageSize=10',
  '/operation-log?pageSize=10',
])
/** Pages that are judged and have no rows to count; the forms of projects and meetings are judged filled in (dimensions, people). */
const JUDGED_FORMS = [
  '/plans/new',
  '/special-plans/new',
  '/publicity-intents?kind=execution',
  '/experts/new',
  '/organizations/new',
  '/persons/new',
  '/templates/new',
  '/accounts/new',
  '/dictionaries/meeting_stage',
  '/password',
]

/** A meeting with a dozen attendees, invoices and records. */
async function fullMeeting(): Promise<number> {
  const { meetingId } = await world.meeting({ laborBudget: '200000' })
  const { executor } = world
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
  for (const number of numbers) {
    const name = `王${number}长名字的心血管内科主任医师专家`
    const unit = '中国医学科学院北京协和医院心血管内科与介入诊疗中心（东单院区）'
    await world.attendee(meetingId, { phone: (await world.expert({ name }, null)).phone, unit })
  }
  for (const number of numbers) {
    const invoiceNumber = String(24_312_000_000_000_000_000n + BigInt(number))
    const sellerName = `北京第${number}会议服务有限公司`
    const invoice = { meetingId, invoiceNumber, sellerName, totalAmount: '9999999.99' }
    await executor.call(materialRoutes.meetingInvoice.create, { body: invoice })
  }
  for (const number of numbers)
    await executor.call(materialRoutes.meetingMaterial.create, {
      body: { meetingId, materialType: MaterialType.options[0]!, title: `签到表 ${number}` },
    })
  return meetingId
}

const full = await fullMeeting()

describe('the office at a glance', () => {
  it('WEB-33 UX-21 UX-22 UX-30 AUT-5: every list and every tab of a meeting shows six rows on a laptop and ten on a usual screen; lists and forms open for an administrator, half of them in each language, and are accessible', async () => {
    const tabs = ['overview', 'attendees', 'materials', 'invoices', 'gate']
    const paths = [...LISTS, ...tabs.map((tab) => `/meetings/${full}?tab=${tab}`)]
    const short: string[] = []
    const measured = new Set<string>()
    const admin = await api.admin()
    for (const [half, language] of (['zh-CN', 'en'] as const).entries())
      await visit({ as: admin, path: '/', language }, async (page) => {
        await isComplete(page)
        assert.equal(await page.getAttribute('html', 'lang'), language)
        // The tabs of a meeting hold the most, and are measured in both languages.
        const parts = often(2, 1)
        const chosen = paths.filter((path, at) => !LISTS.includes(path) || at % parts === half % parts)
        for (const [at, path] of chosen.entries()) {
          await goWithin(page, path)
          if (!LISTS.includes(path)) await page.locator(ROWS).first().waitFor()
          for (const { width, seen, least } of await countRows(page)) {
            measured.add(path)
            if (seen < least) short.push(`${path} ${width} ${language}: ${seen}`)
          }
          if (JUDGED_LISTS.has(path)) await assertPage(page, path, at)
        }
        await assertPages(
          page,
          JUDGED_FORMS.filter((_path, at) => at % 2 === half),
        )
      })
    assert.deepEqual(short, [])
    for (const path of paths.slice(-tabs.length)) assert.ok(measured.has(path), `${path} has rows`)
  })

  it('WEB-33 WEB-44: what is said of a meeting stands beside what happened at 1280 and 1440 px, and above it on a phone; a paste of a dozen experts is one line of the time line, which opens', async () => {
    await visit({ as: world.manager, path: `/meetings/${full}` }, async (page) => {
      for (const width of [1440, 1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        const said = page.getByRole('region', { name: '基本信息' })
        const happened = page.getByRole('region', { name: '时间线' })
        const [left, right] = [await said.boundingBox(), await happened.boundingBox()]
        assert.ok(left && right)
        if (width < 500) assert.ok(right.y > left.y + left.height, `${right.y}`)
        else assert.ok(left.x + left.width < right.x && left.y === right.y, JSON.stringify([left, right]))
        await assertNoSideScroll(page, `a meeting at ${width} px`)
      }
      const line = page.getByRole('list', { name: '时间线' })
      await line.getByText('12 位专家已添加').click()
      await line.getByText(/王1长名字的心血管内科主任医师专家、王2/).waitFor()
      assert.equal(await line.getByText(/^邀请/).count(), 0)
    })
  })

  it('WEB-43 WEB-39: many meetings move on at once with a result each; what that brings is said before', async () => {
    const ready = await world.draft({ laborBudget: '5000' })
    const lacking = await world.draft()
    for (const { meetingId } of [ready, lacking])
      await world.attendee(meetingId, { phone: (await world.expert({}, null)).phone, laborFee: '1000' })
    const { manager } = world
    const path = `/meetings?meetingName=${ready.meetingName}&currentStage=draft`
    await visit({ as: manager, path }, async (page) => {
      for (const { meetingName, businessId } of [ready, lacking])
        await page.getByRole('checkbox', { name: `选择 ${meetingName} ${businessId}` }).check()
      await page.getByRole('button', { name: '进入下一阶段' }).click()
      const dialog = page.getByRole('dialog', { name: '2 场会议进入下一阶段？' })
      await dialog.getByText('草稿 → 已批准：2 场').waitFor()
      await dialog.getByText('名单上的 2 位专家中，劳务费已确定的会收到签署通知').waitFor()
      await dialog.getByText('之后可以填写原因退回').waitFor()
      await assertAccessible(page, 'many meetings that move on')
      // One is taken by somebody else meanwhile.
      await manager.call(meetingRoutes.changeStage, {
        body: { meetingId: lacking.meetingId, currentStage: 'approved' },
      })
      await dialog.getByRole('button', { name: '进入下一阶段' }).click()
      const report = page.getByRole('dialog', { name: '1 条成功，1 条失败' })
      await report.getByRole('row', { name: lacking.businessId }).waitFor()
    })
    const { currentStage } = await manager.call(meetingRoutes.get, { params: ready })
    assert.equal(currentStage, 'approved')
  })
})
