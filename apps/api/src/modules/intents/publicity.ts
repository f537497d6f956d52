import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  IntentReceipt,
  PublicityCheckQuery,
  PublicProject,
  PublicProjectQuery,
} from '@consilium/contract/publicity.ts'
import type { Context } from '../../context.ts'
import { createDailyCounts } from '../../infra/db/daily-counts.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Origin } from '../../infra/http/origin.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import { createKeeping } from './keeping.ts'
import * as projects from './public-project-repository.ts'
import { createPublicityRepository, type PublicityKind, type PublicityShape } from './publicity-repository.ts'
import { PUBLICITY_SHEETS } from './publicity-sheets.ts'

/** Intents that visitors of one network may send in a day: to all projects, and to one. */
export const INTENTS_PER_DAY_MAX = 300
export const INTENTS_TO_PROJECT_PER_DAY_MAX = 100

/** Projects as anyone may read them. */
export const createPublicProjects = ({ db, clock }: Context) => ({
  list: (query: PublicProjectQuery): Promise<Page<PublicProject>> =>
    projects.listOpenProjects(db, clock.wire(), query),

  async find(projectId: number): Promise<PublicProject> {
    const project = await projects.findOpenProject(db, clock.wire(), projectId)
    if (!project) throw new Refusal('NOT_FOUND')
    return project
  },
})

/** One kind of intents of the public page: anyone submits them, managers keep them. */
export function createPublicity<Kind extends PublicityKind>(context: Context, kind: Kind) {
  const { db, clock } = context
  type Shape = PublicityShape<Kind>
  const repository = createPublicityRepository(kind)
  const counts = createDailyCounts(context)
  const sheet = PUBLICITY_SHEETS[kind]
  const keeping = createKeeping<Shape['row'], Shape['query'], Shape['update']>(db, {
    ...repository,
    // Only managers get here, and they reach every intent.
    list: (within, _actor, query) => repository.list(within, query),
    find: (within, _actor, intentId) => repository.find(within, intentId),
    hold: (within, _actor, intentIds) => repository.hold(within, intentIds),
  })

  /** Counts what is stored: the counts are part of the request's transaction. */
  async function countVisitors({ network }: Origin, projectId: number): Promise<void> {
    await counts.add(['intents', network], 1, INTENTS_PER_DAY_MAX)
    await counts.add(['intents', network, projectId], 1, INTENTS_TO_PROJECT_PER_DAY_MAX)
  }

  return {
    ...keeping,

    /** The answer is the same whether or not the phone has an account, and so is the work. */
    async submit(actor: Actor | null, body: Shape['submit'], origin: Origin): Promise<IntentReceipt> {
      if (!actor) await countVisitors(origin, body.projectId)
      const link = { userId: actor?.userId ?? null, now: clock.wire() }
      const receipt = await repository.insert(db, body, link)
      if (!receipt) throw refuseField('NOT_FOUND', 'projectId')
      return receipt
    },

    /** For whoever has just proven that the phone is theirs, in the transaction that opens the account. */
    linkPhone: repository.linkPhone,

    /** The intents of `list`, as a file. */
    export: (query: Shape['filters'], language: Language): FileAnswer =>
      exportFile({
        name: sheet.name,
        language,
        today: clock.today(),
        columns: sheet.columns(language),
        batch: (after) => repository.batch(db, query, after),
      }),

    /** Of a project that is not open, nothing is told. */
    check: async (actor: Actor | null, query: PublicityCheckQuery) => ({
      exists: await repository.exists(db, query, { userId: actor?.userId ?? null, now: clock.wire() }),
    }),
  }
}
