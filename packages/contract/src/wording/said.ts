import type { Language } from '../errors.ts'

const BETWEEN = '\n'

/** Combines a message in both languages; `inLanguage` returns one of them. */
export const said = (zh: string, en: string): string => `${zh}${BETWEEN}${en}`

/** Returns one language of a message made with `said`; undefined for any other message. */
export function inLanguage(message: string, language: Language): string | undefined {
  const [zh, en] = message.split(BETWEEN)
  return en === undefined ? undefined : language === 'en' ? en : zh
}
