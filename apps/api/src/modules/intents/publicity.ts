import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { intentEvents } from '@consilium/contract/events/intents.ts'
import type {
  IntentReceipt,
  PublicityCheckQuery,
  PublicProject,
  PublicProjectQuery,
} from '@consilium/contract/publicity/publicity.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { createDailyCounts } from '../../infra/db/counts/daily-counts.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Origin } from '../../infra/http/origin.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import { createIntentManagement } from './intent-management.ts'
import type { Files } from '../files/service.ts'
import { createPublicFigures } from './public-figures.ts'
import { openPicture, picturesByProject } from './public-pictures.ts'
import * as projects from './public-project-repository.ts'
import { createPublicityRepository, type PublicityKind, type PublicityShape } from './publicity-repository.ts'
import { PUBLICITY_SHEETS } from './publicity-sheets.ts'

/** Limits of intents per network and day: to all projects together, and to one project. */
export const INTENTS_PER_DAY_MAX = 300
export const INTENTS_TO_PROJECT_PER_DAY_MAX = 100

/** The public view of published projects. */
export function createPublicProjects(context: Context, { files }: { files: Files }) {
  const { db, clock } = context
  const figures = createPublicFigures(db)

  async function complete(found: readonly projects.ShownProject[]): Promise<PublicProject[]> {
    const pictures = await picturesByProject(
      db,
      found.map(({ projectId }) => projectId),
    )
    const counted = await figures.addTo(found)
    return counted.map((project) => ({ ...project, pictures: pictures.get(project.projectId) ?? [] }))
  }

  return {
    async list(query: PublicProjectQuery): Promise<Page<PublicProject>> {
      const page = await projects.listOpenProjects(db, clock.wire(), query)
      return { ...page, rows: await complete(page.rows) }
    },

    async find(projectId: number): Promise<PublicProject> {
      const found = await projects.findOpenProject(db, clock.wire(), projectId)
      const [project] = await complete(found ? [found] : [])
      if (!project) throw new Refusal('NOT_FOUND')
      return project
    },

    picture: (wanted: Parameters<typeof openPicture>[2]): Promise<FileAnswer> =>
      openPicture(context, files, wanted),
  }
}

/** One kind of intents of the public page. Anyone submits them; managers edit and decide on them. */
export function createPublicity<Kind extends PublicityKind>(context: Context, kind: Kind) {
  const { db, clock, eventLog } = context
  const events = intentEvents[kind === 'support' ? 'publicitySupport' : 'publicityExecution']
  type Shape = PublicityShape<Kind>
  const repository = createPublicityRepository(kind)
  const counts = createDailyCounts(context)
  const sheet = PUBLICITY_SHEETS[kind]
  const management = createIntentManagement<Shape['row'], Shape['query'], Shape['update']>(
    { db, eventLog },
    events,
    repository,
  )

  /** The counts are part of the request's transaction, so only stored intents are counted. */
  async function countVisitors({ network }: Origin, projectId: number): Promise<void> {
    await counts.add(['intents', network], 1, INTENTS_PER_DAY_MAX)
    await counts.add(['intents', network, projectId], 1, INTENTS_TO_PROJECT_PER_DAY_MAX)
  }

  return {
    ...management,

    /** Answer and work are the same whether or not the phone has an account, so neither reveals it. */
    async submit(actor: Actor | null, body: Shape['submit'], origin: Origin): Promise<IntentReceipt> {
      if (!actor) await countVisitors(origin, body.projectId)
      const link = { userId: actor?.userId ?? null, now: clock.wire() }
      return inTransaction(db, async (trx) => {
        const receipt = await repository.insert(trx, body, link)
        if (!receipt) throw refuseField('NOT_FOUND', 'projectId')
        const { intentId: recordId } = receipt
        await eventLog.record(trx, events.created, { recordId, actorId: actor?.userId ?? null, fields: {} })
        return receipt
      })
    },

    /** Call this in the transaction that creates the account, after the user has proven possession of the phone. */
    linkPhone: repository.linkPhone,

    /** Exports the intents of `list` as a spreadsheet. */
    export: (actor: Actor, query: Shape['filters'], language: Language): FileAnswer =>
      exportFile({
        name: sheet.name,
        language,
        today: clock.today(),
        columns: sheet.columns(language),
        batch: (after) => repository.batch(db, actor, query, after),
      }),

    /** Returns false for a project that is not open, so that it reveals nothing about its intents. */
    check: async (actor: Actor | null, query: PublicityCheckQuery) => ({
      exists: await repository.exists(db, query, { userId: actor?.userId ?? null, now: clock.wire() }),
    }),
  }
}
