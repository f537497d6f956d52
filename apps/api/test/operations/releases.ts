import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openArchive, type ArchiveEntry } from '@consilium/archive/open-archive.ts'
import pg from 'pg'
import { openEngine } from '../../src/infra/db/engine/open-engine.ts'
import { embeddedOptions, embeddedTemplate, makeTemporaryFolder } from '../db/test-engine.ts'
import type { Api } from '../harness.ts'
import { DATA, DUMP, RELEASE_MASTER_KEY, RELEASES } from './release-format.ts'

const ENDING = '.zip'
const MIB = 1024 * 1024
const LIMITS = { entries: 2000, entryBytes: 64 * MIB, totalBytes: 128 * MIB }

/** The released versions in order. */
export const releasedVersions = (): string[] =>
  readdirSync(RELEASES)
    .map((name) => name.slice(0, -ENDING.length))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))

interface Release {
  dump: string
  /** The data folder, by the paths below it. */
  files: readonly ArchiveEntry[]
  read(name: string): Promise<string>
}

async function readRelease(path: string): Promise<Release> {
  const entries = await openArchive(readFileSync(path), LIMITS)
  const read = async (name: string) => {
    const entry = entries.find((each) => each.name === name)
    if (!entry) throw new Error(`${path} has no ${name}`)
    return (await entry.read()).toString()
  }
  const files = entries.filter(({ name }) => name.startsWith(`${DATA}/`))
  return { dump: await read(DUMP), files, read }
}

interface Column {
  type: string
  /** True if an insert may leave it out. */
  isOptional: boolean
}

/** What code of another version meets: rows of each table, and the columns of tables and views as `table.column`. */
export interface Shape {
  rows: Map<string, number>
  columns: Map<string, Column>
}

interface ColumnRow extends Column {
  name: string
}

type Query = (text: string) => Promise<{ rows: unknown[] }>

const COLUMNS = `
  select c.table_name || '.' || c.column_name as name, c.udt_name as type,
    c.is_nullable = 'YES' or c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS'
      as "isOptional"
  from information_schema.columns c where c.table_schema = 'public'`
const TABLES = "select tablename as name from pg_tables where schemaname = 'public'"

export async function readShape(query: Query): Promise<Shape> {
  const columns = (await query(COLUMNS)).rows as ColumnRow[]
  const tables = (await query(TABLES)).rows as { name: string }[]
  const rows = new Map<string, number>()
  for (const { name } of tables) {
    const [counted] = (await query(`select count(*)::int as n from public."${name}"`)).rows as { n: number }[]
    rows.set(name, counted?.n ?? 0)
  }
  return { rows, columns: new Map(columns.map(({ name, ...column }) => [name, column])) }
}

/** Writes the files of a release and its database for a start of today's code; `before` is what it left. */
export const restoreRelease = (version: string, api: Host): Promise<Restored> =>
  restoreArchive(join(RELEASES, version + ENDING), api)

type Host = Pick<Api, 'engine' | 'emptyDatabase'>
interface Restored extends Pick<Release, 'read'> {
  settings: Record<string, string>
  before: Shape
}

export async function restoreArchive(archive: string, { engine, emptyDatabase }: Host): Promise<Restored> {
  const { dump, files, read } = await readRelease(archive)
  const dataDir = makeTemporaryFolder()
  for (const file of files) {
    const path = join(dataDir, file.name.slice(DATA.length + 1))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, await file.read())
  }
  const settings = { DATA_DIR: dataDir, MASTER_KEY: RELEASE_MASTER_KEY }
  if (engine.kind === 'embedded') {
    const opened = await openEngine({ ...embeddedOptions(dataDir), template: await embeddedTemplate() })
    await opened.pool.query(dump)
    const before = await readShape((text) => opened.pool.query(text))
    await opened.close()
    return { settings, before, read }
  }
  const { url } = await emptyDatabase()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(dump)
  const before = await readShape((text) => client.query(text))
  await client.end()
  return { settings: { ...settings, DATABASE_URL: url }, before, read }
}
