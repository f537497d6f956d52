import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import type { AgreementStep } from '@consilium/contract/agreements/agreements.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { planRoutes } from '@consilium/contract/plans/plans.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { specialPlanRoutes } from '@consilium/contract/plans/special-plans.ts'
import { isStaff } from '@consilium/contract/accounts/roles.ts'
import type { Cast, Viewer } from './cast.ts'
import { adminExtras, executorExtras, managerExtras, signedExtras } from './more-shots.ts'
import { payingRounds } from './paying-shots.ts'
import type { Records } from './records.ts'
import { click, fromRowMenu, pressing, saving, shot, shots, ticking, type Round, type Shot } from './shot.ts'

const FIRST = { pageNum: 1, pageSize: 10 } as const

function publicShots(projectId: number | undefined): Shot[] {
  return [
    ...shots([
      '/login',
      '/forgotten',
      '/register',
      '/register/expert',
      '/register/sponsor',
      '/publicity',
      '/privacy',
      '/verify',
    ]),
    shot(`/publicity/projects/${projectId}`),
    shot('/login', 'login-refused', { open: saving }),
    shot('/register/expert', 'register-expert-refused', { open: saving }),
    shot('/publicity/projects/999999999', 'publicity-missing'),
  ]
}

/** A manager may not sign, so what waits for the expert is told by the record. */
const waitsAt = (step: AgreementStep) => (attendee: Attendee) =>
  attendee.agreementStep === step &&
  attendee.signatureStatus === 'unsigned' &&
  attendee.currentStage !== 'draft' &&
  Number(attendee.payableAmount) > 0

async function expertShots(cast: Cast): Promise<Round[]> {
  const steps = ['fill', 'contract'] as const
  const found = await Promise.all([
    ...steps.map((step) => cast.attendance(waitsAt(step))),
    cast.attendance(({ amendment }) => amendment?.status === 'proposed'),
    cast.attendance(({ currentStage, reply }) => currentStage === 'inviting' && reply === null),
    cast.attendance(({ signatureStatus, summary }) => signatureStatus === 'signed' && summary !== null),
    cast.attendance(({ signatureStatus }) => signatureStatus === 'signed'),
  ])
  const names = [...steps, 'amendment', 'invited', 'reported', 'signed']
  const rounds: Round[] = found.flatMap((one, place) =>
    one
      ? [
          {
            role: 'expert',
            viewer: one.expert,
            shots: [
              shot(`/my-meetings/${one.attendee.attendeeId}`, `meeting-${names[place]}`),
              shot(`/my-agreements/${one.attendee.attendeeId}`, `agreement-${names[place]}`),
            ],
          },
        ]
      : [],
  )
  const [main] = found.flatMap((one) => one ?? [])
  if (!main) return rounds
  const { client } = main.expert
  const { attendeeId } = main.attendee
  const [plan] = (await client.call(planRoutes.list, { query: FIRST })).rows
  const [message] = (await client.call(messageRoutes.list, { query: FIRST })).rows
  const pages = shots([
    '/',
    '/my-meetings',
    '/my-agreements',
    '/my-plans',
    '/my-plans/new',
    '/sign-ups',
    '/sign-ups/new',
    '/my-payments',
    '/my-profile',
    '/my-profile/edit',
    '/notices',
    '/messages',
    '/security',
    '/password',
    '/nowhere',
  ])
  return [
    {
      role: 'expert',
      viewer: main.expert,
      shots: [
        ...pages,
        ...(plan ? shots([`/my-plans/${plan.planId}`]) : []),
        ...(message ? shots([`/messages/${message.msgId}`]) : []),
        shot(`/my-meetings/${attendeeId}`, 'meeting-decline', { open: click(/^(?:不参加|I do not attend)/) }),
        shot('/my-meetings/calendar', 'calendar-feed'),
        shot('/my-profile', 'declaration', { open: click(/(?:声明|Declare|declaration)/) }),
        shot('/security', 'totp', { open: click(/^(?:开启|Turn on|设置|Set up)/) }),
        shot('/sign-ups/new', 'sign-up', { open: click(/^(?:报名|Sign up)/) }),
      ],
    },
    ...rounds,
  ]
}

const STAGES_SHOWN: readonly MeetingStage[] = ['draft', 'agreements', 'settlement']

async function meetingsOf({ client }: Viewer) {
  const { rows } = await client.call(meetingRoutes.list, { query: { pageNum: 1, pageSize: 100 } })
  return STAGES_SHOWN.flatMap((stage) => rows.find(({ currentStage }) => currentStage === stage) ?? [])
    .concat(rows)
    .slice(0, 3)
}

/** One that is published and has not ended, since others can neither be seen by visitors nor planned. */
async function runningProject({ client }: Viewer): Promise<number | undefined> {
  const query = { pageNum: 1, pageSize: 100 }
  const { rows } = await client.call(projectRoutes.list, { query })
  const isRunning = ({ isPublished, endTime }: (typeof rows)[number]) =>
    isPublished && (endTime === null || Date.parse(endTime) > Date.now())
  return (rows.find(isRunning) ?? rows[0])?.projectId
}

