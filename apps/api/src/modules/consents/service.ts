import { DATA_CONSENT } from '@consilium/contract/consents/consent-texts.ts'
import type { DataConsent, DataConsentGive } from '@consilium/contract/consents/consents.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import * as repository from './repository.ts'

/**
 * The separate consent to the use of identity and bank data (Personal Information Protection Law, articles 14 to 16
 * and 28 to 30): asked for by itself, kept with its version, and withdrawn as easily as it is given.
 */
export function createConsents({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  async function read(actor: Actor, language: Language): Promise<DataConsent> {
    const records = await repository.listConsents(db, actor.userId)
    const inForce = records.find(({ endedTime, version }) => !endedTime && version === DATA_CONSENT.version)
    return {
      version: DATA_CONSENT.version,
      text: DATA_CONSENT.text[language],
      isGiven: inForce !== undefined,
      givenTime: inForce?.givenTime ?? null,
      records,
    }
  }

  return {
    read,

    /** Gives the consent to the text that was shown. A repeated request changes nothing. */
    async give(
      actor: Actor,
      { version }: DataConsentGive,
      { address, language }: { address: string; language: Language },
    ): Promise<DataConsent> {
      if (version !== DATA_CONSENT.version) throw new Refusal('CONSENT_OUTDATED')
      const { userId } = actor
      await inTransaction(db, async (trx) => {
        const time = clock.wire()
        const inForce = await repository.lockConsent(trx, userId)
        if (inForce !== null && inForce !== version)
          await repository.endConsent(trx, userId, { time, because: 'renewed' })
        await repository.insertConsent(trx, { userId, version, time, address })
      })
      return read(actor, language)
    },

    /** Withdraws the consent. Waits for a signing under way, which has locked it. */
    async withdraw(actor: Actor, language: Language): Promise<DataConsent> {
      await repository.endConsent(db, actor.userId, { time: clock.wire(), because: 'withdrawn' })
      return read(actor, language)
    },
  }
}

export { hasConsented, shareLockConsents } from './facts-repository.ts'

export type Consents = ReturnType<typeof createConsents>
