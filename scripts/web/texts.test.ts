import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const DEFINITION = /export const (?<name>\w+) = defineTexts\('\w+', \{(?<body>.*?)\n\}\)/gs
const KEY = /^ {2}(?<key>\w+): \[/gm
/** English plurals share one key. */
const PLURAL = /_(?:one|other)$/
/** A composed key: `${kind}Hint`, `check${step}`. */
const COMPOSED = /`(?<start>\w*)\$\{[^}]+\}(?<end>\w*)`/g

const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** Values of the contract, such as the steps of signing or the kinds of messages, and entries of the menu are keys as well. */
const values = [...read('packages/contract/src/**/*.ts'), ...read('apps/office/src/lib/menu/menu.ts')]
  .map(({ text }) => text)
  .join('\n')
const sources = read('{apps/{office,expert},packages/web-kit}/src/**/*.{ts,tsx}')

function isUsed(key: string, users: string): boolean {
  if (new RegExp(`['"]${key}['"]`).test(users)) return true
  if (values.includes(`'${key}'`)) return true
  return [...users.matchAll(COMPOSED)].some(({ groups: { start = '', end = '' } = {} }) => {
    return start + end !== '' && key.startsWith(start) && key.endsWith(end)
  })
}

function unusedTexts(): string[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(DEFINITION)].flatMap(({ groups: { name = '', body = '' } = {} }) => {
      const imports = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from`)
      const users = sources.filter(
        (source) =>
          source.path !== path && (imports.test(source.text) || dirname(source.path) === dirname(path)),
      )
      const usage = users.map((source) => source.text).join('\n')
      const keys = [...body.matchAll(KEY)].map(({ groups: { key = '' } = {} }) => key.replace(PLURAL, ''))
      return [...new Set(keys)].filter((key) => !isUsed(key, usage)).map((key) => `${name}.${key}`)
    }),
  )
}

test('HSE-16: every text of the portal is used', () => {
  assert.ok(sources.length > 0)
  assert.deepEqual(unusedTexts(), [])
})

/** A text in both languages: `['…', '…']`, or `zh: '…', en: '…'`. */
const PAIR =
  /(?:\[|(?:zh|'zh-CN'): )\s*'(?<zh>[^'\n]+)',\s*(?:en: )?(?:'(?<en>[^'\n]+)'|"(?<quoted>[^"\n]+)"),?\s*\]?/g
const HAN = /\p{Script=Han}/u
/** A sum in a Chinese text: a placeholder and its 元. */
const SUM_ZH = /\}(?:\\u00a0| )?元/g
const SUM_EN = /¥\\u00a0\{/g
/** The law has audits of its own. */
const AUDIT = /(?<!lawful )\baudit/i

const pairs = read('{apps/{office,expert},packages/{contract,web-kit}}/src/**/*.{ts,tsx}').flatMap(
  ({ path, text }) =>
    [...text.matchAll(PAIR)].flatMap(({ groups: { zh = '', en, quoted = '' } = {} }) =>
      HAN.test(zh) ? [{ path, zh, en: en ?? quoted }] : [],
    ),
)

test('UX-30: a sum in an English text has the sign of the yuan, in one form', () => {
  assert.ok(pairs.length > 1000, String(pairs.length))
  const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length
  const other = pairs.filter(
    ({ zh, en }) =>
      /CNY|¥ |¥\d/.test(en) || (count(zh, SUM_ZH) > 0 && count(zh, SUM_ZH) !== count(en, SUM_EN)),
  )
  assert.deepEqual(other, [])
})

test('UX-30: no page writes the sign of the yuan itself, but has it from the formatter', () => {
  assert.deepEqual(
    sources.filter(({ text }) => /¥ ?[{$]/.test(text)).map(({ path }) => path),
    [],
  )
})

test('UX-30: experts, plans and accounts are reviewed in English, not audited', () => {
  assert.deepEqual(
    pairs.filter(({ en }) => AUDIT.test(en)),
    [],
  )
})

test('UX-30: no page puts a colon of Chinese between two texts, which both languages have', () => {
  const joined = sources.filter(({ path, text }) => path.endsWith('.tsx') && /\}[：；]/.test(text))
  assert.deepEqual(
    joined.map(({ path }) => path),
    [],
  )
})
