import { existsSync, readFileSync } from 'node:fs'

const TITLE =
  /\b(?:it|test|describe)\(\s*(['"`])(?<title>(?:\\.|(?!\1)[^\\])*)\1|^\s+(?:\{ )?(?:id|title): '(?<row>[^']*)'/gms
const TEST_FILE = /\.test\.ts$|^e2e\/attacks\/[\w-]+\.ts$/

/** The titles of the tests of a file, those of rows from which tests are made, and ids of attacks. */
const titlesOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(TITLE)].map(({ groups: { title, row } = {} }) => title ?? row ?? '')

/**
 * Problems of what a document says to show a statement: `file`: part of a title; part of another one; `file`: …, or
 * `no test (kind): reason` with one of these kinds.
 */
export function faultsOfEvidence(shown: string, kinds: readonly string[]): string[] {
  if (shown.startsWith('no test')) {
    const [, kind = '', reason = ''] = /^no test \((\w+)\): (\S.*)$/.exec(shown) ?? []
    return kinds.includes(kind) && reason.length >= 10 ? [] : [`no reason of a known kind: ${shown}`]
  }
  let titles: string[] = []
  return shown.split('; ').flatMap((part) => {
    const [, path, rest] = /^`([^`]+)`: (.+)$/.exec(part) ?? []
    if (path !== undefined) {
      if (!TEST_FILE.test(path) || !existsSync(path)) return [`no file of tests: ${path}`]
      titles = titlesOf(path)
    }
    const text = rest ?? part
    return text.length >= 5 && titles.some((title) => title.includes(text))
      ? []
      : [`no test is called: ${part}`]
  })
}
