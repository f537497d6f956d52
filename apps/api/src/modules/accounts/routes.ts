import { accountRoutes as routes } from '@consilium/contract/accounts/accounts.ts'
import { ownMailRoutes } from '@consilium/contract/accounts/own-mail.ts'
import type { Bind } from '../../domain/bind.ts'
import { requesterOf } from '../../infra/http/origin.ts'
import type { Accounts } from './service.ts'
import { SESSION_SECONDS } from './sessions/sessions.ts'

export function bindAccounts(on: Bind, accounts: Accounts): void {
  const { sessions, login, own } = accounts
  on(routes.login, async ({ body, session, origin, visit, keepDevice }) =>
    session.give(
      await login.byPassword(
        { userName: body.username, password: body.password },
        { origin, visit, keepDevice },
      ),
      SESSION_SECONDS,
    ),
  )
  on(routes.smsCode, ({ body, actor, origin }) => accounts.sendCode(body, requesterOf(actor, origin)))
  on(routes.challenge, () => accounts.challenge())
  on(routes.smsLogin, async ({ body, session, actor, origin, visit, keepDevice }) =>
    session.give(
      await login.byCode(requesterOf(actor, origin), body, { origin, visit, keepDevice }),
      SESSION_SECONDS,
    ),
  )
  on(routes.logout, async ({ actor, session }) => {
    await sessions.logout(actor)
    session.forget()
    return null
  })
  on(routes.changePassword, async ({ actor, body, session, origin, visit }) =>
    session.give(await own.changePassword(actor, body, { origin, visit }), SESSION_SECONDS),
  )
  on(routes.passwordCode, ({ actor }) => own.sendPasswordCode(actor))
  on(routes.forgottenPassword, ({ actor, body, origin }) =>
    own.resetForgotten(requesterOf(actor, origin), body),
  )
  on(routes.ownPhone, ({ actor }) => own.phone(actor))
  on(routes.phoneCode, ({ actor, body }) => own.sendPhoneCode(actor, body.phone))
  on(routes.changeOwnPhone, async ({ actor, body, session, origin, visit }) =>
    session.give(await own.changePhone(actor, body, { origin, visit }), SESSION_SECONDS),
  )

  on(ownMailRoutes.get, ({ actor }) => own.mail(actor))
  on(ownMailRoutes.propose, ({ actor, body }) => own.proposeMail(actor, body.address))
  on(ownMailRoutes.confirm, ({ body }) => own.confirmMail(body.token))
  on(ownMailRoutes.remove, ({ actor }) => own.removeMail(actor))

  on(routes.changeName, ({ actor, body }) => accounts.changeName(actor, body.name))

  on(routes.list, ({ actor, query }) => accounts.list(actor, query))
  on(routes.export, ({ actor, body, language }) => accounts.export(actor, body, language))
  on(routes.get, ({ actor, params }) => accounts.find(actor, params.userId))
  on(routes.create, ({ actor, body }) => accounts.create(actor, body))
  on(routes.update, ({ actor, body }) => accounts.update(actor, body))
  on(routes.changeStatus, ({ actor, body }) => accounts.changeStatus(actor, body.userId, body.status))
  on(routes.archive, ({ actor, body }) => accounts.archiveStaff(actor, body.userId, body.archived))
  on(routes.resetPassword, ({ actor, body }) => accounts.resetPassword(actor, body.userId))
  on(routes.replacePhone, ({ actor, body }) => accounts.replacePhone(actor, body.userId, body.phone))
  on(routes.remove, ({ actor, params }) => accounts.remove(actor, params.userId))
}
