import type { Profile } from '@consilium/contract/profile/profile.ts'
import { allows, isBeyond } from '@consilium/contract/route.ts'
import { operations } from '@consilium/contract/routes.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Context } from '../../context.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Experts } from '../experts/service.ts'
import type { Messages } from '../messages/service.ts'
import type { Organizations } from '../organizations/service.ts'
import type { Persons } from '../persons/service.ts'

/** The operations that an account may call; until it has chosen its own password, only those needed to choose one. */
const permissionsOf = (actor: Actor, hasOwnPassword: boolean) =>
  operations
    .filter(
      ({ route }) =>
        allows(route.access, actor) &&
        !isBeyond(route, actor) &&
        (hasOwnPassword || 'initialPassword' in route),
    )
    .map(({ name }) => name)

interface Modules {
  accounts: Accounts
  persons: Persons
  organizations: Organizations
  experts: Experts
  messages: Messages
}

export function createProfile({ config }: Pick<Context, 'config'>, modules: Modules) {
  return {
    async get(actor: Actor): Promise<Profile> {
      // Until a password was chosen, the caller may not be the person that the account was created for.
      const isShown = !actor.mustChangePassword
      const isExpert = isShown && actor.roleType === 'doctor'
      const belongs = isShown && actor.orgId !== null
      // Read first, so that everything read afterwards is at least as new as this message.
      const lastMessageId = isShown ? await modules.messages.newestId(actor) : 0
      return {
        lastMessageId,
        isLimited: actor.isLimited,
        mustEnrolFactor: actor.mustEnrolFactor,
        user: await modules.accounts.find(actor, actor.userId),
        person: belongs ? await modules.persons.findByUser(actor, actor.userId) : null,
        organization: belongs ? await modules.organizations.findByMainUser(actor, actor.mainUserId) : null,
        expert: isExpert ? await modules.experts.findByUser(actor, actor.userId) : null,
        timeZone: config.timeZone,
        roles: [actor.roleType],
        permissions: permissionsOf(actor, isShown),
      }
    },
  }
}

export type ProfileService = ReturnType<typeof createProfile>
