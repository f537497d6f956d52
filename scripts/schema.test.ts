import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createDatabase } from '../apps/api/src/infra/db/database.ts'
import { openEngine } from '../apps/api/src/infra/db/engine/open-engine.ts'
import { readSchema, type Column, type Relation } from '../apps/api/test/db/schema.ts'
import { embeddedOptions, makeTemporaryFolder, migratedTemplate } from '../apps/api/test/db/test-engine.ts'
import { type DeclaredColumn, declaredTables } from './data-model/declared-tables.ts'
import { dataModelPage } from './data-model/diagram.ts'
import { groupTables } from './data-model/groups.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DECLARATIONS = globSync(join(ROOT, 'apps/api/src/infra/db/*tables.ts'))
/** Tables and columns that typed code never uses. */
const ONLY_IN_SQL: Readonly<Record<string, string>> = {
  name_grams: 'a computed column that infra/db/lists/name-search.ts looks names up in',
  invoice_ledger: 'a table that a trigger keeps',
}
/** The same of columns whose names end so: the letters of a name, which name-search.ts looks for. */
const INITIALS = '_initials'
/** How `infra/db/engine/column-types.ts` and pg read the types of PostgreSQL. */
const READ_AS: Readonly<Record<string, readonly string[]>> = {
  int4: ['number'],
  int8: ['number'],
  numeric: ['string'],
  text: ['string', 'imported'],
  uuid: ['string'],
  bool: ['boolean'],
  bytea: ['Buffer'],
  timestamptz: ['string'],
  date: ['string'],
  jsonb: ['json', 'imported'],
  _int8: ['array'],
  _text: ['array'],
}

let schema: Relation[]
const engine = await openEngine({
  ...embeddedOptions(makeTemporaryFolder()),
  template: await migratedTemplate(),
})
after(() => engine.close())
before(async () => {
  schema = await readSchema(createDatabase<unknown>(engine.pool))
})

function columnProblem(real: Column, declared: DeclaredColumn, isView: boolean): string | undefined {
  if (!READ_AS[real.type]?.includes(declared.type)) return `is ${real.type}, not ${declared.type}`
  // PostgreSQL does not know whether the columns of a view can be null.
  if (isView) return undefined
  if (real.nullable && !declared.nullable && !real.hasDefault) return 'may be null'
  if (!real.nullable && declared.nullable) return 'is never null'
  if (declared.hasDefault && !real.hasDefault && !real.nullable) return 'has no default'
  return undefined
}

function compare(relations: readonly Relation[], declarations: readonly string[]): string[] {
  const declared = declaredTables(declarations)
  const places = (table: string, columns: Iterable<string>) => [...columns].map((name) => `${table}.${name}`)
  const declaredPlaces = [...declared].flatMap(([table, columns]) => places(table, columns.keys()))
  const realPlaces = relations.flatMap(({ name, columns }) =>
    places(
      name,
      columns.map((column) => column.name),
    ),
  )
  const missing = declaredPlaces.filter((place) => !realPlaces.includes(place))
  const wrong = relations.flatMap(({ name: table, isView, columns }) =>
    columns.flatMap((column) => {
      if (ONLY_IN_SQL[table] || ONLY_IN_SQL[column.name] || column.name.endsWith(INITIALS)) return []
      const known = declared.get(table)?.get(column.name)
      const problem = known ? columnProblem(column, known, isView) : 'is not declared'
      return problem ? [`${table}.${column.name} ${problem}`] : []
    }),
  )
  return [...missing.map((place) => `${place} is not in the database`), ...wrong]
}

it('HSE-10: the typed tables match the migrated database', () => {
  assert.ok(schema.length > 40)
  assert.deepEqual(compare(schema, DECLARATIONS), [])
})

it('HSE-10: extra and missing columns, and those of another type or nullability, are named', () => {
  const changed = schema.map((table) =>
    table.name === 'person'
      ? {
          ...table,
          columns: table.columns
            .filter(({ name }) => name !== 'role')
            .map((column) => {
              if (column.name === 'name') return { ...column, type: 'int8' }
              if (column.name === 'org_id') return { ...column, nullable: true }
              if (column.name === 'position') return { ...column, nullable: false }
              if (column.name === 'version') return { ...column, hasDefault: false }
              return column
            })
            .concat({ name: 'nickname', type: 'text', nullable: true, hasDefault: false }),
        }
      : table,
  )
  assert.deepEqual(compare(changed, DECLARATIONS), [
    'person.role is not in the database',
    'person.org_id may be null',
    'person.name is int8, not string',
    'person.position is never null',
    'person.version has no default',
    'person.nickname is not declared',
  ])
})

it('HSE-21: docs/data-model.md shows the migrated schema', () => {
  const page = readFileSync(join(ROOT, 'docs/data-model.md'), 'utf8')
  assert.equal(page, dataModelPage(groupTables(ROOT, schema)), 'npm run data-model writes it anew')
})
