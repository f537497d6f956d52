import type { Language } from '@consilium/contract/errors.ts'
import { LANGUAGES } from './texts.ts'

/** Language and colors that somebody has chosen; null where the browser decides. */
export interface Look {
  language: Language | null
  scheme: 'light' | 'dark' | null
}

const SCHEMES = ['light', 'dark'] as const
const NAME = 'consilium_look'
const CHOICE = /(?:^|; )consilium_look=([\w.-]*)/
const YEAR_SECONDS = 31_536_000

/** Reads the choice from the header of a request, or from `document.cookie`. */
export function readLook(cookies: string | undefined): Look {
  const value = CHOICE.exec(cookies ?? '')?.[1] ?? ''
  const [language, scheme] = value.split('.')
  return {
    language: LANGUAGES.find((each) => each === language) ?? null,
    scheme: SCHEMES.find((each) => each === scheme) ?? null,
  }
}

/** The cookie by which pages that are rendered on the server know the choice, for `document.cookie`. */
export const lookCookie = ({ language, scheme }: Look): string =>
  `${NAME}=${language ?? ''}.${scheme ?? ''}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
