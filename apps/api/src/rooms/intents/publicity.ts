import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  IntentReceipt,
  PublicityCheckQuery,
  PublicProject,
  PublicProjectQuery,
} from '@consilium/contract/publicity.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../infra/http/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import { createKeeping } from './keeping.ts'
import * as projects from './public-project-repository.ts'
import { createPublicityRepository, type PublicityKind, type PublicityShape } from './publicity-repository.ts'
import { PUBLICITY_SHEETS } from './publicity-sheets.ts'

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
export function createPublicity<Kind extends PublicityKind>({ db, clock }: Context, kind: Kind) {
  type Shape = PublicityShape<Kind>
  const repository = createPublicityRepository(kind)
  const sheet = PUBLICITY_SHEETS[kind]
  const keeping = createKeeping<Shape['row'], Shape['query'], Shape['update']>(db, {
    ...repository,
    // Only managers get here, and they reach every intent.
    list: (within, _actor, query) => repository.list(within, query),
    find: (within, _actor, intentId) => repository.find(within, intentId),
    hold: (within, _actor, intentIds) => repository.hold(within, intentIds),
  })

  return {
    ...keeping,

    /** The answer is the same whether or not the phone has an account, and so is the work: one statement. */
    async submit(actor: Actor | null, body: Shape['submit']): Promise<IntentReceipt> {
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
