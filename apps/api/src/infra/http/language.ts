import type { Language } from '@consilium/contract/errors.ts'
import Negotiator from 'negotiator'

const DEFAULT_LANGUAGE: Language = 'zh-CN'
const SUPPORTED = /^(?:zh|en)\b/i

/** Chooses the language of the response from an Accept-Language header (RFC 9110, 12.5.4). */
export function languageOf(header: string | undefined): Language {
  const accepted = new Negotiator({ headers: { 'accept-language': header } }).languages()
  const tag = accepted.find((each) => SUPPORTED.test(each))
  if (!tag) return DEFAULT_LANGUAGE
  return tag.toLowerCase().startsWith('en') ? 'en' : 'zh-CN'
}
