import { DIMENSION_KINDS, type DimensionKind } from '@consilium/contract/dimensions/dimension-record.ts'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshName, type Api, type MainAccount, type User } from '../harness.ts'
import { fileOf, gets } from './reading.ts'
import { AGREED } from './people.ts'
import type { Kind } from './trip.ts'

const TIMES = {
  startTime: ['2026-12-01 09:00:00', '2026-12-11 09:00:00'],
  endTime: ['2026-12-02 18:00:00', '2026-12-12 18:00:00'],
} as const

/** Two values for the entries of each kind of a sponsor. */
export async function entriesOf(sponsor: MainAccount) {
  const entry = async (kind: DimensionKind, place: number) => {
    const body = { kind, code: freshName(`D${place}-`), name: freshName('维度') }
    return (await sponsor.call(dimensionRoutes.create, { body })).dimensionId
  }
  const pairs = []
  for (const kind of DIMENSION_KINDS) {
    const [one, other] = [await entry(kind, 1), await entry(kind, 2)]
    pairs.push([`${kind}Ids`, [[one], [one, other]]] as const)
  }
  return Object.fromEntries(pairs)
}

export async function projectKinds(api: Api, manager: User): Promise<Record<string, Kind>> {
  const [sponsor, other] = [await api.sponsor(), await api.sponsor()]
  const executors = [await api.executor(), await api.executor()] as const
  const leaders = [await api.leader(), await api.leader()] as const
  const expert = await api.expert()
  const made = () =>
    manager.call(projectRoutes.create, { body: { projectName: freshName('项目'), isPublished: true } })
  const [project, second] = [await made(), await made()]
  const submitters = [manager.userId, expert.userId] as const
  const both = [project.projectId, second.projectId] as const
  const files = [[await fileOf(manager)], [await fileOf(manager), await fileOf(manager)]] as const
  return {
    projects: {
      by: manager,
      creates: ['project.create'],
      updates: ['project.update'],
      read: gets(manager, 'project.get', 'projectId'),
      values: {
        ...TIMES,
        projectNo: () => freshName('P-'),
        orgId: [executors[0].orgId, executors[1].orgId],
        sponsorAdminUserIds: [[sponsor.userId], [sponsor.userId, other.userId]],
        ...(await entriesOf(sponsor)),
        execAdminUserIds: [[executors[0].userId], [executors[1].userId]],
        leadUserId: [leaders[0].userId, leaders[1].userId],
      },
    },
    'dictionaries of sponsors': {
      by: manager,
      creates: ['dimension.create'],
      updates: ['dimension.update'],
      read: gets(manager, 'dimension.get', 'dimensionId'),
      values: {
        orgId: [sponsor.orgId, other.orgId],
        code: () => freshName('D-'),
      },
    },
    'scores of projects': {
      by: manager,
      made: () => Promise.resolve({ projectId: project.projectId }),
      updates: ['project.evaluate'],
      read: async ({ projectId }) => ({
        ...(await gets(manager, 'project.get', 'projectId')({ projectId })),
        comment: (
          await manager.call(projectRoutes.evaluations, { params: { projectId: Number(projectId) } })
        )[0]?.comment,
      }),
      key: 'projectId',
      params: ({ projectId }) => ({ projectId }),
    },
    plans: {
      by: manager,
      creates: ['plan.create'],
      updates: ['plan.update', 'plan.audit'],
      read: gets(manager, 'plan.get', 'planId'),
      values: {
        designFileUrl: ['https://example.com/one', 'https://example.com/two'],
        projectId: both,
        projectNo: [project.projectNo, second.projectNo],
        submitterId: submitters,
      },
    },
    'special plans': {
      by: manager,
      creates: ['specialPlan.create'],
      updates: ['specialPlan.update', 'specialPlan.changeStatus'],
      read: gets(manager, 'specialPlan.get', 'specialPlanId'),
      values: { ...TIMES, orgId: [sponsor.orgId, other.orgId], attachments: files },
    },
    'intents of sponsors': {
      by: sponsor,
      creates: ['supportIntent.create'],
      updates: ['supportIntent.update'],
      read: gets(sponsor, 'supportIntent.get', 'intentId'),
      values: { projectId: both },
    },
    'sign-ups of experts': {
      by: expert,
      creates: ['executionIntent.create'],
      updates: ['executionIntent.update'],
      read: gets(expert, 'executionIntent.get', 'intentId'),
      values: { projectId: both },
    },
    'support of visitors': {
      by: manager,
      madeBy: api.anonymous,
      creates: ['publicitySupport.submit'],
      updates: ['publicitySupport.update', 'publicitySupport.changeStatus'],
      read: gets(manager, 'publicitySupport.get', 'intentId'),
      values: { projectId: both },
      unread: { privacyVersion: AGREED },
    },
    'sign-ups of visitors': {
      by: manager,
      madeBy: api.anonymous,
      creates: ['publicityExecution.submit'],
      updates: ['publicityExecution.update', 'publicityExecution.changeStatus'],
      read: gets(manager, 'publicityExecution.get', 'intentId'),
      values: { projectId: both },
      unread: { privacyVersion: AGREED },
    },
  }
}
