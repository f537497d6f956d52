import type { Language } from '@consilium/contract/errors.ts'
import { commaOf, namesOf, orNothing } from '@consilium/web-kit/format.ts'
import { useLanguage } from './texts.ts'

export { bytes, day, minute, money, orNothing, yuan } from '@consilium/web-kit/format.ts'

/** Returns a label in the language of the page. */
export function useLabel<K extends string>(labels: Record<K, Record<Language, string>>): (key: K) => string {
  const language = useLanguage()
  return (key) => labels[key][language]
}

/** What stands between the items of a list. */
export const useComma = (): string => commaOf(useLanguage())

/** What stands between a word and what it is said of. */
export const useColon = (): string => (useLanguage() === 'en' ? ': ' : '：')

/** Names in one text, which the API joins as Chinese does. */
export function useNames(): (joined: string | null) => string {
  const language = useLanguage()
  return (joined) => orNothing(joined && namesOf(joined, language))
}