async function managerShots(viewer: Viewer): Promise<Shot[]> {
  const { client } = viewer
  const [draft, signing, settling] = (await meetingsOf(viewer)).map(({ meetingId }) => meetingId)
  const first = { query: FIRST }
  const project = await runningProject(viewer)
  const experts = (await client.call(expertRoutes.list, { query: { pageNum: 1, pageSize: 100 } })).rows
  const pending = experts.find(({ auditStatus }) => auditStatus === 'pending')?.expertId
  const attendees = (await client.call(attendeeRoutes.list, { query: { ...FIRST, meetingId: settling } }))
    .rows
  const engaged = attendees[0]
  const org = (await client.call(organizationRoutes.list, { query: { ...FIRST, orgType: 'executor' } }))
    .rows[0]?.orgId
  const person = (await client.call(personRoutes.list, first)).rows[0]?.personId
  const plans = (await client.call(planRoutes.list, first)).rows
  const plan = (plans.find(({ auditStatus }) => auditStatus === 'pending') ?? plans[0])?.planId
  const special = (await client.call(specialPlanRoutes.list, first)).rows[0]?.specialPlanId
  const template = (await client.call(agreementRoutes.listTemplates, first)).rows[0]?.templateId
  const tabs = (id: number | undefined, name: string) =>
    ['overview', 'attendees', 'materials', 'invoices'].map((tab) =>
      shot(`/meetings/${id}?tab=${tab}`, `meeting-${name}-${tab}`),
    )
  const tablet = { onTablet: true } as const
  return [
    shot('/', 'home', tablet),
    ...['/projects', '/meetings', '/experts', '/plans', '/special-plans', '/organizations', '/persons'].map(
      (path) => shot(path, undefined, tablet),
    ),
    ...shots([
      '/projects/new',
      '/meetings/new',
      '/experts/new',
      '/plans/new',
      '/special-plans/new',
      '/organizations/new',
      '/persons/new',
      '/persons/import',
      '/templates',
      '/templates/new',
      '/caps',
      '/conflict-declarations',
      '/waivers',
      '/gate-policies',
      '/support-intents',
      '/execution-intents',
      '/publicity-intents',
      '/messages',
      '/labor-payments',
      '/labor-payments/due',
      '/labor-payments/batches',
      '/labor-payments/papers',
      '/labor-payments/differences',
      '/labor-payments/reliefs',
      '/approvals',
      '/approval-policies',
      '/hospitals',
      '/hospitals/new',
      '/hospitals/import',
      '/hospitals/unresolved',
      '/dimensions',
      '/notices',
    ]),
    shot(`/projects/${project}`, undefined, tablet),
    ...shots([
      `/projects/${project}/edit`,
      `/projects/${project}/money`,
      `/experts/${pending}`,
      `/experts/${pending}/edit`,
      `/organizations/${org}`,
      `/organizations/${org}/edit`,
      `/persons/${person}`,
      `/persons/${person}/edit`,
      `/plans/${plan}`,
      `/special-plans/${special}`,
      `/templates/${template}`,
      `/templates/${template}/edit`,
    ]),
    ...tabs(draft, 'draft'),
    ...tabs(signing, 'agreements'),
    ...tabs(settling, 'settlement'),
    ...shots([`/meetings/${draft}/edit`]),
    ...(engaged
      ? [shot(`/attendees/${engaged.attendeeId}`), shot(`/experts/${engaged.expertId}`, 'experts-engaged')]
      : []),
    shot(`/projects/${project}`, 'project-assign', { open: click(/^(?:指派|Assign)/) }),
    shot(`/projects/${project}`, 'project-evaluate', { open: click(/^(?:评分|Score)/) }),
    shot(`/projects/${project}/money`, 'money-plan', {
      open: click(/^(?:设定预算|编制预算|Plan the budget)/),
    }),
    shot(`/experts/${pending}`, 'expert-audit', { open: click(/^(?:审核|Review)/) }),
    shot('/experts', 'experts-bulk', { open: ticking(3) }),
    shot('/experts', 'experts-columns', { open: pressing(/^(?:列|Columns)/), notOnPhone: true }),
    shot('/experts?name=%E4%B8%8D%E5%AD%98%E5%9C%A8', 'experts-no-match'),
    shot('/meetings', 'meetings-menu', { open: pressing(/^(?:更多操作|More actions)/) }),
    shot(`/meetings/${signing}?tab=attendees`, 'attendees-add', { open: click(/^(?:添加专家|Add expert)/) }),
    shot(`/meetings/${signing}?tab=attendees`, 'attendees-paste', {
      open: click(/^(?:批量添加专家|Bulk add)/),
    }),
    shot(`/meetings/${signing}?tab=attendees`, 'attendees-bulk', { open: ticking(3) }),
    shot(`/meetings/${signing}`, 'meeting-forward', { open: click(/^(?:进入|Move to)/) }),
    shot(`/meetings/${signing}`, 'meeting-backward', { open: click(/^(?:退回|Send back)/) }),
    shot(`/meetings/${settling}?tab=materials`, 'record-add', { open: click(/^(?:新增|Add)/) }),
    shot(`/meetings/${settling}?tab=invoices`, 'invoice-add', {
      open: click(/^(?:手工登记|Enter manually)/),
    }),
    shot('/labor-payments/due', 'payment-record', { open: click(/^(?:登记付款|Record payment)/) }),
    shot('/projects/new', 'project-new-refused', { open: saving }),
    shot('/', 'palette', { open: (page) => page.keyboard.press('ControlOrMeta+k') }),
    shot('/experts', 'expert-remove', { open: fromRowMenu(/(?:删除|Delete)/) }),
  ]
}

