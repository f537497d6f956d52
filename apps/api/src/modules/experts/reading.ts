import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  Expert,
  ExpertDetail,
  ExpertIdentity,
  ExpertQuery,
} from '@consilium/contract/experts/experts.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import { EXPERT_AUDIT } from './auditing.ts'
import { expertView } from './expert-view.ts'
import { exportColumns } from './export-columns.ts'
import { standingOf } from './identity-checks/standing.ts'
import { openAudited } from './identity.ts'
import { openAll } from './payee-identity.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** Experts as the caller sees them; whose audit has steps is audited by those whom they ask. */
async function viewAll(scope: Scope, actor: Actor, rows: repository.ExpertRow[]): Promise<Expert[]> {
  const waiting = rows.filter(({ auditStatus }) => auditStatus === 'pending').map(({ expertId }) => expertId)
  const asked = await scope.decisions.asks(scope.db, EXPERT_AUDIT, waiting, actor.userId)
  return rows.map((row) => expertView(scope, actor, row, asked.get(row.expertId)))
}

/** The expert, whom its audit waits for, and how its identity stands. */
async function withWaiting(scope: Scope, actor: Actor, expert: Expert): Promise<ExpertDetail> {
  const { auditStatus, expertId } = expert
  const [waiting] =
    auditStatus === 'pending' ? await scope.decisions.waiting(scope.db, EXPERT_AUDIT, expertId, actor) : []
  const identityCheck = await standingOf(scope, scope.db, expertId)
  if (!waiting) return { ...expert, auditWaiting: null, identityCheck }
  const { part: _part, ...auditWaiting } = waiting
  return { ...expert, auditWaiting, identityCheck }
}

export const found = (row: repository.ExpertRow | undefined): repository.ExpertRow => {
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** Experts as callers see them: one, a page, and a file. */
export function expertReading(scope: Scope, dictionaries: Dictionaries) {
  const { db, keys, clock } = scope
  const view = (actor: Actor | null, row: repository.ExpertRow) => expertView(scope, actor, row)

  const rowOf = async (expertId: number) => found(await repository.findExpert(db, expertId))

  async function get(actor: Actor | null, expertId: number): Promise<Expert> {
    const row = await rowOf(expertId)
    return actor ? (await viewAll(scope, actor, [row]))[0]! : view(null, row)
  }

  return {
    get,
    detail: async (actor: Actor, expertId: number): Promise<ExpertDetail> =>
      withWaiting(scope, actor, await get(actor, expertId)),

    /** The expert of an account, without an access check; null if there is none. */
    async findByUser(actor: Actor, userId: number): Promise<Expert | null> {
      const row = await repository.findExpertOfUser(db, userId)
      return row ? view(actor, row) : null
    },

    async me(actor: Actor): Promise<Expert> {
      return view(actor, found(await repository.findExpertOfUser(db, actor.userId)))
    },

    async list(actor: Actor, query: ExpertQuery): Promise<Page<Expert>> {
      const page = await repository.listExperts(db, query)
      return { ...page, rows: await viewAll(scope, actor, page.rows) }
    },

    /** The experts of `list`, as a file. */
    async export(
      actor: Actor,
      query: Omit<ExpertQuery, 'pageNum' | 'pageSize'>,
      language: Language,
    ): Promise<FileAnswer> {
      return exportFile({
        name: { 'zh-CN': '专家', en: 'experts' },
        language,
        today: clock.today(),
        columns: exportColumns(language, await dictionaries.labels(language)),
        async batch(after) {
          const { rows, next } = await repository.batchOfExperts(db, query, after)
          return { rows: rows.map((row) => view(actor, row)), next }
        },
      })
    },

    async identity(expertId: number): Promise<ExpertIdentity> {
      const row = await rowOf(expertId)
      return { expertId, ...openAll(keys, row), auditedIdCardNo: openAudited(keys, row) }
    },
  }
}
