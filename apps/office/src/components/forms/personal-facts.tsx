import type { Expert } from '@consilium/contract/experts/experts.ts'
import { ID_TYPES, type IdType } from '@consilium/contract/persons/identity.ts'
import {
  FACTS_TO_STATE,
  regionName,
  REGIONS,
  SEX_LABELS,
  SEXES,
} from '@consilium/contract/persons/personal-facts.ts'
import { useMemo } from 'react'
import type { Option } from '../../lib/dictionary.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { SelectField } from './choice-fields.tsx'
import { DateField } from '../dates/date-fields.tsx'
import { useField } from './fields.tsx'
import { factTexts } from '@consilium/web-kit/words/personal-facts-texts.ts'

/** All countries and regions in the order of their names. */
export function useRegions(): Option[] {
  const language = useLanguage()
  return useMemo(
    () =>
      REGIONS.map((value) => ({ value, label: regionName(value, language) })).toSorted((a, b) =>
        a.label.localeCompare(b.label, language),
      ),
    [language],
  )
}

const isIdType = (value: unknown): value is IdType => ID_TYPES.some((each) => each === value)

type Facts = Pick<Expert, 'nationality' | 'sex' | 'birthDate'>

/** Inputs for what the chosen document does not say; `hintOf` describes those that have a value already. */
export function PersonalFactsFields({ hintOf }: { hintOf?: (fact: keyof Facts) => string | undefined }) {
  const t = useTexts(factTexts)
  const language = useLanguage()
  const regions = useRegions()
  const { value } = useField('idType')
  if (!isIdType(value)) return null
  const asked = FACTS_TO_STATE[value]
  const hint = (fact: keyof Facts) => hintOf?.(fact) ?? t('why')
  return (
    <>
      {asked.includes('nationality') && (
        <SelectField
          name="nationality"
          label={t('nationality')}
          description={hint('nationality')}
          options={regions}
        />
      )}
      {asked.includes('sex') && (
        <SelectField
          name="sex"
          label={t('sex')}
          description={hint('sex')}
          options={SEXES.map((sex) => ({ value: sex, label: SEX_LABELS[sex][language] }))}
        />
      )}
      {asked.includes('birthDate') && (
        <DateField name="birthDate" label={t('birthDate')} description={hint('birthDate')} />
      )}
    </>
  )
}
