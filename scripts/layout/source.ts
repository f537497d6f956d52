import { posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { WORKSPACES } from './house.ts'
import { importVisitor, type WrittenImport } from './imports.ts'

export type SourceFile = { path: string; text: string }

/** `target` is the path of the imported file in the repository, or the name of the package. */
export type Import = Omit<WrittenImport, 'start'> & { target: string; line: number }

/** `lines` without those that are empty or comments. */
export type WrittenFunction = { line: number; lines: number }

/** `code` is the text without comments; `bare` is also without the content of strings. */
export type Source = SourceFile & {
  code: string
  bare: string
  imports: Import[]
  functions: WrittenFunction[]
}

type Span = { start: number; end: number }

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function resolve(path: string, spec: string): string {
  if (spec.startsWith('.')) return posix.join(posix.dirname(path), spec)
  const workspace = Object.keys(WORKSPACES).find((name) => spec === name || spec.startsWith(`${name}/`))
  return workspace ? `${WORKSPACES[workspace]}${spec.slice(workspace.length)}` : spec
}

/** Replaces the spans by spaces, so that offsets and lines stay the same. */
function blank(text: string, spans: readonly Span[]): string {
  let result = ''
  let at = 0
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(at, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ')
    at = end
  }
  return result + text.slice(at)
}

/** Throws if a file is not valid TypeScript, since no rule could be checked. */
export function readSource({ path, text }: SourceFile): Source {
  const { program, comments, errors } = parseSync(path, text, { astType: 'ts' })
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`)
  const strings: Span[] = []
  const imports: Import[] = []
  const bodies: Span[] = []
  const addInside = ({ start, end }: Span, closing = 1) =>
    strings.push({ start: start + 1, end: end - closing })
  new Visitor({
    ...importVisitor(({ start, ...found }) => {
      imports.push({ ...found, target: resolve(path, found.spec), line: lineAt(text, start) })
    }),
    Literal(node) {
      if (typeof node.value === 'string' || 'regex' in node) addInside(node)
    },
    // The span of a template's part begins with "`" or "}" and ends with "`" or "${".
    TemplateElement: (node) => addInside(node, node.tail ? 1 : '${'.length),
    JSXText: ({ start, end }) => strings.push({ start, end }),
    FunctionDeclaration: (node) => bodies.push(node),
    FunctionExpression: (node) => bodies.push(node),
    // What an arrow returns at once is a value, such as a table, whose functions are measured one by one.
    ArrowFunctionExpression: (node) => node.body.type === 'BlockStatement' && bodies.push(node),
  }).visit(program)
  const sorted = imports.toSorted((one, other) => one.line - other.line)
  const code = blank(text, comments)
  const functions = bodies.map(({ start, end }) => {
    const lines = code.slice(start, end).split('\n')
    return { line: lineAt(text, start), lines: lines.filter((line) => line.trim() !== '').length }
  })
  return {
    path,
    text,
    functions,
    code,
    bare: blank(text, [...comments, ...strings]),
    imports: sorted,
  }
}
