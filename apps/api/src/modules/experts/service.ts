import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  Expert,
  ExpertCreate,
  ExpertIdentity,
  ExpertQuery,
  ExpertRegister,
  ExpertSelfUpdate,
  ExpertUpdate,
} from '@consilium/contract/experts.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { namingReferences } from '../../domain/references.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Requester } from '../../infra/http/origin.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Files } from '../files/service.ts'
import type { Messages } from '../messages/service.ts'
import { attachmentIds, attachmentList } from './attachments.ts'
import { createEnrolment } from './enrolment.ts'
import { exportColumns } from './export-columns.ts'
import { expertView, profileOf, type ExpertProfile } from './expert-view.ts'
import { openIdentity, sealIdentity, type Identity } from './identity.ts'
import { isSubmittedAgain, uninvitableBecause } from './policy.ts'
import { requirePrintable } from './printable-name.ts'
import * as repository from './repository.ts'

export type { ExpertProfile } from './expert-view.ts'

type Change = Omit<ExpertSelfUpdate, 'version'> & Partial<Pick<ExpertUpdate, 'auditStatus' | 'auditOpinion'>>

export interface PayeeIdentity extends Identity {
  bankName: string | null
  bankRegion: string | null
}

export function createExperts(
  context: Context,
  modules: {
    accounts: Accounts
    messages: Pick<Messages, 'send'>
    files: Pick<Files, 'personalUrlOf' | 'requireUsable' | 'markPersonal' | 'isShown'>
    dictionaries: Dictionaries
  },
) {
  const { db, keys, pdf, clock, log } = context
  const { accounts, messages, files, dictionaries } = modules
  const enrolment = createEnrolment(context, { accounts, files })
  const view = (actor: Actor | null, row: repository.ExpertRow) =>
    expertView({ keys, files, log }, actor, row)

  const found = (row: repository.ExpertRow | undefined): repository.ExpertRow => {
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }
  const rowOf = async (expertId: number) => found(await repository.findExpert(db, expertId))

  async function get(actor: Actor | null, expertId: number): Promise<Expert> {
    return view(actor, await rowOf(expertId))
  }

  /** The list to store; undefined where it stays. Files that the record has already are not questioned again. */
  async function attachmentsFor(
    trx: Db,
    actor: Actor,
    held: repository.HeldExpert,
    given: string | undefined,
  ): Promise<string | undefined> {
    if (given === undefined) return undefined
    const fileIds = attachmentIds(given)
    await files.requireUsable(
      trx,
      actor,
      fileIds,
      attachmentIds(held.idCardAttachments),
      'idCardAttachments',
      files.isShown,
    )
    await files.markPersonal(trx, fileIds)
    return attachmentList(fileIds)
  }

  async function tellResult(trx: Db, held: repository.HeldExpert, change: Change): Promise<void> {
    await messages.send(trx, {
      userId: held.userId,
      kind: 'expertAudit',
      params: { auditStatus: change.auditStatus ?? held.auditStatus, opinion: change.auditOpinion ?? '' },
      link: { resource: 'expert', id: held.expertId },
    })
  }

  /**
   * Changes an expert. The row is locked first, so that of two that set the audit status at once the second sees
   * what the first made of it, and the expert is told once. An opinion belongs to its decision: a new decision
   * without one clears it.
   */
  async function revise(
    actor: Actor,
    expertId: number,
    version: number,
    { idCardNo, bankAccount, idCardAttachments, ...change }: Change,
  ): Promise<void> {
    if (change.name !== undefined) requirePrintable(pdf, change.name)
    await inTransaction(db, async (trx) => {
      const held = await repository.lockExpert(trx, expertId)
      if (!held) throw new Refusal('NOT_FOUND')
      if (held.version !== version) throw new Refusal('STALE_RECORD')
      const given: typeof change = isSubmittedAgain(actor, held)
        ? { ...change, auditStatus: 'pending' }
        : change
      const decided = given.auditStatus !== undefined && given.auditStatus !== held.auditStatus
      await repository.updateExpert(trx, expertId, {
        ...given,
        ...(decided ? { auditOpinion: given.auditOpinion ?? null } : {}),
        ...sealIdentity(keys, expertId, { idCardNo, bankAccount }),
        idCardAttachments: await attachmentsFor(trx, actor, held, idCardAttachments),
      })
      if (decided) await tellResult(trx, held, given)
    })
  }

  return {
    get,
    locateByPhone: enrolment.locateByPhone,

    /** Those of the experts that exist. */
    async findMany(within: Db, expertIds: readonly number[]): Promise<ExpertProfile[]> {
      return (await repository.findExperts(within, expertIds)).map(profileOf)
    },

    /** Refuses, naming `field`, an expert who cannot be invited; until the transaction ends it stays as it is. */
    async requireInvitable(within: Db, expertId: number, field: string): Promise<void> {
      const standing = await repository.lockStanding(within, expertId)
      if (!standing) throw new Refusal('NOT_FOUND')
      const reason = uninvitableBecause(standing)
      if (reason) throw refuseField(reason, field, { name: standing.name })
    },

    /** The expert of an account, whoever asks; null for an account that is none. */
    async findByUser(actor: Actor, userId: number): Promise<Expert | null> {
      const row = await repository.findExpertOfUser(db, userId)
      return row ? view(actor, row) : null
    },

    /** What a payment to an expert needs, in full. For the module that pays; never answered as it is. */
    async identityOf(within: Db, userId: number): Promise<PayeeIdentity> {
      const row = found(await repository.findExpertOfUser(within, userId))
      return { ...openIdentity(keys, row), bankName: row.bankName, bankRegion: row.bankRegion }
    },

    async register(requester: Requester, body: ExpertRegister): Promise<Expert> {
      return get(null, await enrolment.register(requester, body))
    },

    async list(actor: Actor, query: ExpertQuery): Promise<Page<Expert>> {
      const { total, rows } = await repository.listExperts(db, query)
      return { total, rows: rows.map((row) => view(actor, row)) }
    },

    /** The records of `list`, as a file. */
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
      return { expertId, ...openIdentity(keys, await rowOf(expertId)) }
    },

    async create(actor: Actor, body: ExpertCreate): Promise<Expert> {
      return get(actor, await enrolment.create(actor, body))
    },

    async update(actor: Actor, { expertId, version, ...given }: ExpertUpdate): Promise<Expert> {
      await revise(actor, expertId, version, given)
      return get(actor, expertId)
    },

    async me(actor: Actor): Promise<Expert> {
      return view(actor, found(await repository.findExpertOfUser(db, actor.userId)))
    },

    async updateMe(actor: Actor, { version, ...given }: ExpertSelfUpdate): Promise<Expert> {
      const { expertId } = found(await repository.findExpertOfUser(db, actor.userId))
      await revise(actor, expertId, version, given)
      return get(actor, expertId)
    },

    async changeStatus(actor: Actor, expertId: number, status: '0' | '1'): Promise<Expert> {
      const { userId, archivedTime } = await rowOf(expertId)
      if (archivedTime !== null) throw new Refusal('RECORD_ARCHIVED')
      await inTransaction(db, (trx) => accounts.setStatus(trx, userId, status))
      return get(actor, expertId)
    },

    /** Archives an expert, or brings it back. */
    async archive(actor: Actor, expertId: number, archived: boolean): Promise<Expert> {
      const { userId } = await rowOf(expertId)
      await inTransaction(db, (trx) => accounts.archive(trx, [userId], archived))
      return get(actor, expertId)
    },

    /** Deletes experts with their accounts, all or none. */
    async remove(actor: Actor, expertIds: readonly number[]): Promise<null> {
      const experts = await repository.findExperts(db, expertIds)
      const accountIds = experts.map(({ userId }) => userId)
      const deletion = () =>
        inTransaction(db, async (trx) => {
          const userIds = await repository.deleteExperts(trx, expertIds)
          if (userIds.length < expertIds.length) throw new Refusal('NOT_FOUND')
          await accounts.removeAccounts(trx, userIds)
        })
      await namingReferences(db, actor, { target: 'account', ids: accountIds }, deletion)
      return null
    },
  }
}

export type Experts = ReturnType<typeof createExperts>
