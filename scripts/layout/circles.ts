import type { Finding, Rule } from './rule.ts'
import type { Import, Source } from './source.ts'

/** A chain of imports that leads from a file back to itself, with the line of the closing import. */
type Circle = { path: string; line: number; chain: string[] }

/** Follows the imports depth first. An import of a file that is still being followed closes a circle. */
function findCircles(sources: Source[]): Circle[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const finished = new Set<string>()
  const walked: string[] = []
  const circles: Circle[] = []
  const follow = (path: string, { target, line }: Import) => {
    const at = walked.indexOf(target)
    if (at !== -1) circles.push({ path, line, chain: [...walked.slice(at), target] })
    else if (byPath.has(target) && !finished.has(target)) walk(target)
  }
  const walk = (path: string) => {
    walked.push(path)
    for (const entry of byPath.get(path)?.imports ?? []) follow(path, entry)
    walked.pop()
    finished.add(path)
  }
  for (const { path } of sources) if (!finished.has(path)) walk(path)
  return circles
}

/**
 * Type imports count as well: a type that two files need from each other belongs in a third file below both. Dynamic
 * imports also count.
 */
export const noImportCircles: Rule = {
  id: 'no-import-circles',
  find: (sources): Finding[] =>
    findCircles(sources).map(({ path, line, chain }) => ({
      path,
      line,
      message: `closes a circle of imports: ${chain.join(' → ')}`,
    })),
}
