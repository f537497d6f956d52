import { readFileSync } from 'node:fs'
import {
  parseSync,
  type TSInterfaceDeclaration,
  type TSSignature,
  type TSType,
  type TSTypeReference,
} from 'oxc-parser'

export interface DeclaredColumn {
  /** Type that a query returns: the name of a TypeScript type, `array`, or `imported` for types of other packages. */
  type: string
  nullable: boolean
  /** True if new rows may omit the column although it is not nullable. */
  hasDefault: boolean
}

export type DeclaredTable = ReadonlyMap<string, DeclaredColumn>

interface Declarations {
  interfaces: Map<string, TSInterfaceDeclaration>
  aliases: Map<string, { parameters: string[]; type: TSType }>
}

/** Interface names are unique across the files, and aliases with the same name mean the same. */
function declarationsOf(paths: readonly string[]): Declarations {
  const found: Declarations = { interfaces: new Map(), aliases: new Map() }
  for (const path of paths)
    for (const statement of parseSync(path, readFileSync(path, 'utf8')).program.body) {
      const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (node?.type === 'TSInterfaceDeclaration') found.interfaces.set(node.id.name, node)
      if (node?.type !== 'TSTypeAliasDeclaration') continue
      const parameters = node.typeParameters?.params.map(({ name }) => name.name) ?? []
      found.aliases.set(node.id.name, { parameters, type: node.typeAnnotation })
    }
  return found
}

const column = (type: string): DeclaredColumn => ({ type, nullable: false, hasDefault: false })

const LITERALS: Readonly<Record<string, string>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSUnknownKeyword: 'json',
  TSTypeLiteral: 'json',
  TSArrayType: 'array',
}

const nameOf = (node: { type: string }): string => ('name' in node ? String(node.name) : node.type)

const propertiesOf = (members: readonly TSSignature[]): [string, TSType][] =>
  members.flatMap((member): [string, TSType][] =>
    member.type === 'TSPropertySignature' && member.typeAnnotation
      ? [[nameOf(member.key), member.typeAnnotation.typeAnnotation]]
      : [],
  )

const mayBeUndefined = (type: TSType | undefined): boolean =>
  type?.type === 'TSUnionType' && type.types.some((one) => one.type === 'TSUndefinedKeyword')

/** Reads the type of a column as Kysely interprets it. */
function createReader({ aliases }: Declarations) {
  function readReference(node: TSTypeReference): DeclaredColumn {
    const name = nameOf(node.typeName)
    const given = node.typeArguments?.params ?? []
    const [first] = given
    if (first && (name === 'Generated' || name === 'GeneratedAlways'))
      return { ...read(first), hasDefault: true }
    if (first && name === 'ColumnType') return { ...read(first), hasDefault: mayBeUndefined(given[1]) }
    if (name === 'Buffer') return column('Buffer')
    if (name === 'Record' || name === 'Json') return column('json')
    const alias = aliases.get(name)
    return alias ? read(alias.type) : column('imported')
  }

  function readUnion(types: readonly TSType[]): DeclaredColumn {
    const [first = column('never')] = types.filter(({ type }) => type !== 'TSNullKeyword').map(read)
    return { ...first, nullable: first.nullable || types.some(({ type }) => type === 'TSNullKeyword') }
  }

  function read(node: TSType): DeclaredColumn {
    if (node.type === 'TSUnionType') return readUnion(node.types)
    if (node.type === 'TSTypeReference') return readReference(node)
    if (node.type === 'TSLiteralType') return column('string')
    return column(LITERALS[node.type] ?? node.type)
  }
  return read
}

/** Returns the tables and views of an interface with their declared columns. */
export function declaredTables(paths: readonly string[], root = 'Tables'): Map<string, DeclaredTable> {
  const declarations = declarationsOf(paths)
  const read = createReader(declarations)

  function membersOf(name: string): [string, TSType][] {
    const node = declarations.interfaces.get(name)
    if (!node) throw new Error(`interface ${name} is not declared in ${paths.join(', ')}`)
    const inherited = node.extends.flatMap(({ expression }) => membersOf(nameOf(expression)))
    return [...inherited, ...propertiesOf(node.body.body)]
  }

  const columnsOf = (node: TSType): [string, TSType][] => {
    if (node.type === 'TSTypeReference') return membersOf(nameOf(node.typeName))
    if (node.type === 'TSTypeLiteral') return propertiesOf(node.members)
    throw new Error(`a table is declared as ${node.type}`)
  }

  return new Map(
    membersOf(root).map(([table, type]) => [
      table,
      new Map(columnsOf(type).map(([name, node]) => [name, read(node)])),
    ]),
  )
}
