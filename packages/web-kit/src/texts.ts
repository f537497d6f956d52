import { grouped } from '@consilium/contract/digits.ts'
import type { Language } from '@consilium/contract/errors.ts'

export const LANGUAGES = ['zh-CN', 'en'] as const satisfies readonly Language[]

/**
 * Texts in both languages side by side, so that neither can be forgotten. English plurals end in `_one` and `_other`;
 * options replace `{{name}}`.
 */
export type Pairs = Readonly<Record<string, readonly [zh: string, en: string]>>
type KeyOf<P extends Pairs> = keyof P extends infer K
  ? K extends `${infer Base}_${'one' | 'other'}`
    ? Base
    : K
  : never

export interface Texts<P extends Pairs> {
  readonly namespace: string
  readonly pairs: P
}

type Options = Readonly<Record<string, string | number>>
export type Translate<P extends Pairs> = (key: KeyOf<P> & string, options?: Options) => string

const englishPlural = new Intl.PluralRules('en')

/** Returns the text of a key. Throws if it is missing, so that users never see a key. */
export function textOf(texts: Texts<Pairs>, key: string, to: Language, options: Options = {}): string {
  const { count } = options
  const plural = typeof count === 'number' ? texts.pairs[`${key}_${englishPlural.select(count)}`] : undefined
  const pair = plural ?? texts.pairs[key]
  if (!pair) throw new Error(`No text ${texts.namespace}:${key}`)
  return pair[to === 'en' ? 1 : 0].replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = options[name] ?? ''
    return typeof value === 'number' ? grouped(value) : value
  })
}

/** Declares the texts of one feature, which are loaded with its code. */
export const defineTexts = <const P extends Pairs>(namespace: string, pairs: P): Texts<P> => ({
  namespace,
  pairs,
})
