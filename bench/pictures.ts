// Pictures of every page of the portal and of the public pages: npm run pictures [-- TEXT]
//
// At 390 and 1440 px, in both languages, light and dark, into dist/pictures, which git ignores. They are made with
// made-up records of a season (apps/api/test/meeting-world.ts); TEXT takes only the pages whose address contains it.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { accountRoutes } from '@consilium/contract/accounts.ts'
import { projectRoutes } from '@consilium/contract/projects.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/session.ts'
import { startApi, type User } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../apps/web/test/chromium.ts'
import { isComplete, isPainted } from '../apps/web/test/page-checks.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'dist/pictures')
const WIDTHS = [390, 1440] as const
const HEIGHT = 900
const LANGUAGES = ['zh-CN', 'en'] as const
const SCHEMES = ['light', 'dark'] as const
/** A page without its heading by then is taken as it is. */
const PATIENCE_MS = 15_000

type Shown = readonly [path: string, name: string]

const OUTSIDE: readonly string[] = [
  '/login',
  '/forgotten',
  '/register',
  '/register/expert',
  '/publicity',
  '/privacy',
  '/verify',
]
const OF_EXPERT: readonly string[] = [
  '/',
  '/my-meetings',
  '/my-agreements',
  '/my-plans',
  '/my-plans/new',
  '/sign-ups',
  '/my-profile',
  '/my-profile/edit',
  '/messages',
  '/security',
]
const OF_MANAGER: readonly string[] = [
  '/',
  '/projects',
  '/projects/new',
  '/meetings',
  '/meetings/new',
  '/plans',
  '/special-plans',
  '/waivers',
  '/messages',
  '/support-intents',
  '/execution-intents',
  '/publicity-intents',
  '/experts',
  '/experts/new',
  '/organizations',
  '/persons',
  '/templates',
  '/caps',
  '/gate-policies',
  '/conflict-declarations',
  '/labor-payments',
  '/labor-payments/due',
]
const OF_ADMIN: readonly string[] = ['/accounts', '/dictionaries', '/operation-log', '/security']
const OF_EXECUTOR: readonly string[] = [
  '/',
  '/projects',
  '/meetings',
  '/persons',
  '/organizations',
  '/labor-payments',
]
const OF_SPONSOR: readonly string[] = ['/', '/projects', '/meetings', '/sign-ups']

const nameOf = (who: string, path: string) =>
  `${who}${path === '/' ? '-home' : path.replaceAll('/', '-').replace(/-\d+/g, '-one')}`

async function logIn(context: BrowserContext, { userName, password }: User): Promise<void> {
  await context.request.post(BASE_PATH + accountRoutes.login.path, {
    headers: { [SESSION_HEADER]: SESSION_IN_COOKIE },
    data: { username: userName, password },
  })
}

async function take(page: Page, [path, name]: Shown): Promise<void> {
  await page.goto(path)
  await Promise.race([isComplete(page), page.waitForTimeout(PATIENCE_MS)]).catch(() => undefined)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await isPainted(page)
      const language = await page.locator('html').getAttribute('lang')
      await page.screenshot({
        path: join(FOLDER, `${name}-${width}-${language}-${colorScheme}.png`),
        fullPage: true,
      })
    }
  }
}

/** A meeting with an expert who is to sign, and pages of both. */
async function stage(api: Awaited<ReturnType<typeof startApi>>) {
  const world = await openWorld(api)
  const { manager, executor, sponsor, project } = world
  const { projectId, version } = await manager.call(projectRoutes.get, { params: project })
  const published = {
    isPublished: true,
    publishedSummary: '面向县级医院的心衰诊疗培训，全年十二场。',
    medicalField: '心血管内科',
    publicContact: '王老师 010-8888 6666',
  }
  await manager.call(projectRoutes.update, { body: { projectId, version, ...published } })
  const { meetingId } = await world.meeting({
    scheduleStartTime: '2026-12-05 09:00:00',
    scheduleEndTime: '2026-12-05 11:30:00',
    scheduleLocation: '北京国际会议中心',
    scheduleAgenda: '09:00 开幕\n10:00 病例讨论',
    invitationDeadline: '2026-12-01 18:00:00',
    laborBudget: '20000',
    contactName: '王会务',
    contactPhone: '010-8888 6666',
  })
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  for (const name of ['张静', '刘洋'])
    await world.attendee(meetingId, { phone: (await world.expert({ name }, null)).phone, laborFee: '3000' })
  const ofMeeting = ['attendees', 'materials', 'invoices'].map((tab) => `/meetings/${meetingId}?tab=${tab}`)
  const each = (who: string, paths: readonly string[]): Shown[] =>
    paths.map((path) => [path, nameOf(who, path).replace('?tab=', '-')])
  return [
    { user: null, pages: each('public', [...OUTSIDE, `/publicity/projects/${projectId}`]) },
    {
      user: expert,
      pages: each('expert', [...OF_EXPERT, `/my-meetings/${attendeeId}`, `/my-agreements/${attendeeId}`]),
    },
    {
      user: manager,
      pages: each('manager', [
        ...OF_MANAGER,
        `/projects/${projectId}`,
        `/projects/${projectId}/edit`,
        `/projects/${projectId}/money`,
        `/meetings/${meetingId}`,
        `/meetings/${meetingId}/edit`,
        ...ofMeeting,
        `/attendees/${attendeeId}`,
      ]),
    },
    { user: await api.admin(), pages: each('admin', OF_ADMIN) },
    { user: executor, pages: each('executor', [...OF_EXECUTOR, `/meetings/${meetingId}`]) },
    { user: sponsor, pages: each('sponsor', OF_SPONSOR) },
  ]
}

const only = process.argv[2] ?? ''
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const api = await startApi({ clock: seasonClock, env: { WEB_DIR: join(ROOT, 'apps/web/dist') } })
const browser = await launchChromium()
try {
  for (const { user, pages } of await stage(api))
    for (const locale of LANGUAGES) {
      const context = await browser.newContext({
        baseURL: api.app.url,
        locale,
        timezoneId: 'Asia/Shanghai',
        serviceWorkers: 'block',
      })
      if (user) await logIn(context, user)
      const page = await context.newPage()
      for (const shown of pages.filter(([path]) => path.includes(only))) await take(page, shown)
      await context.close()
    }
} finally {
  await browser.close()
  await api.close()
}
console.log(`The pictures are in ${FOLDER}`)
