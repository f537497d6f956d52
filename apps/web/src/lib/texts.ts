import type { Language } from '@consilium/contract/errors.ts'
import i18next, { type TOptions } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

export const LANGUAGES = ['zh-CN', 'en'] as const satisfies readonly Language[]
const LANGUAGE_KEY = 'consilium.language'

/** Both languages side by side, so that neither can be forgotten. English plurals end in `_one` and `_other`. */
type Pairs = Readonly<Record<string, readonly [zh: string, en: string]>>
type KeyOf<P extends Pairs> = keyof P extends infer K
  ? K extends `${infer Base}_${'one' | 'other'}`
    ? Base
    : K
  : never

export interface Texts<P extends Pairs> {
  readonly namespace: string
  readonly pairs: P
}

export type Translate<P extends Pairs> = (key: KeyOf<P> & string, options?: TOptions) => string

function chosenLanguage(): Language {
  const kept = localStorage.getItem(LANGUAGE_KEY)
  const wanted = kept ?? navigator.language
  return wanted.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

function show(language: string): void {
  document.documentElement.lang = language
}

/** Read by whoever has to speak before the first page stands, such as the request client. */
export const language = (): Language => (i18next.language === 'en' ? 'en' : 'zh-CN')

export async function setLanguage(next: Language): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, next)
  await i18next.changeLanguage(next)
}

await i18next.use(initReactI18next).init({
  lng: chosenLanguage(),
  fallbackLng: false,
  resources: {},
  interpolation: { escapeValue: false },
  react: { bindI18nStore: 'added' },
  saveMissing: true,
  missingKeyHandler: (_languages, namespace, key) => {
    throw new Error(`No text ${namespace}:${key} in ${language()}`)
  },
})
show(i18next.language)
i18next.on('languageChanged', show)

/** Makes the texts of one feature known; they travel with its chunk. */
export function defineTexts<const P extends Pairs>(namespace: string, pairs: P): Texts<P> {
  LANGUAGES.forEach((each, index) => {
    const bundle = Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[index]]))
    i18next.addResourceBundle(each, namespace, bundle, true, true)
  })
  return { namespace, pairs }
}

/** The texts of a feature in the language of the moment. */
export function useTexts<P extends Pairs>({ namespace }: Texts<P>): Translate<P> {
  const { t } = useTranslation(namespace)
  return t as unknown as Translate<P>
}

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return i18n.language === 'en' ? 'en' : 'zh-CN'
}
