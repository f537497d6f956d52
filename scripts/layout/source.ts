import { posix } from 'node:path'
import { WORKSPACES } from './house.ts'
import { blank, findStretches } from './lexer.ts'

export type SourceFile = { path: string; text: string }

/** `target` is the path in the repository of what is imported, or the package's name as written. */
export type Import = { spec: string; target: string; clause: string; typeOnly: boolean; line: number }

/** A file as the rules see it: `code` has no comments, `bare` no insides of strings either. */
export type Source = SourceFile & { code: string; bare: string; imports: Import[] }

const FROM =
  /(?<![\w$.])(?:import|export)\b(?<clause>(?:(?!\b(?:import|export)\b)[\w\s{},*$])*?)\bfrom\s*(["'])(?<spec>[^"'\n]*)\2/dg
const SIDE_EFFECT = /(?<![\w$.])import\s*(["'])(?<spec>[^"'\n]*)\1/dg
const CALL = /(?<![\w$.])(?:import|require)\s*\(\s*(["'`])(?<spec>[^"'`\n]*)\1/dg

const TYPE_CLAUSE = /^\s*type\s+[{*\w$]/
const TYPE_SPECIFIERS = /^\s*\{(?:\s*type\s+[^,}]+,?)+\s*\}\s*$/

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function resolve(path: string, spec: string): string {
  if (spec.startsWith('.')) return posix.join(posix.dirname(path), spec)
  const workspace = Object.keys(WORKSPACES).find((name) => spec === name || spec.startsWith(`${name}/`))
  return workspace ? `${WORKSPACES[workspace]}${spec.slice(workspace.length)}` : spec
}

/** Every static, side-effect and dynamic import and re-export with a literal path. */
function findImports(path: string, code: string, bare: string): Import[] {
  const imports: Import[] = []
  for (const pattern of [FROM, SIDE_EFFECT, CALL]) {
    for (const match of bare.matchAll(pattern)) {
      const [start, end] = match.indices?.groups?.spec ?? [0, 0]
      const spec = code.slice(start, end)
      const clause = match.groups?.clause ?? ''
      const typeOnly = TYPE_CLAUSE.test(clause) || TYPE_SPECIFIERS.test(clause)
      imports.push({ spec, target: resolve(path, spec), clause, typeOnly, line: lineAt(code, start) })
    }
  }
  return imports.toSorted((a, b) => a.line - b.line)
}

export function readSource({ path, text }: SourceFile): Source {
  const stretches = findStretches(text)
  const code = blank(text, stretches, ['comment'])
  const bare = blank(text, stretches, ['comment', 'text'])
  return { path, text, code, bare, imports: findImports(path, code, bare) }
}
