import { operations } from '@consilium/contract/routes.ts'
import type { Api, User } from './harness.ts'

const accessOf = new Map(operations.map(({ name, route }) => [name, route.access]))

/** Returns a caller with access for any operation. */
export async function startCallers(api: Api) {
  const admin = await api.admin()
  const sponsor = await api.sponsor()
  const executor = await api.executor()
  const expert = await api.expert()
  const finance = await api.person(executor, 'finance')
  const users = new Map<string, User>([
    ['admin', admin],
    ['sponsor', sponsor],
    ['executor', executor],
    ['doctor', expert],
    ['executorFinance', finance],
  ])
  return {
    admin,
    sponsor,
    executor,
    expert,
    callerOf(operation: string): User {
      const access = accessOf.get(operation)
      if (!Array.isArray(access)) return admin
      const role = [...users.keys()].find((each) => access.includes(each))
      if (!role) throw new Error(`nobody of ${[...users.keys()].join(', ')} may call ${operation}`)
      return users.get(role)!
    },
  }
}
