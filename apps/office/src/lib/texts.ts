import type { Language } from '@consilium/contract/errors.ts'
import { lookCookie, readLook } from '@consilium/web-kit/look.ts'
import { textOf, type Pairs, type Texts, type Translate } from '@consilium/web-kit/texts.ts'
import { useCallback, useSyncExternalStore } from 'react'

export { LANGUAGES, defineTexts, textOf } from '@consilium/web-kit/texts.ts'
export type { Texts, Translate } from '@consilium/web-kit/texts.ts'

const LANGUAGE_KEY = 'consilium.language'

function chosenLanguage(): Language {
  const wanted = localStorage.getItem(LANGUAGE_KEY) ?? navigator.language
  return wanted.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

let current = chosenLanguage()
const listeners = new Set<() => void>()
document.documentElement.lang = current

/** The current language, for code outside components such as the request client. */
export const language = (): Language => current

export function setLanguage(next: Language): void {
  localStorage.setItem(LANGUAGE_KEY, next)
  document.cookie = lookCookie({ ...readLook(document.cookie), language: next })
  document.documentElement.lang = next
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, language)

/** Returns the texts of a feature in the current language. */
export function useTexts<P extends Pairs>(texts: Texts<P>): Translate<P> {
  const to = useLanguage()
  return useCallback((key, options) => textOf(texts, key, to, options), [texts, to])
}
