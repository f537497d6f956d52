import type { Language } from '@consilium/contract/errors.ts'
import { useLanguage } from './texts.ts'

export { bytes, day, minute, money, orNothing } from '@consilium/web-kit/format.ts'

/** Returns a label in the language of the page. */
export function useLabel<K extends string>(labels: Record<K, Record<Language, string>>): (key: K) => string {
  const language = useLanguage()
  return (key) => labels[key][language]
}
