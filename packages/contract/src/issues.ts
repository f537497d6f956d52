import { z } from 'zod'
import type { Language } from './errors.ts'
import { PHONE_PATTERN } from './fields.ts'

const localeErrors = {
  'zh-CN': z.locales.zhCN().localeError,
  en: z.locales.en().localeError,
}

/** Messages of the rules that `fields.ts` adds to zod's own, by the name in `params.rule`. */
const rules: Record<string, { zh: string; en: string }> = {
  printable: { zh: '含有不可见或无效的字符', en: 'Holds characters that cannot be shown' },
  calendar: { zh: '日期不存在', en: 'No such date' },
  decimal: { zh: '金额或分数的格式不正确', en: 'Not a decimal of the allowed size' },
  rate: { zh: '比率须在0到1之间，最多四位小数', en: 'Must lie between 0 and 1, with at most four decimals' },
  payableOrNet: { zh: '应付金额与实付金额须填且只填一项', en: 'Give either the payable or the net amount' },
  oneProof: { zh: '请选择一种验证方式', en: 'Give exactly one proof' },
  idCard: { zh: '身份证号校验位不正确', en: 'The check character of the identity number is wrong' },
}
/** Messages in place of "must match the pattern", by the pattern. */
const patterns: Record<string, { zh: string; en: string }> = {
  [String(PHONE_PATTERN)]: { zh: '须为11位手机号', en: 'Must be a mobile number of 11 digits' },
}
/** Messages of what is too short, too long, too little or too much, by what it is. */
const limits: Record<string, Record<'too_small' | 'too_big', { zh: string; en: string }>> = {
  string: {
    too_small: { zh: '至少{limit}个字符', en: 'At least {limit} characters' },
    too_big: { zh: '最多{limit}个字符', en: 'At most {limit} characters' },
  },
  array: {
    too_small: { zh: '至少{limit}项', en: 'At least {limit}' },
    too_big: { zh: '最多{limit}项', en: 'At most {limit}' },
  },
  number: {
    too_small: { zh: '不能小于{limit}', en: 'At least {limit}' },
    too_big: { zh: '不能大于{limit}', en: 'At most {limit}' },
  },
}
const missing = { zh: '必填', en: 'Required' }
const unknownField = { zh: '未知字段', en: 'Unknown field' }

const pick = (text: { zh: string; en: string }, language: Language) => (language === 'en' ? text.en : text.zh)

function ruleOf(issue: z.core.$ZodIssue) {
  if (issue.code === 'invalid_format') return patterns[issue.pattern ?? '']
  if (issue.code !== 'custom') return undefined
  return rules[String((issue.params as Record<string, unknown> | undefined)?.['rule'])]
}

function limitMessage(issue: z.core.$ZodIssue, language: Language): string | undefined {
  if ((issue.code !== 'too_small' && issue.code !== 'too_big') || issue.inclusive === false) return undefined
  const text = limits[issue.origin === 'int' ? 'number' : issue.origin]?.[issue.code]
  const limit = issue.code === 'too_small' ? issue.minimum : issue.maximum
  return text && pick(text, language).replace('{limit}', String(limit))
}

function localized(issue: z.core.$ZodIssue, language: Language): string {
  const result = localeErrors[language](issue as z.core.$ZodRawIssue)
  return typeof result === 'string' ? result : (result?.message ?? issue.message)
}

/** Left out, or text that must not be empty and is. */
const isMissing = (issue: z.core.$ZodIssue) =>
  (issue.code === 'invalid_type' && issue.input === undefined) ||
  (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1)

/** What is said of a required field that is empty. */
export const missingMessage = (language: Language) => pick(missing, language)

/** What is said of a text that a pattern of the contract does not match. */
export function patternMessage(pattern: RegExp, language: Language): string | undefined {
  const text = patterns[String(pattern)]
  return text && pick(text, language)
}

interface FieldIssue {
  field: string
  message: string
}

/** What is wrong with which field, one entry each; unknown fields are named one by one. Parse with `reportInput`. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], language: Language): FieldIssue[] {
  const all = issues.flatMap((issue): FieldIssue[] => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        field: [...path, key].join('.'),
        message: pick(unknownField, language),
      }))
    const rule = isMissing(issue) ? missing : ruleOf(issue)
    const message = rule ? pick(rule, language) : limitMessage(issue, language)
    return [{ field: path.join('.'), message: message ?? localized(issue, language) }]
  })
  // The first problem of a field is the telling one: the others follow from it.
  return all.filter(({ field }, index) => all.findIndex((other) => other.field === field) === index)
}
