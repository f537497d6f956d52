import type { ProjectDimensionQuery } from '@consilium/contract/dimensions/carried-dimensions.ts'
import type {
  Dimension,
  DimensionCreate,
  DimensionImportQuery,
  DimensionImportRow,
  DimensionOptionQuery,
  DimensionQuery,
  DimensionUpdate,
} from '@consilium/contract/dimensions/dimensions.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { Refusal } from '../../infra/refusal.ts'
import { mayBeNarrowedTo } from './carried-repository.ts'
import { createDimension, removeDimensions, updateDimension } from './changing.ts'
import { importDimensions } from './importing.ts'
import { carriedSeen, dictionariesSeen } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { exportDimensions, templateFile } from './sheets.ts'
import { viewOf } from './view.ts'

export { carriedByProject, heldByMeeting, type CarriedRow } from './carried-repository.ts'
export { carry, filtersBy, shownTo } from './carrying.ts'
export { entriesOfSponsor } from './repository.ts'

/** Products, cost centres and departments of sponsors. */
export function createDimensions({ db, sheets, clock }: Context) {
  const scope: Scope = { db, sheets, clock }

  async function find(actor: Actor, dimensionId: number): Promise<Dimension> {
    const row = await repository.findDimension(db, dictionariesSeen(actor), dimensionId)
    if (!row) throw new Refusal('NOT_FOUND')
    return viewOf(actor, row)
  }

  return {
    find,

    async list(actor: Actor, query: DimensionQuery): Promise<Page<Dimension>> {
      const page = await repository.listDimensions(db, dictionariesSeen(actor), query)
      return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
    },

    export: (actor: Actor, query: repository.DimensionFilters, language: Language): FileAnswer =>
      exportDimensions(scope, actor, query, language),

    options: (actor: Actor, { sponsorAdminUserIds, ...query }: DimensionOptionQuery) =>
      repository.selectChoices(db, {
        kind: query.kind,
        keyword: query.keyword,
        seen: dictionariesSeen(actor),
        sponsorUserIds: sponsorAdminUserIds,
      }),

    /** What a project with these sponsors, or one of its meetings, may carry. The caller reaches the project. */
    optionsFor: (
      actor: Actor,
      projectId: number,
      sponsorUserIds: readonly number[],
      { kind, keyword, forMeeting }: ProjectDimensionQuery,
    ) =>
      repository.selectChoices(db, {
        kind,
        keyword,
        seen: carriedSeen(actor),
        sponsorUserIds,
        ...(forMeeting ? { besides: mayBeNarrowedTo(projectId) } : {}),
      }),

    template: templateFile,

    import: (
      actor: Actor,
      upload: Upload,
      query: DimensionImportQuery,
      language: Language,
    ): Promise<DimensionImportRow[]> => importDimensions(scope, actor, upload, query, language),

    create: async (actor: Actor, body: DimensionCreate): Promise<Dimension> =>
      find(actor, await createDimension(scope, actor, body)),

    async update(actor: Actor, body: DimensionUpdate): Promise<Dimension> {
      await updateDimension(scope, actor, body)
      return find(actor, body.dimensionId)
    },

    async remove(actor: Actor, dimensionIds: readonly number[]): Promise<null> {
      await removeDimensions(scope, actor, dimensionIds)
      return null
    },
  }
}

export { dimensionFacts, productsOfProject } from './facts-repository.ts'

export type Dimensions = ReturnType<typeof createDimensions>
