import { readFileSync } from 'node:fs'
import { attendeeRecord } from '@consilium/contract/attendees/attendee-record.ts'
import { expertRecord } from '@consilium/contract/experts/expert-record.ts'
import { invoiceRecord } from '@consilium/contract/invoices/invoice-record.ts'
import { meetingRecord } from '@consilium/contract/meetings/meeting-record.ts'
import { projectRecord } from '@consilium/contract/projects/project-record.ts'
import type { AnyRecord } from '@consilium/contract/record.ts'
import {
  parseSync,
  type TSInterfaceDeclaration,
  type TSInterfaceHeritage,
  type TSSignature,
  type TSType,
  type TSTypeReference,
} from 'oxc-parser'
import { z } from 'zod'

export interface DeclaredColumn {
  /** Type that a query returns: the name of a TypeScript type, `array`, or `imported` for types of other packages. */
  type: string
  nullable: boolean
  /** True if new rows may omit the column although it is not nullable. */
  hasDefault: boolean
}

export type DeclaredTable = ReadonlyMap<string, DeclaredColumn>

/** Records of the contract whose optional fields are columns (`OptionalColumns<typeof meetingRecord>`). */
const RECORDS: Readonly<Record<string, AnyRecord>> = {
  expertRecord,
  projectRecord,
  meetingRecord,
  attendeeRecord,
  invoiceRecord,
}

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

const DERIVED = 'OptionalColumns'

const columnName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

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

const ofSchema: Readonly<Record<string, string>> = { enum: 'string', int: 'number' }

/** The columns of the optional fields that a record declares as changeable. */
function optionalColumns({ fields, updated }: AnyRecord): [string, DeclaredColumn][] {
  return updated.flatMap((name): [string, DeclaredColumn][] => {
    const { read } = fields[name]!
    if (!(read instanceof z.ZodNullable)) return []
    const kind = (read.unwrap() as z.ZodType).def.type
    return [[columnName(name), { ...column(ofSchema[kind] ?? kind), nullable: true }]]
  })
}

/** The record in `extends OptionalColumns<typeof meetingRecord>`. */
function recordOf({ typeArguments }: TSInterfaceHeritage): AnyRecord {
  const [argument] = typeArguments?.params ?? []
  const name = argument?.type === 'TSTypeQuery' ? nameOf(argument.exprName) : ''
  const found = RECORDS[name]
  if (!found) throw new Error(`the record ${name} is not among those that declare columns`)
  return found
}

/** Returns the tables and views of an interface with their declared columns. */
export function declaredTables(paths: readonly string[], root = 'Tables'): Map<string, DeclaredTable> {
  const declarations = declarationsOf(paths)
  const read = createReader(declarations)

  const interfaceOf = (name: string): TSInterfaceDeclaration => {
    const node = declarations.interfaces.get(name)
    if (!node) throw new Error(`interface ${name} is not declared in ${paths.join(', ')}`)
    return node
  }

  function membersOf(name: string): [string, TSType][] {
    const node = interfaceOf(name)
    const inherited = node.extends.flatMap(({ expression }) =>
      nameOf(expression) === DERIVED ? [] : membersOf(nameOf(expression)),
    )
    return [...inherited, ...propertiesOf(node.body.body)]
  }

  const derivedOf = (name: string): [string, DeclaredColumn][] =>
    interfaceOf(name).extends.flatMap((parent) =>
      nameOf(parent.expression) === DERIVED ? optionalColumns(recordOf(parent)) : [],
    )

  const typed = (members: readonly [string, TSType][]) =>
    members.map(([name, node]): [string, DeclaredColumn] => [name, read(node)])

  const columnsOf = (node: TSType): [string, DeclaredColumn][] => {
    if (node.type === 'TSTypeReference') {
      const name = nameOf(node.typeName)
      return [...derivedOf(name), ...typed(membersOf(name))]
    }
    if (node.type === 'TSTypeLiteral') return typed(propertiesOf(node.members))
    throw new Error(`a table is declared as ${node.type}`)
  }

  return new Map(membersOf(root).map(([table, type]) => [table, new Map(columnsOf(type))]))
}
