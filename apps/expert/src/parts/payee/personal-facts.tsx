import type { Expert } from '@consilium/contract/experts/experts.ts'
import { ID_TYPES, type IdType } from '@consilium/contract/persons/identity.ts'
import {
  FACTS_TO_STATE,
  factsInWords,
  regionName,
  REGIONS,
  SEX_LABELS,
  SEXES,
} from '@consilium/contract/persons/personal-facts.ts'
import { orNothing } from '@consilium/web-kit/format.ts'
import { factTexts } from '@consilium/web-kit/words/personal-facts-texts.ts'
import type { ComponentChildren } from 'preact'
import type { View } from '../../visit.ts'
import { ComboboxField } from '../inputs/combobox.tsx'
import { SelectField, TextField, type FieldProps } from '../fields.tsx'
import { Notice } from '../notice.tsx'

type Fact = 'nationality' | 'sex' | 'birthDate'

/** All countries and regions in the order of their names. */
const regionsIn = (language: View['language']) =>
  REGIONS.map((value) => ({ value, label: regionName(value, language) })).toSorted((a, b) =>
    a.label.localeCompare(b.label, language),
  )

/** Asked for with some documents only; `client/inputs/papers.ts` shows it with them. */
function OfDocuments({
  fact,
  idType,
  children,
}: {
  fact: Fact
  idType: string
  children: ComponentChildren
}) {
  const asking = ID_TYPES.filter((each) => FACTS_TO_STATE[each].includes(fact))
  return (
    <div data-of={asking.join(' ')} hidden={!asking.some((each) => each === idType)}>
      {children}
    </div>
  )
}

interface FieldsProps {
  view: View
  of: (name: string, label?: string) => FieldProps
  idType: string
}

/** Inputs for what the chosen document does not say. */
export function PersonalFactsFields({ view, of, idType }: FieldsProps) {
  const t = view.say(factTexts)
  const hint = t('why')
  return (
    <>
      <OfDocuments fact="nationality" idType={idType}>
        <ComboboxField {...of('nationality', t('nationality'))} hint={hint} from={regionsIn(view.language)} />
      </OfDocuments>
      <OfDocuments fact="sex" idType={idType}>
        <SelectField
          {...of('sex', t('sex'))}
          hint={hint}
          options={SEXES.map((value) => ({ value, label: view.label(SEX_LABELS, value) }))}
        />
      </OfDocuments>
      <OfDocuments fact="birthDate" idType={idType}>
        <TextField {...of('birthDate', t('birthDate'))} hint={hint} type="date" />
      </OfDocuments>
    </>
  )
}

/** Label and value of each fact that the document does not say; masked values stay as they are. */
export function personalFacts(
  { say, label, language }: View,
  idType: IdType,
  facts: Pick<Expert, Fact>,
): [string, string][] {
  const t = say(factTexts)
  const inWords = (fact: Fact): string | null => {
    const value = facts[fact]
    if (fact === 'nationality' && value !== null && REGIONS.includes(value))
      return regionName(value, language)
    const sex = SEXES.find((each) => each === value)
    return fact === 'sex' && sex ? label(SEX_LABELS, sex) : value
  }
  return FACTS_TO_STATE[idType].map((fact) => [t(fact), orNothing(inWords(fact))])
}

/** Says what a profile with a foreign document lacks. */
export function MissingFacts({ view, expert }: { view: View; expert: Expert }) {
  const t = view.say(factTexts)
  const { idType, missingFacts } = expert
  if (missingFacts.length === 0 || FACTS_TO_STATE[idType].length === 0) return null
  return (
    <Notice tone="warning" title={t('missing', { facts: factsInWords(missingFacts, view.language) })}>
      <p>{t('missingHint')}</p>
    </Notice>
  )
}
