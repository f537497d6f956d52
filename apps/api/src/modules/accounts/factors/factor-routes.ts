import { ownSessionRoutes } from '@consilium/contract/login/own-sessions.ts'
import { passkeyRoutes } from '@consilium/contract/login/passkeys.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import type { Bind } from '../../../domain/bind.ts'
import type { Accounts } from '../service.ts'
import { SESSION_SECONDS } from '../sessions/sessions.ts'

/** Routes of second factors, passkeys and the session list. */
export function bindFactors(on: Bind, accounts: Accounts): void {
  const { admission, confirmation, secondFactor, ownPasskeys, sessionList } = accounts

  on(secondFactorRoutes.login, async ({ body, session, origin, visit, keepDevice }) =>
    session.give(await admission.complete(body, { origin, visit, keepDevice }), SESSION_SECONDS),
  )
  on(passkeyRoutes.loginOptions, () => admission.passkeyOptions())
  on(passkeyRoutes.login, async ({ body, session, origin, visit, keepDevice }) =>
    session.give(await admission.byPasskey(body.credential, { origin, visit, keepDevice }), SESSION_SECONDS),
  )

  on(secondFactorRoutes.status, ({ actor }) => secondFactor.status(actor))
  on(secondFactorRoutes.confirm, async ({ actor, body, origin }) => {
    await confirmation.confirm(actor, body, origin)
    return secondFactor.status(actor)
  })
  on(secondFactorRoutes.confirmOptions, ({ actor }) => confirmation.options(actor))
  on(secondFactorRoutes.beginTotp, ({ actor }) => secondFactor.beginTotp(actor))
  on(secondFactorRoutes.confirmTotp, ({ actor, body }) => secondFactor.confirmTotp(actor, body.code))
  on(secondFactorRoutes.removeTotp, ({ actor }) => secondFactor.removeTotp(actor))
  on(secondFactorRoutes.renewRecoveryCodes, ({ actor }) => secondFactor.renewRecoveryCodes(actor))
  on(secondFactorRoutes.reset, ({ actor, body }) => secondFactor.reset(actor, body.userId))

  on(passkeyRoutes.createOptions, ({ actor }) => ownPasskeys.options(actor))
  on(passkeyRoutes.create, ({ actor, body }) => ownPasskeys.create(actor, body))
  on(passkeyRoutes.rename, ({ actor, body }) => ownPasskeys.rename(actor, body.passkeyId, body.name))
  on(passkeyRoutes.remove, ({ actor, params }) => ownPasskeys.remove(actor, params.passkeyId))

  on(ownSessionRoutes.list, ({ actor, query }) => sessionList.list(actor, query))
  on(ownSessionRoutes.endOthers, ({ actor }) => sessionList.endOthers(actor))
  on(ownSessionRoutes.end, ({ actor, params }) => sessionList.end(actor, params.sessionId))
  on(ownSessionRoutes.endOf, ({ actor, body }) => sessionList.endOf(actor, body.userId))
}
