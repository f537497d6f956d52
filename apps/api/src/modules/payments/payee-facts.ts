import { factsOfResidentNumber, openFacts, openIdentity, type PersonalFacts } from '../experts/service.ts'
import { numberOf } from './recording.ts'
import type { Scope } from './scope.ts'
import type { PaidPerson } from './tax-exports/tax-rows.ts'

/** A permit to enter the mainland is issued in one region only. */
function regionOfPermit(number: string | null, idType: PaidPerson['idType']): string | null {
  if (idType === 'taiwanPermit') return 'TW'
  if (idType !== 'hkMacauPermit') return null
  return number?.startsWith('M') ? 'MO' : 'HK'
}

/**
 * Nationality, sex and date of birth as the document that somebody was paid with states them, and otherwise the profile
 * as it is now. Throws SealBroken.
 */
export function factsOf({ keys }: Pick<Scope, 'keys'>, person: PaidPerson): PersonalFacts {
  const number = numberOf(keys, person)
  const none = { nationality: null, sex: null, birthDate: null }
  if (person.idType === 'residentCard') return factsOfResidentNumber(number) ?? { ...none, nationality: 'CN' }
  const { profile } = person
  const stated = openFacts(keys, profile)
  const card =
    profile.idType === 'residentCard'
      ? factsOfResidentNumber(openIdentity(keys, { ...profile, bankAccountCipher: null }).idCardNo)
      : null
  return {
    nationality: regionOfPermit(number, person.idType) ?? stated.nationality ?? card?.nationality ?? null,
    sex: stated.sex ?? card?.sex ?? null,
    birthDate: stated.birthDate ?? card?.birthDate ?? null,
  }
}
