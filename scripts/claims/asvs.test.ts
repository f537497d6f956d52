import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { faultsOfEvidence } from './evidence.ts'

const PAGE = 'docs/security.md'
const VERDICTS = ['met', 'not applicable', 'open']
/** Number of items of levels 1 and 2 in each section of ASVS 5.0.0. */
const ITEMS: Readonly<Record<string, readonly string[]>> = {
  '1': ['1.1-2', '2.1-9', '3.1-11', '4.1-3', '5.1-2'],
  '2': ['1.1-3', '2.1-3', '3.1-4', '4.1-1'],
  '3': ['2.1-2', '3.1-4', '4.1-6', '5.1-5', '7.1-2'],
  '4': ['1.1-3', '2.1-1', '3.1-2', '4.1-4'],
  '5': ['1.1-1', '2.1-3', '3.1-2', '4.1-3'],
  '6': ['1.1-3', '2.1-12', '3.1-4', '4.1-4', '5.1-5', '6.1-3', '8.1-4'],
  '7': ['1.1-3', '2.1-4', '3.1-2', '4.1-5', '5.1-2', '6.1-2'],
  '8': ['1.1-2', '2.1-3', '3.1-1', '4.1-1'],
  '9': ['1.1-3', '2.1-4'],
  '10': ['1.1-2', '2.1-2', '3.1-4', '4.1-11', '5.1-5', '6.1-2', '7.1-3'],
  '11': ['1.1-2', '2.1-3', '3.1-3', '4.1-4', '5.1-1', '6.1-1'],
  '12': ['1.1-3', '2.1-2', '3.1-4'],
  '13': ['1.1-1', '2.1-5', '3.1-2', '4.1-5'],
  '14': ['1.1-2', '2.1-4', '3.1-3'],
  '15': ['1.1-3', '2.1-3', '3.1-7'],
  '16': ['1.1-1', '2.1-5', '3.1-4', '4.1-3', '5.1-3'],
  '17': ['1.1-1', '2.1-4', '3.1-2'],
}

const wanted = Object.entries(ITEMS).flatMap(([chapter, sections]) =>
  sections.flatMap((section) => {
    const [, number, first, last] = /^(\d+)\.(\d+)-(\d+)$/.exec(section)!
    const count = Number(last) - Number(first) + 1
    return Array.from({ length: count }, (_none, n) => `${chapter}.${number}.${Number(first) + n}`)
  }),
)

const rows = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, items = '', , verdict = '', where = '', shown = '']) => ({
    items: items.split(', '),
    verdict,
    where,
    shown,
  }))

/** Why no test can show an item that is met. */
const REASONS = ['document', 'deployment', 'library', 'absence']
/** A document is named, and so is the one that tells the operator about a deployment. */
const NAMES_ITS_PAGE = /^no test \((?:document|deployment)\): /

const faultsOf = (shown: string): string[] => [
  ...faultsOfEvidence(shown, REASONS),
  ...(NAMES_ITS_PAGE.test(shown) && !/`(?:docs\/[\w./-]+|SECURITY\.md)`/.test(shown)
    ? [`names no page: ${shown}`]
    : []),
]

it('docs/security.md has every item of levels 1 and 2 once, with a verdict and its evidence or reason', () => {
  assert.deepEqual(rows.flatMap(({ items }) => items).toSorted(), wanted.toSorted())
  for (const { items, verdict, where } of rows) {
    assert.ok(VERDICTS.includes(verdict), `${items.join()}: ${verdict}`)
    assert.ok(where.length > 0, items.join())
  }
})

it('each item of docs/security.md that is met names tests that exist, or the reason why none can show it', () => {
  const faults = rows.flatMap(({ items, verdict, shown }) => {
    const wrong =
      verdict === 'met' ? faultsOf(shown) : shown === '-' ? [] : [`${verdict}, but shown by ${shown}`]
    return wrong.map((fault) => `${items.join()}: ${fault}`)
  })
  assert.deepEqual(faults, [])
})

it('a missing file, a title that no test has and a reason of no kind are each found', () => {
  const real = '`scripts/claims/asvs.test.ts`: a missing file, a title'
  assert.deepEqual(faultsOf(real), [])
  assert.deepEqual(faultsOf(`${real}; that no test has`), [])
  assert.deepEqual(faultsOf('no test (document): `docs/limits.md`'), [])
  for (const [shown, found] of [
    ['', /no test is called/],
    ['SEC-4', /no test is called/],
    ['`scripts/missing.test.ts`: a title', /no file of tests/],
    ['`scripts/layout/house.ts`: a title', /no file of tests/],
    [`${real}; a title of another file`, /no test is called/],
    ['`scripts/claims/asvs.test.ts`: const', /no test is called/],
    ['no test: it is obvious enough', /no reason/],
    ['no test (document): it is written down', /names no page/],
  ] as const)
    assert.match(faultsOf(shown).join(), found, shown)
})

it('files and test ids that docs/security.md refers to exist', () => {
  const titles = globSync(['{apps,packages,scripts,e2e}/**/*.test.ts', 'e2e/attacks/*.ts'], {
    exclude: (name) => name.split('/').includes('node_modules'),
  })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const missing = rows.flatMap(({ items, where }) => {
    const paths = [...where.matchAll(/`((?:apps|packages|docs|scripts|e2e)\/[^`*]*)`/g)].map(
      ([, path]) => path!,
    )
    const ids = where.match(/\b(?:(?!AES-|SHA-)[A-Z]{3}-\d+|ASVS \d+\.\d+\.\d+)\b/g) ?? []
    return [
      ...paths.filter((path) => !existsSync(path)),
      ...ids.filter((id) => !new RegExp(`${id.replaceAll('.', '\\.')}\\b`).test(titles)),
    ].map((reference) => `${items.join()}: ${reference}`)
  })
  assert.deepEqual(missing, [])
})
