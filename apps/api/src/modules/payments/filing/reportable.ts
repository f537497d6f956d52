import type { Language } from '@consilium/contract/errors.ts'
import { UNREPORTABLE_MAX, type TaxMonth } from '@consilium/contract/payments/payments.ts'
import { factsInWords } from '@consilium/contract/persons/personal-facts.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { missingIn } from '../../experts/service.ts'
import * as repository from '../tax-exports/export-repository.ts'
import type { Month } from '../tax-exports/export-repository.ts'
import type { Scope } from '../scope.ts'

/** People whose missing facts a refusal names. */
const NAMED_MAX = 5

const NAMED = {
  'zh-CN': (name: string, facts: string) => `${name}（缺${facts}）`,
  en: (name: string, facts: string) => `${name} (${facts})`,
} as const

const missingOf = ({ idType, hasNumber, nationality, sex, birthDate }: repository.UnreportablePerson) =>
  missingIn({ idType, idCardNo: hasNumber ? idType : null, nationality, sex, birthDate })

/** The first people of a month who cannot be reported, with what is missing of each. */
export const unreportableOf = async (
  { db }: Pick<Scope, 'db'>,
  month: Month,
): Promise<TaxMonth['unreportable']> =>
  (await repository.unreportable(db, month, UNREPORTABLE_MAX)).map((person) => ({
    name: person.name,
    missingFacts: missingOf(person),
  }))

function refuseNumbers(people: TaxMonth['unreportable']): void {
  const names = people.filter(({ missingFacts }) => missingFacts.includes('idCardNo')).map(({ name }) => name)
  if (names.length > 0)
    throw new Refusal('PAYEE_NUMBER_MISSING', { params: { names: names.slice(0, NAMED_MAX).join('、') } })
}

/** Throws PAYEE_NUMBER_MISSING if somebody who was paid has no identity number on file. */
export const requireNumbers = async (scope: Pick<Scope, 'db'>, month: Month): Promise<void> =>
  refuseNumbers(await unreportableOf(scope, month))

/** Throws PAYEE_NUMBER_MISSING and PAYEE_FACTS_MISSING if a person of the month cannot be reported. */
export async function requireReportable(scope: Pick<Scope, 'db'>, month: Month): Promise<void> {
  const people = await unreportableOf(scope, month)
  refuseNumbers(people)
  if (people.length === 0) return
  const inWords = (language: Language) =>
    people
      .slice(0, NAMED_MAX)
      .map(({ name, missingFacts }) => NAMED[language](name, factsInWords(missingFacts, language)))
      .join(language === 'en' ? '; ' : '；')
  throw new Refusal('PAYEE_FACTS_MISSING', {
    params: { people: { 'zh-CN': inWords('zh-CN'), en: inWords('en') } },
  })
}
