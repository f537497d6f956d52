import type { IdType } from '@consilium/contract/persons/identity.ts'
import {
  birthDateProblem,
  FACTS_TO_STATE,
  Sex,
  type PayeeFact,
} from '@consilium/contract/persons/personal-facts.ts'
import { inBothLanguages } from '@consilium/contract/words.ts'
import type { Clock } from '../../infra/clock.ts'
import { SealBroken, type Keys } from '../../infra/keys/keys.ts'
import type { Log } from '../../infra/log.ts'
import { badFields } from '../../infra/refusal.ts'

/** What a profile states of somebody with a foreign document, stored encrypted only. */
export interface PersonalFacts {
  /** ISO 3166-1, two letters. */
  nationality: string | null
  sex: Sex | null
  /** `yyyy-MM-dd` */
  birthDate: string | null
}

export interface SealedFacts {
  nationalityCipher: Buffer | null
  sexCipher: Buffer | null
  birthDateCipher: Buffer | null
}

type Partly<T> = { [K in keyof T]?: T[K] | undefined }
type FactColumn = 'nationality_cipher' | 'sex_cipher' | 'birth_date_cipher'

const placeOf = (expertId: number, column: FactColumn) => ({ table: 'expert', column, row: expertId })

/** Null clears a fact. Undefined ones are left unchanged. */
export function sealFacts(
  keys: Keys,
  expertId: number,
  { nationality, sex, birthDate }: Partly<PersonalFacts>,
): Partly<SealedFacts> {
  const seal = (fact: string | null | undefined, column: FactColumn) =>
    typeof fact === 'string' ? keys.seal(fact, placeOf(expertId, column)) : fact
  return {
    nationalityCipher: seal(nationality, 'nationality_cipher'),
    sexCipher: seal(sex, 'sex_cipher'),
    birthDateCipher: seal(birthDate, 'birth_date_cipher'),
  }
}

/** Throws SealBroken. */
export function openFacts(keys: Keys, row: SealedFacts & { expertId: number }): PersonalFacts {
  const open = (cipher: Buffer | null, column: FactColumn) =>
    cipher && keys.open(cipher, placeOf(row.expertId, column))
  const sex = open(row.sexCipher, 'sex_cipher')
  return {
    nationality: open(row.nationalityCipher, 'nationality_cipher'),
    sex: sex === null ? null : Sex.parse(sex),
    birthDate: open(row.birthDateCipher, 'birth_date_cipher'),
  }
}

const MASKS = { nationality: '**', sex: '*', birthDate: '****-**-**' } as const

/** The facts as a profile is answered with: whole to its owner, to others only whether they are known. */
export function shownFacts(
  { keys, log }: { keys: Keys; log: Log },
  row: SealedFacts & { expertId: number },
  isOwn: boolean,
): { [K in keyof PersonalFacts]: string | null } {
  const masked = {
    nationality: row.nationalityCipher && MASKS.nationality,
    sex: row.sexCipher && MASKS.sex,
    birthDate: row.birthDateCipher && MASKS.birthDate,
  }
  if (!isOwn) return masked
  try {
    return openFacts(keys, row)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    log.error(error)
    return masked
  }
}

/** What the tax authority asks for and is null. The values may be sealed. */
export const missingIn = (known: { idType: IdType } & Readonly<Record<PayeeFact, unknown>>): PayeeFact[] =>
  (['idCardNo', ...FACTS_TO_STATE[known.idType]] as const).filter((fact) => known[fact] === null)

/** @throws Refusal VALIDATION_FAILED on `birthDate` for a day on which nobody who is paid was born */
export function requirePlausible(clock: Pick<Clock, 'today'>, birthDate: string | null | undefined): void {
  if (typeof birthDate !== 'string') return
  const problem = birthDateProblem(birthDate, clock.today())
  if (problem !== null) throw badFields(['birthDate'], inBothLanguages(problem))
}

const BIRTH = /^\d{6}(\d{4})(\d{2})(\d{2})\d{2}(\d)/

/** What the number of a resident card contains (GB 11643); null for another number. */
export function factsOfResidentNumber(number: string | null): PersonalFacts | null {
  const [, year, month, day, order] = BIRTH.exec(number ?? '') ?? []
  if (year === undefined) return null
  return {
    nationality: 'CN',
    sex: Number(order) % 2 === 1 ? 'male' : 'female',
    birthDate: `${year}-${month}-${day}`,
  }
}
