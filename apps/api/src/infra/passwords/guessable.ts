import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MIN } from '@consilium/contract/fields.ts'

/** 49,000 passwords from leaks, in lower case. */
const COMMON: ReadonlySet<string> = new Set(Object.values(dictionary).flat().map(String))

/**
 * Words of this product and habits of Chinese users. A password that is little more than one of them is easy to guess.
 */
const WORDS = [
  'consilium',
  'admin',
  'root',
  'manager',
  'test',
  'user',
  'login',
  'mima',
  'wodemima',
  'woaini',
  'woaizhongguo',
  'nihao',
  'zhongguo',
  'beijing',
  'shanghai',
  'zhuanjia',
  'yisheng',
  'yiyuan',
  'huiyi',
  'shenbanfang',
  '5201314',
  '1314520',
  'zhuanjiahuiyi',
]
const WORD_MIN = 3
const DISTINCT_MIN = 3

/** Replaces digits and signs that stand for letters, as in `p@ssw0rd`. */
const plain = (content: string) => content.replaceAll('@', 'a').replaceAll('$', 's').replaceAll('0', 'o')

const contentOf = (text: string) => text.normalize('NFKC').toLowerCase()

/** Returns the password without the word, read forwards or backwards. */
const without = (password: string, word: string) =>
  password.replaceAll(word, '').replaceAll([...word].toReversed().join(''), '')

const isCommon = (password: string) =>
  COMMON.has(password) || COMMON.has(plain(password)) || new Set(password).size < DISTINCT_MIN

/**
 * True if an attacker would try the password early: it is common, or little more than a word related to the account.
 */
export function isGuessable(password: string, context: readonly (string | null | undefined)[]): boolean {
  const content = contentOf(password)
  if (isCommon(content)) return true
  const words = [...WORDS, ...context.flatMap((word) => (word ? [contentOf(word)] : []))]
  return words
    .flatMap((word) =>
      word.length >= WORD_MIN || /\p{Script=Han}/u.test(word)
        ? [without(content, word), without(plain(content), plain(word))]
        : [],
    )
    .filter((rest) => rest !== content && rest !== plain(content))
    .map((rest) => rest.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, ''))
    .some((rest) => rest.length < PASSWORD_MIN || isCommon(rest))
}
