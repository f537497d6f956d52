// Slow
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openApiDocument } from '@consilium/contract/openapi.ts'
import { check, distinct, hashOf, readRecord } from './patterns-record.ts'
import { patternsIn, readPatterns, type Pattern } from './patterns.ts'

/** Of the patterns that were found linear when they were recorded. */
const CHECKED_AGAIN = 2
/** Files that give other flags to a literal, which is checked where it is declared, or that contain a fixed word. */
const REUSED = ['apps/ocr/src/fields/labelled.ts', 'apps/api/src/infra/http/pages/rendered-pages.ts']
/** Character sets that the checker cannot parse; each part of these patterns is one character, or can never fail. */
const BEYOND_THE_CHECKER = ['packages/pdf-layout/src/line-breaker.ts']

const fileOf = (place: string) => place.split(':')[0] ?? ''

/** Returns the patterns that modules of the product create while they load. */
async function patternsMadeBy(paths: readonly string[]): Promise<Pattern[]> {
  const made: Pattern[] = []
  const note = ([source, flags]: readonly unknown[]) => {
    const caller = new Error().stack?.split('\n').find((line) => paths.some((path) => line.includes(path)))
    if (caller && typeof source === 'string')
      made.push({ source, flags: typeof flags === 'string' ? flags : '', place: caller.trim() })
  }
  const original = globalThis.RegExp
  globalThis.RegExp = new Proxy(original, {
    construct(target, args: ConstructorParameters<RegExpConstructor>, newTarget) {
      note(args)
      return Reflect.construct(target, args, newTarget) as object
    },
  })
  try {
    // The query makes each module load once more.
    for (const path of paths) await import(`${pathToFileURL(path).href}?recorded`)
  } finally {
    globalThis.RegExp = original
  }
  return made
}

/** Returns the patterns of the API document, including those of built-in formats (dates, addresses). */
function patternsOfContract(part: unknown): Pattern[] {
  if (typeof part !== 'object' || part === null) return []
  const own = 'pattern' in part && typeof part.pattern === 'string' ? [part.pattern] : []
  return [
    ...own.map((source) => ({ source, flags: '', place: 'the API document' })),
    ...Object.values(part).flatMap(patternsOfContract),
  ]
}

/** Patterns of source code are part of the API document too. */
const verdicts = new Map<string, string | undefined>()

function slownessOf(pattern: Pattern): string | undefined {
  const hash = hashOf(pattern)
  if (!verdicts.has(hash)) verdicts.set(hash, check(pattern).slowness)
  return verdicts.get(hash)
}

const recorded = readRecord()

function requireLinear(patterns: readonly Pattern[]): void {
  const slow = distinct(patterns).flatMap((pattern) => {
    if (recorded.has(hashOf(pattern))) return []
    const slowness = slownessOf(pattern)
    return slowness === undefined ? [] : [`${pattern.place} /${pattern.source}/: ${slowness}`]
  })
  assert.deepEqual(slow, [])
}

/** Some of the patterns, other ones each time. */
function sampleOf(patterns: readonly Pattern[]): Pattern[] {
  const start = randomInt(Math.max(1, patterns.length - CHECKED_AGAIN))
  return patterns.slice(start, start + CHECKED_AGAIN)
}

describe('regular expressions of the product', () => {
  const { patterns, unchecked } = readPatterns()

  it('SEC-8: none takes more than linear time on the worst text that the checker finds', () => {
    assert.ok(patterns.length > 200, `${patterns.length} were found`)
    requireLinear(patterns)
  })

  it('SEC-8: nor do some of those that were checked when they were recorded', () => {
    const known = distinct(patterns).filter((pattern) => recorded.has(hashOf(pattern)))
    for (const pattern of sampleOf(known)) assert.equal(slownessOf(pattern), undefined, pattern.place)
  })

  it('SEC-8: nor does one that is created while a module loads, or one of the API document', async () => {
    const known = [...REUSED, ...BEYOND_THE_CHECKER]
    const paths = [...new Set(unchecked.map(fileOf))].filter((path) => !known.includes(path))
    const made = await patternsMadeBy(paths)
    for (const path of paths)
      assert.ok(
        made.some(({ place }) => place.includes(path)),
        `${path} makes a pattern later than it loads: it cannot be checked`,
      )
    requireLinear(made)
    requireLinear(patternsOfContract(openApiDocument({ version: '0', serverUrl: '' })))
  })

  it('SEC-8: the check finds every notation and detects a slow one', () => {
    const text = String.raw`const a = /\{\{\s*([^{}]*?)\s*\}\}/g; const b = new RegExp('^(a+)+$'); RegExp(a.source)`
    const found = patternsIn('probe.ts', text)
    assert.deepEqual(
      found.patterns.map(({ flags, place }) => [flags, place]),
      [
        ['g', 'probe.ts:1'],
        ['', 'probe.ts:1'],
      ],
    )
    assert.deepEqual(found.unchecked, ['probe.ts:1'])
    for (const pattern of found.patterns) assert.match(slownessOf(pattern) ?? '', /vulnerable/)
  })
})
