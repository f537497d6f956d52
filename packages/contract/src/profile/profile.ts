import { z } from 'zod'
import { Account } from '../accounts/accounts.ts'
import { Expert } from '../experts/experts.ts'
import { Organization } from '../organizations/organizations.ts'
import { Person } from '../persons/persons.ts'
import { data, type RouteTable } from '../route.ts'

export const Profile = z
  .object({
    user: Account,
    isLimited: z
      .boolean()
      .meta({ description: 'Whether it is a manager that is limited to a portfolio of sponsors' }),
    mustEnrolFactor: z.boolean().meta({ description: 'As in the answer of the login' }),
    person: Person.nullable(),
    organization: Organization.nullable(),
    expert: Expert.nullable(),
    lastMessageId: z.int().min(0).meta({
      description:
        'The newest message of the caller, 0 where there is none: as `Last-Event-ID` of the first stream it makes that nothing is missed which came after this answer',
    }),
    timeZone: z.string().meta({ description: 'IANA name of the zone in which the service writes all times' }),
    roles: z
      .array(Account.shape.roleType)
      .meta({ description: 'The role of the account as a list, as pages of RuoYi read it' }),
    permissions: z.array(z.string()).meta({ description: 'The operations that the role may call' }),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>

export const profileRoutes = {
  getInfo: {
    method: 'GET',
    path: '/getInfo',
    access: 'session',
    tag: 'Accounts',
    summary: 'Profile of the caller: account, person, organization or expert, and permissions',
    answer: data(Profile),
    initialPassword: true,
    beforeEnrolment: true,
  },
} as const satisfies RouteTable
