import type { Language, Words } from '../errors.ts'

/** By the letters that the code of a rule begins with. */
const TAXES: Record<string, Words> = {
  iit: { 'zh-CN': '居民劳务报酬个人所得税', en: 'Income tax of residents' },
  'iit-nr': { 'zh-CN': '非居民劳务报酬个人所得税', en: 'Income tax of non-residents' },
  vat: { 'zh-CN': '增值税及附加', en: 'VAT and surcharges' },
}
/** The tax, the first month of its rule and how often the rule was written anew: `vat-2026-01-r3`. */
const RULE = /^([a-z-]+)-(\d{4})-(\d{2})(?:-r(\d+))?$/

const said: Record<Language, (tax: string, month: Date, edition: string | undefined) => string> = {
  'zh-CN': (tax, month, edition) =>
    `${tax}（${month.getUTCFullYear()}年${month.getUTCMonth() + 1}月起${edition ? `，第${edition}版` : ''}）`,
  en: (tax, month, edition) => {
    const since = month.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    return `${tax}, since ${since}${edition ? `, version ${edition}` : ''}`
  },
}

function nameOf(rule: string, language: Language): string {
  const [, tax = '', year, month, edition] = RULE.exec(rule) ?? []
  const words = TAXES[tax]
  return words ? said[language](words[language], new Date(`${year}-${month}-01`), edition) : rule
}

/** What those who pay fees call the rules of a `feeRuleVersion`: each tax, since when its rule is in force, and its version. */
export const feeRuleNames = (version: string, language: Language): string[] =>
  version.split('+').map((rule) => nameOf(rule, language))
