// Records the patterns that the checker takes long for and finds linear: npm run patterns:record. Only new ones are
// checked; the test of patterns checks all that are not recorded, and some of those that are.
import { readPatterns } from './patterns.ts'
import { check, distinct, hashOf, readRecord, writeRecord } from './patterns-record.ts'

/** A proof that takes so long is kept like what was found by trying; most take a few milliseconds. */
const LONG_PROOF_MS = 100

const recorded = readRecord()
const kept = distinct(readPatterns().patterns).filter((pattern) => {
  if (recorded.has(hashOf(pattern))) return true
  const began = performance.now()
  const { slowness, wasTried } = check(pattern)
  if (slowness !== undefined) console.error(`${pattern.place} ${slowness}`)
  return slowness === undefined && (wasTried || performance.now() - began > LONG_PROOF_MS)
})
writeRecord(kept)
console.log(`${kept.length} patterns are recorded.`)
