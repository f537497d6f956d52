import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  Organization,
  OrganizationCreate,
  OrganizationQuery,
  OrganizationRegister,
  OrganizationUpdate,
} from '@consilium/contract/organizations.ts'
import type { OrgType } from '@consilium/contract/persons.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { namingReferences } from '../../domain/references.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Requester } from '../../infra/http/origin.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Persons } from '../persons/service.ts'
import { exportColumns } from './export-columns.ts'
import { abilitiesOn, maySetSurchargeRate, ownedBy } from './policy.ts'
import * as repository from './repository.ts'

const SPONSOR_ADMIN = { department: '管理部门', position: '首席负责人' }

type Founding = Omit<OrganizationCreate, 'password'> & { passwordHash: string; mustChangePassword: boolean }

/** The main account's person: an executor's carries the name of the organization. */
const adminOf = ({ orgType, orgName, name }: Founding) =>
  orgType === 'sponsor'
    ? { name: name ?? orgName, ...SPONSOR_ADMIN }
    : { name: orgName, department: null, position: null }

export function createOrganizations(
  context: Context,
  modules: { accounts: Accounts; persons: Persons; dictionaries: Dictionaries },
) {
  const { db, clock } = context
  const { accounts, persons, dictionaries } = modules
  const { codes } = accounts

  const view = (actor: Actor | null, row: repository.OrganizationRow): Organization => ({
    ...row,
    abilities: abilitiesOn(actor, row),
  })

  async function find(actor: Actor, orgId: number): Promise<Organization> {
    const row = await repository.findOrganization(db, ownedBy(actor), orgId)
    if (!row) throw new Refusal('NOT_FOUND')
    return view(actor, row)
  }

  /** Creates account, organization and admin person in the caller's transaction and returns the organization. */
  async function found(within: Db, founding: Founding): Promise<repository.OrganizationRow> {
    const { orgType, orgName } = founding
    const userId = await accounts.open(within, {
      userName: founding.userName,
      passwordHash: founding.passwordHash,
      phone: founding.phone,
      roleType: orgType,
      mustChangePassword: founding.mustChangePassword,
    })
    const orgId = await repository.insertOrganization(within, {
      orgType,
      orgName,
      businessNature: founding.businessNature ?? null,
      mainUserId: userId,
      surchargeRate: founding.surchargeRate ?? null,
    })
    await persons.openAdmin(within, { userId, orgId, unitType: orgType, ...adminOf(founding) })
    const row = await repository.findOrganization(within, {}, orgId)
    if (!row) throw new Error(`Organization ${orgId} was not found after its insertion`)
    return row
  }

  return {
    find,

    /** The organization of a main account, without an access check. */
    async findByMainUser(actor: Actor, mainUserId: number): Promise<Organization | null> {
      const row = await repository.findOfMainUser(db, mainUserId)
      return row ? view(actor, row) : null
    },

    /** The accounts that are active main accounts of the kind. */
    activeMainAccounts: repository.activeMainAccounts,

    /** The organization's own surcharge rate; null if the rule in force applies. */
    async surchargeRateOf(within: Db, mainUserId: number | null): Promise<string | null> {
      return mainUserId === null ? null : repository.surchargeRateOf(within, mainUserId)
    },

    /** Registers a visitor's organization. The code is used up last, so that a failed registration keeps it. */
    async register(
      requester: Requester,
      orgType: OrgType,
      { smsCode, password, ...body }: OrganizationRegister,
    ): Promise<Organization> {
      const { phone } = body
      const code = await codes.check({ phone, purpose: 'register', requester, code: smsCode })
      const words = [body.userName, body.phone, body.orgName, body.name]
      const passwordHash = await accounts.hashNewPassword(password, words)
      const row = await inTransaction(db, async (trx) => {
        const founding = { ...body, orgType, passwordHash, mustChangePassword: false }
        const organization = await found(trx, founding)
        await codes.spend(trx, code)
        await accounts.notifyRegistration(trx, organization.mainUserId, phone)
        return organization
      })
      return view(null, row)
    },

    async create(actor: Actor, { password, ...body }: OrganizationCreate): Promise<Organization> {
      const words = [body.userName, body.phone, body.orgName, body.name]
      const passwordHash = await accounts.hashNewPassword(password, words)
      const founding = { ...body, passwordHash, mustChangePassword: true }
      const row = await inTransaction(db, (trx) => found(trx, founding))
      return view(actor, row)
    },

    async list(actor: Actor, query: OrganizationQuery): Promise<Page<Organization>> {
      const { total, rows } = await repository.listOrganizations(db, ownedBy(actor), query)
      return { total, rows: rows.map((row) => view(actor, row)) }
    },

    /** The organizations of `list`, as a file. */
    async export(
      actor: Actor,
      query: repository.OrganizationFilters,
      language: Language,
    ): Promise<FileAnswer> {
      return exportFile({
        name: { 'zh-CN': '单位', en: 'organizations' },
        language,
        today: clock.today(),
        columns: exportColumns(language, await dictionaries.labels(language)),
        async batch(after) {
          const { rows, next } = await repository.batchOfOrganizations(db, ownedBy(actor), query, after)
          return { rows: rows.map((row) => view(actor, row)), next }
        },
      })
    },

    options: (orgType: OrgType, keyword: string | undefined) =>
      repository.selectOptions(db, orgType, keyword),

    async update(actor: Actor, { orgId, version, ...change }: OrganizationUpdate): Promise<Organization> {
      const { orgType } = await find(actor, orgId)
      if (change.surchargeRate !== undefined && !maySetSurchargeRate(actor))
        throw refuseField('FORBIDDEN', 'surchargeRate')
      await inTransaction(db, async (trx) => {
        if (!(await repository.updateOrganization(trx, orgId, change, version)))
          throw new Refusal('STALE_RECORD')
        if (orgType === 'executor' && change.orgName !== undefined)
          await persons.renameAdmin(trx, orgId, change.orgName)
      })
      return find(actor, orgId)
    },

    /** An organization has no status of its own: it is the status of its main account. */
    async changeStatus(actor: Actor, orgId: number, status: '0' | '1'): Promise<Organization> {
      const { mainUserId, archivedTime } = await find(actor, orgId)
      if (archivedTime !== null) throw new Refusal('RECORD_ARCHIVED')
      await inTransaction(db, (trx) => accounts.setStatus(trx, mainUserId, status))
      return find(actor, orgId)
    },

    /** Archives an organization with its people, or restores it with those who were archived with it. */
    async archive(actor: Actor, orgId: number, archived: boolean): Promise<Organization> {
      const { mainUserId } = await find(actor, orgId)
      await inTransaction(db, (trx) => accounts.archive(trx, [mainUserId], archived))
      return find(actor, orgId)
    },

    /** Deletes organizations with their people and accounts. Nothing is deleted if any of them is still referenced. */
    async remove(actor: Actor, orgIds: readonly number[]): Promise<null> {
      const deletion = () =>
        inTransaction(db, async (trx) => {
          const lockedIds = await repository.lockOrganizations(trx, orgIds)
          if (lockedIds.length < orgIds.length) throw new Refusal('NOT_FOUND')
          for (const orgId of lockedIds) {
            const userIds = await persons.removeOfOrganization(trx, orgId)
            await repository.deleteOrganization(trx, orgId)
            await accounts.removeAccounts(trx, userIds)
          }
        })
      await namingReferences(db, actor, { target: 'organization', ids: orgIds }, deletion)
      return null
    },
  }
}

export type Organizations = ReturnType<typeof createOrganizations>
