// Engine: postgres
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertNoSideScroll } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)

const NARROW = { width: 320, height: 640 }
/** The longest that people have been called by, and a name without a place to break at. */
const CHINESE = '阿卜杜热合曼·'.repeat(8).slice(0, 50)
const LATIN = 'Wolfeschlegelsteinhausenbergerdorff'

const paths = (attendeeId: number) => [
  '/',
  '/my-meetings',
  `/my-meetings/${attendeeId}`,
  '/my-meetings/calendar',
  '/my-agreements',
  `/my-agreements/${attendeeId}`,
  '/my-payments',
  '/my-plans',
  '/my-plans/new',
  '/my-profile',
  '/my-profile/edit',
  '/messages',
  '/notices',
  '/security',
  '/password',
  '/sign-ups',
  '/sign-ups/new',
]
const OUTSIDE = [
  '/login',
  '/register',
  '/register/expert',
  '/register/executor',
  '/register/sponsor',
  '/forgotten',
]

for (const language of ['zh-CN', 'en'] as const)
  it(`HSE-29 MOB-1: no page scrolls sideways on a screen of 320 px, with long names and a large fee (${language})`, async () => {
    const expert = await world.expert({ name: language === 'en' ? LATIN : CHINESE })
    const { meetingId } = await world.meeting({ scheduleLocation: LATIN.repeat(2) })
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '9999999.99' })
    await visit({ as: expert, viewport: NARROW, language }, async (page) => {
      for (const path of paths(attendeeId)) {
        await page.goto(api.app.url + path)
        await assertNoSideScroll(page, path)
      }
      await page.goto(`${api.app.url}/messages`)
      const row = page.locator('a.line', { has: page.locator('.badge') }).first()
      const [whole, title] = [await row.boundingBox(), await row.locator('.text').boundingBox()]
      assert.ok(title!.width > whole!.width * 0.8, `a title takes ${title!.width} of ${whole!.width} px`)
    })
    await visit({ viewport: NARROW, language }, async (page) => {
      for (const path of OUTSIDE) {
        await page.goto(api.app.url + path)
        await assertNoSideScroll(page, path)
      }
    })
  })
