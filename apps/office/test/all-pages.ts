import type { Api } from '@consilium/api/test/harness.ts'
import { openWorld } from '@consilium/api/test/meeting-world.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'

export type Shown = readonly [path: string, name: string]

const OUTSIDE: readonly string[] = [
  '/login',
  '/forgotten',
  '/mail-confirmation',
  '/register',
  '/register/expert',
  '/publicity',
  '/privacy',
  '/verify',
]
export const OF_EXPERT: readonly string[] = [
  '/',
  '/my-meetings',
  '/my-agreements',
  '/my-plans',
  '/my-plans/new',
  '/sign-ups',
  '/my-profile',
  '/my-profile/edit',
  '/messages',
  '/notices',
  '/security',
  '/password',
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
  '/approvals',
  '/approval-policies',
  '/messages',
  '/support-intents',
  '/execution-intents',
  '/publicity-intents',
  '/experts',
  '/experts/new',
  '/bank-branches',
  '/bank-branches/import',
  '/organizations',
  '/persons',
  '/templates',
  '/caps',
  '/gate-policies',
  '/conflict-declarations',
  '/labor-payments',
  '/labor-payments/due',
  '/labor-payments/batches',
  '/labor-payments/differences',
  '/labor-payments/papers',
  '/labor-payments/reliefs',
]
const OF_ADMIN: readonly string[] = [
  '/accounts',
  '/dictionaries',
  '/deliveries',
  '/operation-log',
  '/security',
]
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

/** A meeting with an expert who is to sign, and the pages of everybody, by who sees them; the first are for nobody. */
export async function stagePages(api: Api) {
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
