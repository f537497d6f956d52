import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  Organization,
  OrganizationCreate,
  OrganizationQuery,
  OrganizationRegister,
  OrganizationUpdate,
} from '@consilium/contract/organizations/organizations.ts'
import type { OrgType } from '@consilium/contract/persons/persons.ts'
import type { OrganizationSeal, OrganizationSealChange } from '@consilium/contract/signing/seals.ts'
import type { OrganizationTax, TaxSettingsChange } from '@consilium/contract/organizations/tax-settings.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Requester } from '../../infra/http/origin.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Files } from '../files/service.ts'
import type { Persons } from '../persons/service.ts'
import {
  archiveOrganization,
  changeStatus,
  findRow,
  removeOrganizations,
  updateOrganization,
} from './changing.ts'
import { exportColumns } from './export-columns.ts'
import { createOrganization, registerOrganization } from './founding.ts'
import { abilitiesOn, ownedBy } from './policy.ts'
import { portfolioUseCases } from './portfolios.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import {
  changeSeal,
  awaitedSeal,
  openSeal,
  readSeal,
  removeSeal,
  sealingCertificates,
  type OpenSeal,
} from './seals.ts'
import { changeTax, findTax, payerOn } from './tax-settings.ts'

export type { OpenSeal } from './seals.ts'
export type { Payer } from './tax-settings.ts'

/** Sponsors and executors, each with a main account and its people. */
export function createOrganizations(
  context: Context,
  modules: { accounts: Accounts; persons: Persons; dictionaries: Dictionaries; files: Files },
) {
  const { db, clock, eventLog, keys, fileWork } = context
  const { dictionaries, ...others } = modules
  const scope: Scope = { ...others, db, clock, eventLog, keys, fileWork }

  const view = (actor: Actor | null, row: repository.OrganizationRow): Organization => ({
    ...row,
    abilities: abilitiesOn(actor, row),
  })

  const find = async (actor: Actor, orgId: number): Promise<Organization> =>
    view(actor, await findRow(scope, actor, orgId))

  return {
    find,

    /** The organization of a main account, without an access check. */
    async findByMainUser(actor: Actor, mainUserId: number): Promise<Organization | null> {
      const row = await repository.findOfMainUser(db, mainUserId)
      return row ? view(actor, row) : null
    },

    /** The accounts that are active main accounts of the kind. */
    activeMainAccounts: repository.activeMainAccounts,

    payerOn,

    findSeal: (actor: Actor, orgId: number): Promise<OrganizationSeal> => readSeal(scope, actor, orgId),

    async changeSeal(actor: Actor, change: OrganizationSealChange): Promise<OrganizationSeal> {
      await changeSeal(scope, actor, change)
      return readSeal(scope, actor, change.orgId)
    },

    async removeSeal(actor: Actor, orgId: number): Promise<null> {
      await removeSeal(scope, actor, orgId)
      return null
    },

    openSeal: (actor: Actor): Promise<OpenSeal> => openSeal(scope, actor),
    awaitedSeal,
    sealingCertificates: (mainUserId: number) => sealingCertificates(scope, mainUserId),

    findTax: (actor: Actor, orgId: number): Promise<OrganizationTax> => findTax(scope, actor, orgId),

    async changeTax(actor: Actor, change: TaxSettingsChange): Promise<OrganizationTax> {
      await changeTax(scope, actor, change)
      return findTax(scope, actor, change.orgId)
    },

    register: async (
      requester: Requester,
      orgType: OrgType,
      body: OrganizationRegister,
    ): Promise<Organization> => view(null, await registerOrganization(scope, requester, orgType, body)),

    create: async (actor: Actor, body: OrganizationCreate): Promise<Organization> =>
      view(actor, await createOrganization(scope, body)),

    async list(actor: Actor, query: OrganizationQuery): Promise<Page<Organization>> {
      const page = await repository.listOrganizations(db, ownedBy(actor), query)
      return { ...page, rows: page.rows.map((row) => view(actor, row)) }
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

    /** Executors work for all sponsors; of sponsors a limited manager is offered those of its portfolio. */
    options: ({ portfolio }: Actor, orgType: OrgType, keyword: string | undefined) =>
      repository.selectOptions(db, orgType, {
        keyword,
        ...(portfolio && orgType === 'sponsor' ? { mainUserIds: portfolio.mainUserIds } : {}),
      }),

    ...portfolioUseCases(scope),

    async update(actor: Actor, body: OrganizationUpdate): Promise<Organization> {
      await updateOrganization(scope, actor, body)
      return find(actor, body.orgId)
    },

    async changeStatus(actor: Actor, orgId: number, status: '0' | '1'): Promise<Organization> {
      await changeStatus(scope, actor, orgId, status)
      return find(actor, orgId)
    },

    async archive(actor: Actor, orgId: number, archived: boolean): Promise<Organization> {
      await archiveOrganization(scope, actor, orgId, archived)
      return find(actor, orgId)
    },

    async remove(actor: Actor, orgIds: readonly number[]): Promise<null> {
      await removeOrganizations(scope, actor, orgIds)
      return null
    },
  }
}

export type Organizations = ReturnType<typeof createOrganizations>
