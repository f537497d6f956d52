import type { Language } from '@consilium/contract/errors.ts'

const DEFAULT_LANGUAGE: Language = 'zh-CN'

function weighted(entry: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';')
  const weight = parameters.map((part) => /^\s*q=([\d.]+)$/.exec(part)?.[1]).find(Boolean)
  return { tag, weight: weight === undefined ? 1 : Number(weight) }
}

/** The language to answer in, from an Accept-Language header (RFC 9110, 12.5.4). */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map(weighted)
    .filter(({ tag, weight }) => weight > 0 && /^(zh|en)\b/.test(tag))
    .toSorted((a, b) => b.weight - a.weight)[0]
  if (!wanted) return DEFAULT_LANGUAGE
  return wanted.tag.startsWith('en') ? 'en' : 'zh-CN'
}
