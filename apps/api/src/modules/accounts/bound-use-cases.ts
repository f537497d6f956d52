import { completeLogin, loginByPasskey, passkeyLoginOptions } from './login/admission.ts'
import { checkCode, sendCode, spendCode } from './login/codes.ts'
import { confirm, confirmOptions, requireSecondFactor } from './login/confirmation.ts'
import { loginByCode, loginByPassword } from './login/login.ts'
import {
  changePassword,
  changePhone,
  ownPhone,
  resetForgotten,
  sendPasswordCode,
  sendPhoneCode,
} from './own-account.ts'
import { addPasskey, ownPasskeyOptions, removePasskey, renamePasskey } from './factors/own-passkeys.ts'
import { authenticateKey } from './machine-keys.ts'
import { confirmMail, ownMail, proposeMail, removeMail } from './mail/own-mail.ts'
import type { Scope } from './scope.ts'
import {
  beginTotp,
  confirmTotp,
  factorStatus,
  removeTotp,
  renewRecoveryCodes,
  resetFactors,
} from './factors/second-factor.ts'
import { endOtherSessions, endOwnSessions, endSessionsOf, listOwnSessions } from './sessions/session-list.ts'
import { authenticate, logout } from './sessions/sessions.ts'

/** Binds use cases to the scope that they work with. */
export const binder =
  (scope: Scope) =>
  <Given extends unknown[], Answer>(useCase: (scope: Scope, ...given: Given) => Answer) =>
  (...given: Given): Answer =>
    useCase(scope, ...given)

/** Everything between a first factor and a session. */
export function factorUseCases(scope: Scope) {
  const bound = binder(scope)
  return {
    sessions: { authenticate: bound(authenticate), logout: bound(logout) },
    keys: { authenticate: bound(authenticateKey) },
    login: { byPassword: bound(loginByPassword), byCode: bound(loginByCode) },
    admission: {
      complete: bound(completeLogin),
      passkeyOptions: bound(passkeyLoginOptions),
      byPasskey: bound(loginByPasskey),
    },
    confirmation: {
      options: bound(confirmOptions),
      confirm: bound(confirm),
      requireSecondFactor: bound(requireSecondFactor),
    },
    secondFactor: {
      status: bound(factorStatus),
      beginTotp: bound(beginTotp),
      confirmTotp: bound(confirmTotp),
      removeTotp: bound(removeTotp),
      renewRecoveryCodes: bound(renewRecoveryCodes),
      reset: bound(resetFactors),
    },
    ownPasskeys: {
      options: bound(ownPasskeyOptions),
      create: bound(addPasskey),
      rename: bound(renamePasskey),
      remove: bound(removePasskey),
    },
    sessionList: {
      list: bound(listOwnSessions),
      end: bound(endOwnSessions),
      endOthers: bound(endOtherSessions),
      endOf: bound(endSessionsOf),
    },
  }
}

/** Codes by SMS, and what owners change of their own accounts. */
export function ownUseCases(scope: Scope) {
  const bound = binder(scope)
  return {
    codes: { send: bound(sendCode), check: bound(checkCode), spend: spendCode },
    own: {
      sendPasswordCode: bound(sendPasswordCode),
      changePassword: bound(changePassword),
      resetForgotten: bound(resetForgotten),
      phone: bound(ownPhone),
      sendPhoneCode: bound(sendPhoneCode),
      changePhone: bound(changePhone),
      mail: bound(ownMail),
      proposeMail: bound(proposeMail),
      confirmMail: bound(confirmMail),
      removeMail: bound(removeMail),
    },
  }
}
