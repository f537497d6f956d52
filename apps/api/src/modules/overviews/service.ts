import { MEETING_STAGES } from '@consilium/contract/meetings/meetings.ts'
import {
  PROJECT_COUNTED_MAX,
  type Home,
  type NeedKind,
  type NeedsBeside,
  type ProjectOverview,
  type Timeline,
} from '@consilium/contract/overviews/overviews.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import { Money } from '../fees/service.ts'
import { requireMeeting } from '../meetings/service.ts'
import { homeOf, needsBeside } from './homes.ts'
import { meetingsOfProject, stagesOfProject } from './money-repository.ts'
import { hiddenOfMeeting, hiddenOfProject, readsIntents } from './policy.ts'
import type { Scope } from './scope.ts'
import { intentsOf } from '../intents/service.ts'

type Sums = { laborBudget: string | null; committed: string; signed: string }

/** Adds up the stages; without a budget anywhere there is none to compare with. */
function feesOf(stages: readonly Sums[]): ProjectOverview['fees'] {
  const sumOf = (values: readonly string[]) =>
    values.reduce((sum, value) => sum.plus(value), Money('0')).toFixed(2)
  const budgets = stages.flatMap(({ laborBudget }) => (laborBudget === null ? [] : [laborBudget]))
  return {
    laborBudget: budgets.length === 0 ? null : sumOf(budgets),
    committed: sumOf(stages.map(({ committed }) => committed)),
    signed: sumOf(stages.map(({ signed }) => signed)),
  }
}

/** What is told of one project. Throws NOT_FOUND outside the caller's reach. */
async function projectOverview(scope: Scope, actor: Actor, projectId: number): Promise<ProjectOverview> {
  const { db, clock, projects, timelines } = scope
  await projects.find(actor, projectId)
  const figures = await stagesOfProject(db, actor, projectId, clock.wire())
  const count = figures.reduce((sum, stage) => sum + stage.count, 0)
  return {
    projectId,
    stages: MEETING_STAGES.map((currentStage) => ({
      currentStage,
      count: figures.find((stage) => stage.currentStage === currentStage)?.count ?? 0,
    })),
    isExact: count < PROJECT_COUNTED_MAX,
    meetings: await meetingsOfProject(db, actor, projectId, clock.wire()),
    fees: feesOf(figures),
    intents: readsIntents(actor) ? await intentsOf(db, actor, projectId) : null,
    ...(await timelines.ofProject(actor, projectId, hiddenOfProject(actor))),
  }
}

/** What is read across modules: homes, the page of a project, time lines. It writes nothing. */
export function createOverviews(
  { db, clock }: Context,
  { projects, timelines }: Pick<Scope, 'projects' | 'timelines'>,
) {
  const scope: Scope = { db, clock, projects, timelines }
  return {
    home: (actor: Actor): Promise<Home> => homeOf(scope, actor),
    beside: (actor: Actor, asked: { kind: NeedKind; id: number }): Promise<NeedsBeside> =>
      needsBeside(scope, actor, asked),
    project: (actor: Actor, projectId: number): Promise<ProjectOverview> =>
      projectOverview(scope, actor, projectId),

    async timeline(actor: Actor, meetingId: number): Promise<Timeline> {
      await requireMeeting(db, actor, meetingId)
      return timelines.ofMeeting(meetingId, hiddenOfMeeting(actor))
    },
  }
}

export type Overviews = ReturnType<typeof createOverviews>
