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

  /**
   * The list to store; undefined leaves it unchanged. Files that the record already refers to are not checked again.
   */
  async function attachmentsFor(
    trx: Db,
    actor: Actor,
    stored: repository.StoredExpert,
    given: string | undefined,
  ): Promise<string | undefined> {
    if (given === undefined) return undefined
    const fileIds = attachmentIds(given)
    await files.requireUsable(
      trx,
      actor,
      fileIds,
      attachmentIds(stored.idCardAttachments),
      'idCardAttachments',
      files.isShown,
    )
    await files.markPersonal(trx, fileIds)
    return attachmentList(fileIds)
  }

  async function notifyResult(trx: Db, stored: repository.StoredExpert, change: Change): Promise<void> {
    await messages.send(trx, {
      userId: stored.userId,
      kind: 'expertAudit',
      params: { auditStatus: change.auditStatus ?? stored.auditStatus, opinion: change.auditOpinion ?? '' },
      link: { resource: 'expert', id: stored.expertId },
    })
  }

  /**
   * Updates an expert. The row is locked first, so that of two concurrent decisions the second sees the first one and
   * the expert is notified once. An opinion belongs to its decision: a new decision without an opinion clears it.
   */
  async function revise(
    actor: Actor,
    expertId: number,
    version: number,
    { idCardNo, bankAccount, idCardAttachments, ...change }: Change,
  ): Promise<void> {
    if (change.name !== undefined) requirePrintable(pdf, change.name)
    await inTransaction(db, async (trx) => {
      const stored = await repository.lockExpert(trx, expertId)
      if (!stored) throw new Refusal('NOT_FOUND')
      if (stored.version !== version) throw new Refusal('STALE_RECORD')
      const given: typeof change = isSubmittedAgain(actor, stored)
        ? { ...change, auditStatus: 'pending' }
        : change
      const decided = given.auditStatus !== undefined && given.auditStatus !== stored.auditStatus
      await repository.updateExpert(trx, expertId, {
        ...given,
        ...(decided ? { auditOpinion: given.auditOpinion ?? null } : {}),
        ...sealIdentity(keys, expertId, { idCardNo, bankAccount }),
        idCardAttachments: await attachmentsFor(trx, actor, stored, idCardAttachments),
      })
      if (decided) await notifyResult(trx, stored, given)
    })
  }

  return {
    get,
    locateByPhone: enrolment.locateByPhone,

    /** The experts that exist among the ids. */
    async findMany(within: Db, expertIds: readonly number[]): Promise<ExpertProfile[]> {
      return (await repository.findExperts(within, expertIds)).map(profileOf)
    },

    /**
     * Refuses an expert who cannot be invited, naming `field`. Locks the expert's status until the transaction ends.
     */
    async requireInvitable(within: Db, expertId: number, field: string): Promise<void> {
      const standing = await repository.lockStanding(within, expertId)
      if (!standing) throw new Refusal('NOT_FOUND')
      const reason = uninvitableBecause(standing)
      if (reason) throw refuseField(reason, field, { name: standing.name })
    },

    /** The expert of an account, without an access check; null if there is none. */
    async findByUser(actor: Actor, userId: number): Promise<Expert | null> {
      const row = await repository.findExpertOfUser(db, userId)
      return row ? view(actor, row) : null
    },

    /** The unmasked data for paying an expert. Only for the module that pays; never returned by the API. */
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

    /** Archives or restores an expert. */
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