async function adminShots(viewer: Viewer): Promise<Shot[]> {
  const { client } = viewer
  const meeting = (await meetingsOf(viewer)).find(({ attendeeCount }) => attendeeCount > 0)?.meetingId
  const { rows: accounts } = await client.call(accountRoutes.list, { query: { pageNum: 1, pageSize: 100 } })
  const account = accounts.findLast(({ roleType }) => isStaff(roleType))?.userId
  return [
    ...shots([
      '/',
      '/accounts',
      '/accounts/new',
      `/accounts/${account}`,
      `/accounts/${account}/edit`,
      '/dictionaries',
      '/operation-log',
      '/deliveries',
      '/deliveries/limits',
      '/deliveries/texts',
      '/caps/new',
      '/gate-policies/new',
      '/approval-policies/new',
      '/bank-branches',
      '/bank-branches/import',
      '/invoice-verification',
      '/security',
      '/messages',
    ]),
    shot('/dictionaries/invoice_type', 'dictionary-values'),
    shot(`/reminder-rules?meetingId=${meeting}`, 'reminder-rules'),
    shot('/reminder-rules', 'reminder-rule-new', { open: click(/^(?:新增规则|New rule)/) }),
    shot('/deliveries/texts', 'notice-text', { open: click(/^(?:修改：|Change: )/) }),
    shot('/dictionaries', 'dictionary-new', { open: click(/^(?:新建字典|New dictionary)/) }),
  ]
}

const EVERYBODY = ['/', '/projects', '/meetings', '/messages', '/security']
const ORGANIZATION = ['/persons', '/organizations']

async function otherShots(viewer: Viewer, more: readonly string[] = []): Promise<Shot[]> {
  const meetings = await meetingsOf(viewer)
  const one = meetings.find(({ attendeeCount }) => attendeeCount > 0)
  const project = await runningProject(viewer)
  return [
    ...shots([...EVERYBODY, ...more]),
    ...(project ? shots([`/projects/${project}`]) : []),
    ...(one ? shots([`/meetings/${one.meetingId}`, `/meetings/${one.meetingId}?tab=attendees`]) : []),
  ]
}

/** Everything there is to be looked at, by who looks at it. */
export async function allRounds(cast: Cast, records: Records): Promise<Round[]> {
  const { manager, admin, leader, executor, meetingExecutor, supervisor, sponsor } = cast
  const project = await runningProject(manager)
  const round = async (role: string, viewer: Viewer, of: Promise<Shot[]>): Promise<Round> => ({
    role,
    viewer,
    shots: await of,
  })
  return [
    { role: 'public', viewer: null, shots: [...publicShots(project), ...signedExtras(records)] },
    ...(await expertShots(cast)),
    await round('manager', manager, managerShots(manager)),
    { role: 'manager', viewer: manager, shots: managerExtras(records) },
    await round('admin', admin, adminShots(admin)),
    { role: 'admin', viewer: admin, shots: adminExtras() },
    await round('leader', leader, otherShots(leader, ['/plans', '/special-plans', '/waivers', '/templates'])),
    await round(
      'executor',
      executor,
      otherShots(executor, [
        ...ORGANIZATION,
        '/labor-payments',
        '/labor-payments/due',
        '/labor-payments/batches',
        '/labor-payments/papers',
        '/persons/new',
        '/waivers',
        '/templates',
      ]),
    ),
    await round('executor', executor, executorExtras(cast)),
    ...(await payingRounds(cast)),
    await round('meetingExecutor', meetingExecutor, otherShots(meetingExecutor, ['/waivers', '/templates'])),
    await round('supervisor', supervisor, otherShots(supervisor)),
    await round(
      'sponsor',
      sponsor,
      otherShots(sponsor, [
        ...ORGANIZATION,
        '/sign-ups',
        '/sign-ups/new',
        '/approvals',
        '/approval-policies',
        '/approval-policies/new',
        '/caps',
        '/caps/new',
        '/gate-policies',
        '/templates',
        '/dimensions',
        '/dimensions/new',
        '/dimensions/import',
      ]),
    ),
  ]
}
