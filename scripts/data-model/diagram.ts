import type { Column, ForeignKey, Relation } from '../../apps/api/test/db/schema.ts'

/** PostgreSQL's short names of types, as in its manual. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int4: 'integer',
  int8: 'bigint',
}

const typeName = (type: string): string =>
  type.startsWith('_') ? `${typeName(type.slice(1))}[]` : (TYPE_NAMES[type] ?? type)

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((name) => others.includes(name))

function attribute({ primaryKey, foreignKeys }: Relation, { name, type, nullable }: Column): string {
  const keys = [
    ...(primaryKey.includes(name) ? ['PK'] : []),
    ...(foreignKeys.some(({ columns }) => columns.includes(name)) ? ['FK'] : []),
  ]
  const marks = [keys.join(', '), nullable ? '"may be null"' : ''].filter((mark) => mark !== '')
  return ['        ', typeName(type), ' ', name, ...marks.map((mark) => ` ${mark}`)].join('')
}

const entity = (table: Relation) => [
  `    ${table.name} {`,
  ...table.columns.map((column) => attribute(table, column)),
  '    }',
]

/** Returns the line of a foreign key: the number of rows at each end, and the columns. */
function relationship(table: Relation, { columns, target }: ForeignKey): string {
  const mayBeNull = table.columns.some(({ name, nullable }) => nullable && columns.includes(name))
  const parent = mayBeNull ? '|o' : '||'
  const children = isSame(columns, table.primaryKey) ? 'o|' : 'o{'
  return `    ${target} ${parent}--${children} ${table.name} : "${columns.join(', ')}"`
}

const diagram = (lines: readonly string[]) => ['```mermaid', 'erDiagram', ...lines, '```', '']

const relationshipsOf = (tables: readonly Relation[], isWanted: (target: string) => boolean) =>
  tables.flatMap((table) =>
    table.foreignKeys.filter(({ target }) => isWanted(target)).map((key) => relationship(table, key)),
  )

function moduleSection(name: string, tables: readonly Relation[]): string[] {
  const names = tables.map((table) => table.name)
  const views = tables.filter(({ isView }) => isView)
  const stored = tables.filter(({ isView }) => !isView)
  return [
    `## ${name}`,
    '',
    names.map((table) => `\`${table}\``).join(', '),
    '',
    ...(stored.length > 0
      ? diagram([...stored.flatMap(entity), ...relationshipsOf(stored, () => true)])
      : []),
    ...views.flatMap((view) => [
      `\`${view.name}\` (${view.columns.map((column) => column.name).join(', ')})`,
      '',
    ]),
  ]
}

const HEAD = `# The data

Written by \`npm run data-model\` from the migrated database; a test checks that it is up to date. Tables are grouped by
the module that writes them.

## References between records

Accounts and files are left out here, as nearly every table refers to them; each module's own diagram has them.
`

/** All tables refer to these; with their lines the overview would be unreadable. */
const LEFT_OUT = ['sys_user', 'stored_file']

/** Returns the page with the tables in groups. */
export function dataModelPage(groups: ReadonlyMap<string, readonly Relation[]>): string {
  const all = [...groups.values()].flat().filter(({ name }) => !LEFT_OUT.includes(name))
  const overview = diagram(relationshipsOf(all, (target) => !LEFT_OUT.includes(target)))
  const sections = [...groups].flatMap(([name, tables]) => moduleSection(name, tables))
  return `${[HEAD, ...overview, ...sections].join('\n').trimEnd()}\n`
}
