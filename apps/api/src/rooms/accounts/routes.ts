import { accountRoutes as routes } from '@consilium/contract/accounts.ts'
import type { Bind } from '../../infra/http/bind.ts'
import { requesterOf } from '../../infra/http/origin.ts'
import type { Accounts } from './service.ts'
import { SESSION_SECONDS } from './sessions.ts'

export function bindAccounts(on: Bind, accounts: Accounts): void {
  const { sessions, login } = accounts
  on(routes.login, async ({ body, session, visit }) =>
    session.give(await login.byPassword(body.username, body.password, visit), SESSION_SECONDS),
  )
  on(routes.smsCode, ({ body, actor, origin }) =>
    accounts.sendCode(body.phone, body.purpose, requesterOf(actor, origin)),
  )
  on(routes.smsLogin, async ({ body, session, actor, origin, visit }) =>
    session.give(
      await login.byCode(requesterOf(actor, origin), body.phone, body.code, visit),
      SESSION_SECONDS,
    ),
  )
  on(routes.logout, async ({ actor, session }) => {
    await sessions.logout(actor)
    session.forget()
    return null
  })
  on(routes.changePassword, async ({ actor, body, session, visit }) =>
    session.give(await accounts.changePassword(actor, body, visit), SESSION_SECONDS),
  )

  on(routes.changeName, ({ actor, body }) => accounts.changeName(actor, body.name))

  on(routes.list, ({ actor, query }) => accounts.list(actor, query))
  on(routes.export, ({ actor, body, language }) => accounts.export(actor, body, language))
  on(routes.get, ({ actor, params }) => accounts.find(actor, params.userId))
  on(routes.create, ({ actor, body }) => accounts.create(actor, body))
  on(routes.update, ({ actor, body }) => accounts.update(actor, body))
  on(routes.changeStatus, ({ actor, body }) => accounts.changeStatus(actor, body.userId, body.status))
  on(routes.archive, ({ actor, body }) => accounts.archiveStaff(actor, body.userId, body.archived))
  on(routes.resetPassword, ({ actor, body }) => accounts.resetPassword(actor, body.userId, body.password))
  on(routes.remove, ({ actor, params }) => accounts.remove(actor, params.userId))
}
