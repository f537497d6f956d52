import type { LoginAnswer } from '@consilium/contract/accounts.ts'
import type { PasskeyAssertion, PasskeyRequest, ProofMethod } from '@consilium/contract/proofs.ts'
import type { SecondFactorBody } from '@consilium/contract/second-factor.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Visit } from '../../infra/http/session-cookie.ts'
import { isHash } from '../../infra/password.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Challenges } from './challenges.ts'
import * as factors from './factor-repository.ts'
import * as passkeyRows from './passkey-repository.ts'
import { clientDataOf, type Passkeys } from './passkeys.ts'
import type { Proofs } from './proofs.ts'
import * as accounts from './repository.ts'
import type { Sessions } from './sessions.ts'

interface Parts {
  sessions: Sessions
  challenges: Challenges
  passkeys: Passkeys
  proofs: Proofs
}

function refuseDisabled(account: accounts.Credentials): void {
  if (account.status === '1') throw new Refusal('ACCOUNT_DISABLED', { subject: account })
}

/** Opens a session after a proven first factor, or after a passkey, which replaces both factors. */
export function createAdmission(context: Context, { sessions, challenges, passkeys, proofs }: Parts) {
  const { db, clock } = context

  async function challenged(
    account: accounts.Credentials,
    { hasTotp }: factors.Factors,
  ): Promise<LoginAnswer> {
    const { userId, userName, roleType, mustChangePassword } = account
    const { challenge, expiresAt } = await challenges.issue('login', { userId })
    const credentials = passkeys.isUsable ? await passkeyRows.credentialsOf(db, userId) : []
    const hasCodes = (await factors.countRecoveryCodes(db, userId)) > 0
    const methods: ProofMethod[] = [
      ...(hasTotp ? (['code'] as const) : []),
      ...(credentials.length > 0 ? (['passkey'] as const) : []),
      ...(hasCodes ? (['recoveryCode'] as const) : []),
    ]
    const passkey =
      credentials.length > 0 ? await passkeys.request(challenge, credentials, 'preferred') : null
    return {
      token: '',
      expiresAt,
      userId,
      userName,
      roleType,
      mustChangePassword,
      hasPassword: isHash(account.passwordHash),
      mustEnrolFactor: false,
      secondFactor: { challenge, methods, expiresAt, passkey },
    }
  }

  return {
    /**
     * Continues after a correct password or SMS code: opens a session, or returns the challenge for the second
     * factor.
     */
    async admit(
      account: accounts.Credentials,
      visit: Visit,
      { byCode = false }: { byCode?: boolean } = {},
    ): Promise<LoginAnswer> {
      refuseDisabled(account)
      const own = await factors.factorsOf(db, account.userId)
      if (own.hasTotp || own.hasPasskey) return challenged(account, own)
      return inTransaction(db, (trx) =>
        sessions.open(account, { visit, firstFactorTime: clock.wire(), secondFactorTime: null, byCode }, trx),
      )
    },

    /** Checks the second factor and opens the session. */
    async complete({ challenge, ...proof }: SecondFactorBody, visit: Visit): Promise<LoginAnswer> {
      const userId = await challenges.spendLoginTry(challenge)
      const account = userId === null ? undefined : await accounts.credentialsById(db, userId)
      if (!account) throw new Refusal('SECOND_FACTOR_EXPIRED')
      refuseDisabled(account)
      const spend = await proofs.prove(account, proof, challenge)
      return inTransaction(db, async (trx) => {
        await spend(trx)
        if (!(await challenges.take(trx, challenge, 'login')))
          throw new Refusal('SECOND_FACTOR_EXPIRED', { subject: account })
        const now = clock.wire()
        return sessions.open(account, { visit, firstFactorTime: now, secondFactorTime: now }, trx)
      })
    },

    async passkeyOptions(): Promise<PasskeyRequest> {
      passkeys.requireUsable()
      const { challenge } = await challenges.issue('passkeyLogin')
      return passkeys.request(challenge, [], 'required')
    },

    /** A passkey with user verification counts as both factors. */
    async byPasskey(assertion: PasskeyAssertion, visit: Visit): Promise<LoginAnswer> {
      passkeys.requireUsable()
      const failed = new Refusal('PASSKEY_LOGIN_FAILED')
      const challenge = clientDataOf(assertion)?.challenge
      if (challenge === undefined || !(await challenges.take(db, challenge, 'passkeyLogin'))) throw failed
      const stored = await passkeyRows.findCredential(db, assertion.id)
      const account = stored && (await accounts.credentialsById(db, stored.userId))
      if (!account) throw failed
      const refused = new Refusal('PASSKEY_LOGIN_FAILED', { subject: account })
      const use = await passkeys.verifyUse(assertion, stored, challenge, { userVerified: true })
      if (!use) throw refused
      refuseDisabled(account)
      return inTransaction(db, async (trx) => {
        const now = clock.wire()
        const noted = { passkeyId: stored.passkeyId, ...use, now }
        if (!(await passkeyRows.notePasskeyUse(trx, noted))) throw refused
        return sessions.open(account, { visit, firstFactorTime: null, secondFactorTime: now }, trx)
      })
    },
  }
}

export type Admission = ReturnType<typeof createAdmission>
