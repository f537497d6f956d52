import type { Argument, Expression, ModuleExportName, VisitorObject } from 'oxc-parser'

/** An import statement. `names` are the imported names, without a default or namespace import. */
export type WrittenImport = { spec: string; names: string[]; typeOnly: boolean; start: number }

type Kind = 'type' | 'value' | null | undefined

const nameOf = (name: ModuleExportName) => (name.type === 'Literal' ? name.value : name.name)

/** True for type imports, declared for the whole statement or for each name. */
const isTypeOnly = (declared: Kind, kinds: readonly Kind[]) =>
  declared === 'type' || (kinds.length > 0 && kinds.every((kind) => kind === 'type'))

/** The path in a dynamic import, also in a template literal. */
function literalPath(argument: Argument | Expression): string | undefined {
  if (argument.type === 'TemplateLiteral') return argument.quasis[0]?.value.raw
  return argument.type === 'Literal' && typeof argument.value === 'string' ? argument.value : undefined
}

/** Visits every import and re-export: static, side-effect, dynamic and type imports, and `require`. */
export function importVisitor(add: (found: WrittenImport) => void): VisitorObject {
  const addCall = (argument: Argument | Expression | undefined, typeOnly = false) => {
    const spec = argument && literalPath(argument)
    if (spec !== undefined) add({ spec, names: [], typeOnly, start: argument?.start ?? 0 })
  }
  return {
    ImportDeclaration({ source, importKind, specifiers }) {
      add({
        spec: source.value,
        names: specifiers.flatMap((each) => ('imported' in each ? [nameOf(each.imported)] : [])),
        typeOnly: isTypeOnly(
          importKind,
          specifiers.map((each) => ('importKind' in each ? each.importKind : null)),
        ),
        start: source.start,
      })
    },
    ExportNamedDeclaration({ source, exportKind, specifiers }) {
      if (!source) return
      add({
        spec: source.value,
        names: specifiers.map(({ local }) => nameOf(local)),
        typeOnly: isTypeOnly(
          exportKind,
          specifiers.map((each) => each.exportKind),
        ),
        start: source.start,
      })
    },
    ExportAllDeclaration: ({ source, exportKind }) =>
      add({ spec: source.value, names: [], typeOnly: exportKind === 'type', start: source.start }),
    ImportExpression: ({ source }) => addCall(source),
    TSImportType: ({ source }) => addCall(source, true),
    TSExternalModuleReference: ({ expression }) => addCall(expression),
    CallExpression({ callee, arguments: [path] }) {
      if (callee.type === 'Identifier' && callee.name === 'require') addCall(path)
    },
  }
}
