import type { RoleType } from '@consilium/contract/accounts.ts'
import type { Profile } from '@consilium/contract/profile.ts'
import { allows } from '@consilium/contract/route.ts'
import { operations } from '@consilium/contract/routes.ts'
import type { Actor } from '../../infra/http/actor.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Experts } from '../experts/service.ts'
import type { Messages } from '../messages/service.ts'
import type { Organizations } from '../organizations/service.ts'
import type { Persons } from '../persons/service.ts'

const permissionsOf = (role: RoleType) =>
  operations.filter(({ route }) => allows(route.access, role)).map(({ name }) => name)

export function createProfile(rooms: {
  accounts: Accounts
  persons: Persons
  organizations: Organizations
  experts: Experts
  messages: Messages
}) {
  return {
    async get(actor: Actor): Promise<Profile> {
      const isExpert = actor.roleType === 'doctor'
      // First of all: what is read after it is at least as new.
      const lastMessageId = await rooms.messages.newestId(actor)
      return {
        lastMessageId,
        mustEnrolFactor: actor.mustEnrolFactor,
        user: await rooms.accounts.find(actor, actor.userId),
        person: actor.orgId === null ? null : await rooms.persons.findByUser(actor, actor.userId),
        organization:
          actor.orgId === null ? null : await rooms.organizations.findByMainUser(actor, actor.mainUserId),
        expert: isExpert ? await rooms.experts.findByUser(actor, actor.userId) : null,
        permissions: permissionsOf(actor.roleType),
      }
    },
  }
}

export type ProfileService = ReturnType<typeof createProfile>
