import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { checkSync } from 'recheck'
import type { Pattern } from './patterns.ts'

/** Maximum time for one pattern on a busy machine; most take a few milliseconds. */
const CHECK_TIMEOUT_MS = 60_000

/**
 * The patterns that the checker found linear by trying texts, which takes half a second for each, or by a long proof:
 * it gives the same answer each time. Its first line names the checker; the others are hashes of patterns with their flags.
 */
const RECORD = new URL('./patterns.sha256', import.meta.url)

const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }
const CHECKER = `recheck ${version}`

const written = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>) => `/${source}/${flags}`
export const hashOf = (pattern: Pick<Pattern, 'source' | 'flags'>): string =>
  createHash('sha256').update(written(pattern)).digest('hex')

/** Each pattern once, however often the product has it. */
export const distinct = (patterns: readonly Pattern[]): Pattern[] => [
  ...new Map(patterns.map((pattern) => [written(pattern), pattern])).values(),
]

export interface Verdict {
  /** Why the pattern is slow; undefined if its time is linear in the text. */
  slowness: string | undefined
  /** True if the checker tried texts, which takes long, as the notation is beyond its proof. */
  wasTried: boolean
}

export function check({ source, flags }: Pattern): Verdict {
  // Each stage of the checker has a limit of a second by default, which a busy machine does not keep.
  const stages = { attackTimeout: CHECK_TIMEOUT_MS, incubationTimeout: CHECK_TIMEOUT_MS }
  const result = checkSync(source, flags.replace(/[dy]/g, ''), { timeout: CHECK_TIMEOUT_MS, ...stages })
  if (result.status === 'safe') return { slowness: undefined, wasTried: result.checker === 'fuzz' }
  const how = result.status === 'vulnerable' ? `${result.complexity.summary} on ${result.attack.pattern}` : ''
  const slowness = `${result.status} ${how}${result.status === 'unknown' ? result.error.kind : ''}`
  return { slowness, wasTried: false }
}

/** The recorded hashes; none if another version of the checker found them. */
export function readRecord(): ReadonlySet<string> {
  const [checker, ...hashes] = readFileSync(RECORD, 'utf8').trim().split('\n')
  return new Set(checker === CHECKER ? hashes : [])
}

/** Records these patterns and forgets all others. Only `npm run patterns:record` calls it. */
export function writeRecord(patterns: readonly Pattern[]): void {
  writeFileSync(RECORD, `${[CHECKER, ...patterns.map(hashOf).toSorted()].join('\n')}\n`)
}
