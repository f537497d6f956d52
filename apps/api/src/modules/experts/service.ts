import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  Expert,
  ExpertDetail,
  ExpertCreate,
  ExpertIdentity,
  ExpertQuery,
  ExpertRegister,
  ExpertSelfUpdate,
  ExpertUpdate,
} from '@consilium/contract/experts/experts.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Requester } from '../../infra/http/origin.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Decisions } from '../decisions/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Files } from '../files/service.ts'
import { auditsServedBy, EXPERT_AUDIT } from './auditing.ts'
import { archiveExpert, changeExpert, changeStatus, removeExperts } from './changing.ts'
import { proposeIdentity, type ProposedIdentity } from './re-audit.ts'
import {
  createExpert,
  locateByPhone,
  registerExpert,
  requireStanding,
  type ExpertToLocate,
} from './enrolment.ts'
import { exportColumns } from './export-columns.ts'
import { expertView, profileOf, type ExpertProfile } from './expert-view.ts'
import { createIdentityChecks } from './identity-checks/identity-checks.ts'
import { standingOf } from './identity-checks/standing.ts'
import { openAudited } from './identity.ts'
import { createPayeeIdentities, openAll } from './payee-identity.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

export type { ExpertProfile } from './expert-view.ts'
export { openIdentity, requireFitting } from './identity.ts'
export {
  factsOfResidentNumber,
  missingIn,
  openFacts,
  type PersonalFacts,
  type SealedFacts,
} from './personal-facts.ts'
export type { IdentityStatement } from './identity-checks/standing.ts'
export { knownPersonHashes, personHashes, type PersonHashes } from './person-hash.ts'

export type { PayeeIdentity } from './payee-identity.ts'

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

const found = (row: repository.ExpertRow | undefined): repository.ExpertRow => {
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

export function createExperts(
  context: Context,
  modules: {
    accounts: Accounts
    decisions: Decisions
    files: Pick<Files, 'personalUrlOf' | 'requireUsable' | 'markPersonal' | 'isShown'>
    dictionaries: Dictionaries
  },
) {
  const { db, eventLog, keys, pdf, clock, log, identityVerifier } = context
  const { dictionaries, ...others } = modules
  const scope: Scope = { ...others, db, eventLog, keys, pdf, clock, log, identityVerifier }
  const view = (actor: Actor | null, row: repository.ExpertRow) => expertView(scope, actor, row)

  const rowOf = async (expertId: number) => found(await repository.findExpert(db, expertId))

  const viewMany = (actor: Actor, rows: repository.ExpertRow[]) => viewAll(scope, actor, rows)

  async function get(actor: Actor | null, expertId: number): Promise<Expert> {
    const row = await rowOf(expertId)
    return actor ? (await viewMany(actor, [row]))[0]! : view(null, row)
  }

  return {
    approvals: [auditsServedBy(scope)],
    identityChecks: createIdentityChecks(context),
    get,
    detail: async (actor: Actor, expertId: number): Promise<ExpertDetail> =>
      withWaiting(scope, actor, await get(actor, expertId)),
    locateByPhone: (within: Db, given: ExpertToLocate): Promise<ExpertProfile> =>
      locateByPhone(scope, within, given),

    /** The experts that exist among the ids. */
    async findMany(within: Db, expertIds: readonly number[]): Promise<ExpertProfile[]> {
      return (await repository.findExperts(within, expertIds)).map(profileOf)
    },

    /** Refuses an expert who cannot be invited, naming `field`. Locks the expert until the transaction ends. */
    async requireInvitable(within: Db, expertId: number, field: string): Promise<ExpertProfile> {
      const expert = found(await repository.shareLockExpert(within, expertId))
      requireStanding(expert, field)
      return profileOf(expert)
    },

    /** The expert of an account, without an access check; null if there is none. */
    async findByUser(actor: Actor, userId: number): Promise<Expert | null> {
      const row = await repository.findExpertOfUser(db, userId)
      return row ? view(actor, row) : null
    },

    ...createPayeeIdentities(keys),

    /** Takes over a name and identity number that the expert states elsewhere, for the next audit if they differ. */
    proposeIdentity: (trx: Db, userId: number, stated: ProposedIdentity): Promise<void> =>
      proposeIdentity(scope, trx, userId, stated),

    async register(requester: Requester, body: ExpertRegister): Promise<Expert> {
      return get(null, await registerExpert(scope, requester, body))
    },

    async list(actor: Actor, query: ExpertQuery): Promise<Page<Expert>> {
      const page = await repository.listExperts(db, query)
      return { ...page, rows: await viewMany(actor, page.rows) }
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

    async create(actor: Actor, body: ExpertCreate): Promise<Expert> {
      return get(actor, await createExpert(scope, actor, body))
    },

    async update(actor: Actor, { expertId, version, ...given }: ExpertUpdate): Promise<Expert> {
      await changeExpert(scope, actor, { expertId, version }, given)
      return get(actor, expertId)
    },

    async me(actor: Actor): Promise<Expert> {
      return view(actor, found(await repository.findExpertOfUser(db, actor.userId)))
    },

    async updateMe(actor: Actor, { version, ...given }: ExpertSelfUpdate): Promise<Expert> {
      const { expertId } = found(await repository.findExpertOfUser(db, actor.userId))
      await changeExpert(scope, actor, { expertId, version }, given)
      return get(actor, expertId)
    },

    async changeStatus(actor: Actor, expertId: number, status: '0' | '1'): Promise<Expert> {
      await changeStatus(scope, expertId, status)
      return get(actor, expertId)
    },

    async archive(actor: Actor, expertId: number, archived: boolean): Promise<Expert> {
      await archiveExpert(scope, expertId, archived)
      return get(actor, expertId)
    },

    async remove(actor: Actor, expertIds: readonly number[]): Promise<null> {
      await removeExperts(scope, actor, expertIds)
      return null
    },
  }
}

export type Experts = ReturnType<typeof createExperts>
