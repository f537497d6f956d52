import type { Client } from '@consilium/contract/client.ts'
import { executionIntentRoutes, supportIntentRoutes } from '@consilium/contract/intents/intents.ts'
import type { Project } from '@consilium/contract/projects/projects.ts'
import {
  publicProjectRoutes,
  publicityExecutionRoutes,
  publicitySupportRoutes,
  type IntentStatus,
  type PublicProject,
} from '@consilium/contract/publicity/publicity.ts'
import { forEach } from './crew.ts'
import type { ExpertThere } from './experts.ts'
import type { OrganizationThere } from './organizations.ts'
import { DEPARTMENTS, HOSPITALS, SPONSORS, TITLES } from './plan/people-words.ts'
import { createPopulation, type Population } from './plan/plan-people.ts'
import { readAll, unlessThere, type Platform, type Player } from './platform.ts'
import { REMARKS } from './plan/project-words.ts'
import { createRandom, type Random } from './random.ts'
import type { Report } from './report.ts'

/** Counts per published project. */
const VISITORS = { support: 2, execution: 2 }
const SIGN_UPS = 2
const OFFERS = 1
const THOUSAND = 1000
const SOURCES = ['web', 'web', 'qr', 'qr', 'share', 'other'] as const
const STATUSES: readonly IntentStatus[] = ['pending', 'pending', 'contacted', 'accepted', 'declined']
const VISITOR_MARK = 9

/** Submits an intent unless an earlier run did; then the manager changes its status. */
type Sending = (manager: Player) => Promise<void>

interface Table {
  send(): Promise<{ intentId: number }>
  decide(manager: Player, body: { intentId: number; status: IntentStatus }): Promise<unknown>
}

const sending =
  (status: IntentStatus, { send, decide }: Table): Sending =>
  async (manager) => {
    const sent = await unlessThere('INTENT_EXISTS', send())
    if (sent && status !== 'pending') await decide(manager, { intentId: sent.intentId, status })
  }

function visitor(random: Random, people: Population, projectId: number) {
  return { projectId, source: random.pick(SOURCES), name: people.name(), phone: people.phone() }
}

function supportByVisitor(random: Random, people: Population, anonymous: Client, projectId: number): Sending {
  const body = {
    ...visitor(random, people, projectId),
    orgName: random.pick(SPONSORS),
    position: random.pick(['市场总监', '医学事务经理', '区域经理', '医学总监']),
    remark: random.pick(REMARKS),
  }
  return sending(random.pick(STATUSES), {
    send: () => anonymous.call(publicitySupportRoutes.submit, { body }),
    decide: ({ call }, change) => call(publicitySupportRoutes.changeStatus, { body: change }),
  })
}

function executionByVisitor(
  random: Random,
  people: Population,
  anonymous: Client,
  projectId: number,
): Sending {
  const body = {
    ...visitor(random, people, projectId),
    hospital: `${people.city().zh}${random.pick(HOSPITALS)}`,
    department: random.pick(DEPARTMENTS).zh,
    title: random.pick(TITLES).zh,
  }
  return sending(random.pick(STATUSES), {
    send: () => anonymous.call(publicityExecutionRoutes.submit, { body }),
    decide: ({ call }, change) => call(publicityExecutionRoutes.changeStatus, { body: change }),
  })
}

function offer(random: Random, sponsor: Player, projectId: number): Sending {
  const amount = String(random.int(5, 50) * 10 * THOUSAND)
  const body = { projectId, amount, remark: random.pick(REMARKS) }
  return sending(random.pick(STATUSES), {
    send: () => sponsor.call(supportIntentRoutes.create, { body }),
    decide: ({ call }, change) => call(supportIntentRoutes.changeStatus, { body: change }),
  })
}

function signUp(random: Random, expert: Player, projectId: number): Sending {
  const body = { projectId, remark: random.pick(REMARKS) }
  return sending(random.pick(STATUSES), {
    send: () => expert.call(executionIntentRoutes.create, { body }),
    decide: ({ call }, change) => call(executionIntentRoutes.changeStatus, { body: change }),
  })
}

interface IntentCast {
  organizations: readonly OrganizationThere[]
  experts: readonly ExpertThere[]
  projects: readonly Project[]
  managers: readonly Player[]
}

function sendingsFor(
  random: Random,
  people: Population,
  anonymous: Client,
  { organizations, experts, projectId, isFirst }: IntentCast & { projectId: number; isFirst: boolean },
): Sending[] {
  const sponsors = organizations.filter(({ planned }) => planned.orgType === 'sponsor')
  const active = experts.flatMap(({ player }) => player ?? [])
  // The first one is shown, and has signed up too.
  const [shown, ...others] = active
  const signingUp =
    isFirst && shown ? [shown, ...random.sample(others, SIGN_UPS - 1)] : random.sample(active, SIGN_UPS)
  const times = (count: number, make: () => Sending) => Array.from({ length: count }, make)
  return [
    ...times(VISITORS.support, () => supportByVisitor(random, people, anonymous, projectId)),
    ...times(VISITORS.execution, () => executionByVisitor(random, people, anonymous, projectId)),
    ...random.sample(sponsors, OFFERS).map(({ main }) => offer(random, main, projectId)),
    ...signingUp.map((expert) => signUp(random, expert, projectId)),
  ]
}

const openToIntents = ({ anonymous }: Platform): Promise<PublicProject[]> =>
  readAll((query) => anonymous.call(publicProjectRoutes.list, { query }))

/** Visitors, sponsors and experts submit intents; managers process most of them. */
export async function fillIntents(
  platform: Platform,
  cast: IntentCast,
  seed: number,
  report: Report,
): Promise<void> {
  const random = createRandom(seed)
  const people = createPopulation(random, VISITOR_MARK)
  const open = new Set((await openToIntents(platform)).map(({ projectId }) => projectId))
  const sendings = cast.projects
    .filter(({ projectId }) => open.has(projectId))
    .flatMap(({ projectId }, place) =>
      sendingsFor(random, people, platform.anonymous, { ...cast, projectId, isFirst: place === 0 }),
    )
  const counting = report.part('intents', sendings.length)
  const { managers } = cast
  await forEach(sendings, (send, place) => send(managers[place % managers.length]!), counting.tell)
  counting.end()
}
