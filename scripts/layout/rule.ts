import { type Import, type Source, lineAt } from './source.ts'

export type Violation = { path: string; line: number; rule: string; message: string }

export type Finding = { path: string; line: number; message: string }

/** A layering rule: `find` gets all files of the tree at once. */
export type Rule = { id: string; find: (sources: Source[]) => Finding[] }

/** A rule on imports: returns the problem of an import, or undefined. */
export function importRule(
  id: string,
  applies: (path: string) => boolean,
  judge: (entry: Import, source: Source) => string | undefined,
): Rule {
  const find = (sources: Source[]) =>
    sources
      .filter(({ path }) => applies(path))
      .flatMap((source) =>
        source.imports.flatMap((entry) => {
          const message = judge(entry, source)
          return message === undefined ? [] : [{ path: source.path, line: entry.line, message }]
        }),
      )
  return { id, find }
}

/** A rule on forbidden text, which is searched in `code` or `bare` (see Source). */
export function textRule(
  id: string,
  applies: (path: string) => boolean,
  where: 'code' | 'bare',
  patterns: readonly RegExp[],
  message: string,
): Rule {
  const find = (sources: Source[]) =>
    sources
      .filter(({ path }) => applies(path))
      .flatMap((source) =>
        patterns.flatMap((pattern) =>
          [...source[where].matchAll(pattern)].map(({ index }) => {
            return { path: source.path, line: lineAt(source.text, index), message }
          }),
        ),
      )
  return { id, find }
}

/** A rule on the path, or on the file as a whole. */
export function fileRule(id: string, judge: (source: Source) => string | undefined): Rule {
  const find = (sources: Source[]) =>
    sources.flatMap((source) => {
      const message = judge(source)
      return message === undefined ? [] : [{ path: source.path, line: 1, message }]
    })
  return { id, find }
}
