import { z } from 'zod'
import type { Language, Words } from './errors.ts'
import { inLanguage, said } from './wording/said.ts'

export { inLanguage, said }

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
