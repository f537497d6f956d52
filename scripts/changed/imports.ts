import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { WORKSPACES } from '../layout/house.ts'

const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]/g

function resolve(path: string, spec: string): string | undefined {
  if (spec.startsWith('.')) return posix.join(posix.dirname(path), spec)
  const workspace = Object.keys(WORKSPACES).find((name) => spec.startsWith(`${name}/`))
  return workspace && `${WORKSPACES[workspace]}${spec.slice(workspace.length)}`
}

/** The files of the repository whose values a file imports. What is only imported as a type is the typecheck's concern. */
export function importsOf(path: string, text: string): string[] {
  const { module } = parseSync(path, text)
  const isValue = (entries: readonly { isType: boolean }[]) =>
    entries.length === 0 || entries.some(({ isType }) => !isType)
  const specs = [
    ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
      isValue(entries) ? moduleRequest.value : [],
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? moduleRequest.value : [])),
    ),
    ...[...text.matchAll(DYNAMIC)].map(([, spec = '']) => spec),
  ]
  return [...new Set(specs)].flatMap((spec) => resolve(path, spec) ?? [])
}
