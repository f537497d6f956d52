import type { z } from 'zod'
import type { Language, Words } from './errors.ts'
import { inLanguage } from './words.ts'

export const MISSING: Words = { 'zh-CN': '必填', en: 'Required' }
const EMPTY: Words = { 'zh-CN': '不能为空', en: 'Must not be empty' }
const UNKNOWN_FIELD: Words = { 'zh-CN': '未知字段', en: 'Unknown field' }
const NOT_CHOSEN: Words = { 'zh-CN': '不在可选范围内', en: 'Not one of the allowed values' }
const MALFORMED: Words = { 'zh-CN': '格式不正确', en: 'Invalid format' }

/** Messages for values of a wrong type, by the expected type. */
const KINDS: Readonly<Record<string, Words>> = {
  string: { 'zh-CN': '须为文字', en: 'Must be text' },
  number: { 'zh-CN': '须为数字', en: 'Must be a number' },
  int: { 'zh-CN': '须为整数', en: 'Must be a whole number' },
  boolean: { 'zh-CN': '须为是或否', en: 'Must be true or false' },
  array: { 'zh-CN': '须为列表', en: 'Must be a list' },
}
/** Messages for values that are too short, long, small or large, by type. */
const LIMITS: Readonly<Record<string, Record<'too_small' | 'too_big', Words>>> = {
  string: {
    too_small: { 'zh-CN': '至少{limit}个字符', en: 'At least {limit} characters' },
    too_big: { 'zh-CN': '最多{limit}个字符', en: 'At most {limit} characters' },
  },
  array: {
    too_small: { 'zh-CN': '至少{limit}项', en: 'At least {limit} items' },
    too_big: { 'zh-CN': '最多{limit}项', en: 'At most {limit} items' },
  },
  number: {
    too_small: { 'zh-CN': '不能小于{limit}', en: 'At least {limit}' },
    too_big: { 'zh-CN': '不能大于{limit}', en: 'At most {limit}' },
  },
}

function limitWords(issue: z.core.$ZodIssue): Words | undefined {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined
  const text = LIMITS[issue.origin === 'int' ? 'number' : issue.origin]?.[issue.code]
  const limit = String(issue.code === 'too_small' ? issue.minimum : issue.maximum)
  return text && { 'zh-CN': text['zh-CN'].replace('{limit}', limit), en: text.en.replace('{limit}', limit) }
}

/** Message for a missing required value: left out, null, or empty text. */
function absence(issue: z.core.$ZodIssue): Words | undefined {
  if (issue.code === 'too_small')
    return issue.origin === 'string' && issue.minimum === 1 ? MISSING : undefined
  if (!['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code)) return undefined
  if (issue.input === undefined) return MISSING
  return issue.input === null ? EMPTY : undefined
}

function wordsOf(issue: z.core.$ZodIssue): Words {
  if (issue.code === 'invalid_type') return KINDS[issue.expected] ?? MALFORMED
  if (issue.code === 'invalid_value') return NOT_CHOSEN
  return limitWords(issue) ?? MALFORMED
}

/** Returns the message for an empty required field. */
export const missingMessage = (language: Language): string => MISSING[language]

/** Message for a field that names a record which does not exist or which the caller may not use. */
export const NO_SUCH_RECORD: Words = {
  'zh-CN': '所选记录不存在或不可选',
  en: 'This record does not exist or cannot be chosen',
}

/** Problems that are looked at and answered, of however many an input has. */
export const PROBLEMS_MAX = 50
/** Longest name of a field in an answer: unknown ones are as long as their sender likes. */
const FIELD_NAME_MAX = 200

interface FieldIssue {
  field: string
  message: string
}

/** The problems one by one; what nobody takes is not described. */
function* eachIssue(issues: readonly z.core.$ZodIssue[], language: Language): Generator<FieldIssue> {
  for (const issue of issues) {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys)
        yield { field: [...path, key].join('.'), message: UNKNOWN_FIELD[language] }
    else {
      const absent = absence(issue)
      const message = absent ? absent[language] : inLanguage(issue.message, language)
      yield { field: path.join('.'), message: message ?? wordsOf(issue)[language] }
    }
  }
}

const shortened = (field: string) =>
  field.length > FIELD_NAME_MAX ? `${field.slice(0, FIELD_NAME_MAX)}…` : field

const isOfUnknownFields = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys'

/** Of more problems than are answered, unknown fields come first: they are few, and say that the input is of another kind. */
const inOrder = (issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] =>
  issues.length <= PROBLEMS_MAX
    ? issues
    : [...issues.filter(isOfUnknownFields), ...issues.filter((issue) => !isOfUnknownFields(issue))]

/**
 * Describes the first `PROBLEMS_MAX` problems of an input, one entry for each field, and says whether there are more;
 * unknown fields are listed one by one. Parse with `reportInput`. A rule with its own words (`said`) uses them, every
 * other one the words of its kind.
 */
export function firstIssues(
  issues: readonly z.core.$ZodIssue[],
  language: Language,
): { details: FieldIssue[]; more: boolean } {
  // Only the first problem of a field is reported, since the others usually follow from it.
  const details = new Map<string, FieldIssue>()
  for (const { field, message } of eachIssue(inOrder(issues), language)) {
    if (details.has(field)) continue
    if (details.size === PROBLEMS_MAX) return { details: [...details.values()], more: true }
    details.set(field, { field: shortened(field), message })
  }
  return { details: [...details.values()], more: false }
}

/** The details of `firstIssues`, for inputs of a person. */
export const describeIssues = (issues: readonly z.core.$ZodIssue[], language: Language): FieldIssue[] =>
  firstIssues(issues, language).details
