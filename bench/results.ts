import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'

const RESULTS = new URL('RESULTS.md', import.meta.url)
const HEAD = '# What was measured\n'

/** The machine and how busy it was: figures of a machine that does other work are no more than an upper bound. */
const conditions = () =>
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} processors (${cpus()[0]?.model.trim()}), ` +
  `load ${loadavg()[0]!.toFixed(1)} over the last minute.`

/** Replaces the section of this title, or adds it at the end. */
export function writeSection(title: string, text: string): void {
  const before = readResults()
  const section = `## ${title}\n\n${conditions()}\n\n${text.trim()}\n`
  const parts = before.split(/\n(?=## )/).map((part) => `${part.trimEnd()}\n`)
  const at = parts.findIndex((part) => part.startsWith(`## ${title}\n`))
  if (at < 0) parts.push(section)
  else parts[at] = section
  writeFileSync(RESULTS, parts.join('\n'))
}

function readResults(): string {
  try {
    return readFileSync(RESULTS, 'utf8')
  } catch {
    return HEAD
  }
}
