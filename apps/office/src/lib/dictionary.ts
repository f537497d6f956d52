import { useQuery } from '@tanstack/react-query'
import { dictionaryRoutes, LABELLED_DICTIONARIES } from '@consilium/contract/dictionaries/dictionaries.ts'
import { call } from './requests/api.ts'
import { useLanguage } from './texts.ts'

export interface Option {
  value: string
  label: string
}

export interface Dictionary {
  /** Returns the label of a value, or the value itself if it has none. While there are no labels it is a mark of waiting. */
  label: (value: string) => string
  options: Option[]
}

const NO_LABELS_YET = '…'

/** One request for all whose labels stand beside records: a page shows several of them. */
const askedTogether = (dictType: string) =>
  LABELLED_DICTIONARIES.some((each) => each === dictType) ? LABELLED_DICTIONARIES.join(',') : dictType

/** The labels of a dictionary in the language of the page. */
export function useDictionary(dictType: string): Dictionary {
  const language = useLanguage()
  const asked = askedTogether(dictType)
  const { data } = useQuery({
    queryKey: ['dictionary', asked],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(dictionaryRoutes.dataOfType, { params: { dictType: asked }, signal }),
  })
  const own = (data ?? []).filter((each) => each.dictType === dictType)
  const options = own.map(({ dictValue, dictLabel, dictLabelEn }) => ({
    value: dictValue,
    label: language === 'en' ? dictLabelEn : dictLabel,
  }))
  const label = (value: string) =>
    data === undefined ? NO_LABELS_YET : (options.find((each) => each.value === value)?.label ?? value)
  return { options, label }
}
