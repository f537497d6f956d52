import { z } from 'zod'
import type { Language, Words } from './errors.ts'

const BETWEEN = '\n'

/** Combines a message in both languages; `inLanguage` returns one of them. */
export const said = (zh: string, en: string): string => `${zh}${BETWEEN}${en}`

/** Returns one language of a message made with `said`; undefined for any other message. */
export function inLanguage(message: string, language: Language): string | undefined {
  const [zh, en] = message.split(BETWEEN)
  return en === undefined ? undefined : language === 'en' ? en : zh
}

/** A message made with `said` as a pair of both languages. */
export const inBothLanguages = (message: string): Words => ({
  'zh-CN': inLanguage(message, 'zh-CN') ?? message,
  en: inLanguage(message, 'en') ?? message,
})

/** A field with a choice of values. The message for a wrong value lists the labels, not the values on the wire. */
export function choice<const Values extends readonly [string, ...string[]]>(
  values: Values,
  labels: Readonly<Record<Values[number], Words>>,
) {
  const labelsIn = (language: Language, separator: string) =>
    values.map((value) => labels[value as Values[number]][language]).join(separator)
  return z.enum(values, {
    error: said(`请选择：${labelsIn('zh-CN', '、')}`, `Choose one of: ${labelsIn('en', ', ')}`),
  })
}
