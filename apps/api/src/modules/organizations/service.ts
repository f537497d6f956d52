import type {
  Organization,
  OrganizationCreate,
  OrganizationRegister,
  OrganizationUpdate,
} from '@consilium/contract/organizations/organizations.ts'
import type { OrgType } from '@consilium/contract/persons/persons.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Requester } from '../../infra/http/origin.ts'
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
import { createOrganization, registerOrganization } from './founding.ts'
import { listing } from './listing.ts'
import { viewOf } from './view.ts'
import { portfolioUseCases } from './portfolios.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { sealUseCases } from './seals.ts'
import { taxUseCases } from './tax-settings.ts'

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

  const find = async (actor: Actor, orgId: number): Promise<Organization> =>
    viewOf(actor, await findRow(scope, actor, orgId))

  return {
    find,

    /** The organization of a main account, without an access check. */
    async findByMainUser(actor: Actor, mainUserId: number): Promise<Organization | null> {
      const row = await repository.findOfMainUser(db, mainUserId)
      return row ? viewOf(actor, row) : null
    },

    /** The accounts that are active main accounts of the kind. */
    activeMainAccounts: repository.activeMainAccounts,

    ...sealUseCases(scope),
    ...taxUseCases(scope),

    register: async (
      requester: Requester,
      orgType: OrgType,
      body: OrganizationRegister,
    ): Promise<Organization> => viewOf(null, await registerOrganization(scope, requester, orgType, body)),

    create: async (actor: Actor, body: OrganizationCreate): Promise<Organization> =>
      viewOf(actor, await createOrganization(scope, body)),

    ...listing({ db, clock, dictionaries }),

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

export {
  colleagueFacts,
  expectsInvoices,
  findSponsor,
  isInPortfolio,
  isLimitedManager,
  lockOrganization,
  organizationFacts,
  organizationsOf,
} from './facts-repository.ts'

export type Organizations = ReturnType<typeof createOrganizations>
