import type { Language } from '@consilium/contract/errors.ts'
import Negotiator from 'negotiator'

const DEFAULT_LANGUAGE: Language = 'zh-CN'
const SUPPORTED = /^(?:zh|en)\b/i

/** Headers whose language is known: clients send few different ones. */
const known = new Map<string | undefined, Language>()
const KNOWN_MAX = 200
const KNOWN_LENGTH_MAX = 100

/** Chooses the language of the response from an Accept-Language header (RFC 9110, 12.5.4). */
export function languageOf(header: string | undefined): Language {
  const language = known.get(header) ?? chosenBy(header)
  if (known.size < KNOWN_MAX && (header?.length ?? 0) <= KNOWN_LENGTH_MAX) known.set(header, language)
  return language
}

function chosenBy(header: string | undefined): Language {
  const accepted = new Negotiator({ headers: { 'accept-language': header } }).languages()
  const tag = accepted.find((each) => SUPPORTED.test(each))
  if (!tag) return DEFAULT_LANGUAGE
  return tag.toLowerCase().startsWith('en') ? 'en' : 'zh-CN'
}
