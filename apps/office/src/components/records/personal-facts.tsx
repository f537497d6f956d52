import type { Expert } from '@consilium/contract/experts/experts.ts'
import type { IdType } from '@consilium/contract/persons/identity.ts'
import {
  FACTS_TO_STATE,
  factsInWords,
  regionName,
  REGIONS,
  SEX_LABELS,
  SEXES,
  type PayeeFact,
} from '@consilium/contract/persons/personal-facts.ts'
import { Alert } from '@mantine/core'
import { orNothing } from '../../lib/format.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { factTexts } from '@consilium/web-kit/words/personal-facts-texts.ts'

type Facts = Pick<Expert, 'nationality' | 'sex' | 'birthDate'>

/** Label and value of each fact that the document does not say; masked values stay as they are. */
export function usePersonalFacts(): (idType: IdType, facts: Facts) => [string, string][] {
  const t = useTexts(factTexts)
  const language = useLanguage()
  return (idType, facts) => {
    const inWords = (fact: keyof Facts): string | null => {
      const value = facts[fact]
      if (fact === 'nationality' && value !== null && REGIONS.includes(value))
        return regionName(value, language)
      const sex = SEXES.find((each) => each === value)
      return fact === 'sex' && sex ? SEX_LABELS[sex][language] : value
    }
    return FACTS_TO_STATE[idType].map((fact) => [t(fact), orNothing(inWords(fact))])
  }
}

/** Says what a profile with a foreign document lacks. */
export function MissingFacts({ idType, facts }: { idType: IdType; facts: readonly PayeeFact[] }) {
  const t = useTexts(factTexts)
  const language = useLanguage()
  if (facts.length === 0 || FACTS_TO_STATE[idType].length === 0) return null
  return (
    <Alert
      color="orange"
      role="status"
      mb="md"
      title={t('missing', { facts: factsInWords(facts, language) })}
    >
      {t('missingHint')}
    </Alert>
  )
}
