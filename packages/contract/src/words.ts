import { z } from 'zod'
import type { Language, Words } from './errors.ts'

const BETWEEN = '\n'

/** A message of a schema in both languages; `inLanguage` picks one of them when it is told to somebody. */
export const said = (zh: string, en: string): string => `${zh}${BETWEEN}${en}`

/** The part of a message made with `said`; undefined for any other message. */
export function inLanguage(message: string, language: Language): string | undefined {
  const [zh, en] = message.split(BETWEEN)
  return en === undefined ? undefined : language === 'en' ? en : zh
}

/** A field whose values are chosen: whoever sends another value is told the labels, not the values on the wire. */
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
