import { accountRoutes as routes } from '@consilium/contract/accounts.ts'
import type { Bind } from '../../infra/http/bind.ts'
import type { Accounts } from './service.ts'

export function bindAccounts(on: Bind, accounts: Accounts): void {
  const { sessions } = accounts
  on(routes.login, ({ body }) => sessions.login(body.username, body.password))
  on(routes.smsCode, ({ body }) => sessions.sendCode(body.phone))
  on(routes.smsLogin, ({ body }) => sessions.smsLogin(body.phone, body.code))
  on(routes.logout, async ({ actor }) => {
    await sessions.logout(actor)
    return null
  })
  on(routes.changePassword, ({ actor, body }) =>
    accounts.changePassword(actor, body.oldPassword, body.newPassword),
  )

  on(routes.list, ({ actor, query }) => accounts.list(actor, query))
  on(routes.get, ({ actor, params }) => accounts.find(actor, params.userId))
  on(routes.create, ({ actor, body }) => accounts.create(actor, body))
  on(routes.update, ({ actor, body }) => accounts.update(actor, body))
  on(routes.changeStatus, ({ actor, body }) => accounts.changeStatus(actor, body.userId, body.status))
  on(routes.resetPassword, ({ actor, body }) => accounts.resetPassword(actor, body.userId, body.password))
  on(routes.remove, ({ actor, params }) => accounts.remove(actor, params.userId))
}
