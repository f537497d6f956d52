import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { createDatabase } from '../../src/infra/db/database.ts'
import type { Engine } from '../../src/infra/db/engine/engine.ts'
import { migrateToLatest, MIGRATIONS } from '../../src/infra/db/schema/migrate.ts'
import { type EngineOptions, openEngine } from '../../src/infra/db/engine/open-engine.ts'

/** If set, the tests run on this PostgreSQL server, and otherwise on the embedded engine. */
export const testDatabaseUrl = process.env.TEST_DATABASE_URL

export const silentLog = pino({ level: 'silent' })

const PGLITE = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/consilium/', import.meta.url))
const BROKEN_RENAME = new Set(['EEXIST', 'ENOTEMPTY'])

/** Where clean-up is registered: the context of a test, or `{ after }` of node:test for a whole file. */
export interface Scope {
  after(cleanUp: () => unknown): void
}

const temporaryFolders = new Set<string>()
process.once('exit', () => {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true })
})

/** A new folder that is removed when this process ends, after every engine on it has been closed. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-test-'))
  temporaryFolders.add(folder)
  return folder
}

export function embeddedOptions(dataDir: string): EngineOptions {
  const onFatal = (error: Error) => {
    throw error
  }
  return { dataDir, timeZone: 'Asia/Shanghai', log: silentLog, onFatal }
}

/** Opens a database for this scope, on the engine under test; it is removed with the scope. */
export async function openTestEngine(scope: Scope): Promise<Engine> {
  if (testDatabaseUrl) return openOnServer(scope)
  const template = await embeddedTemplate()
  const engine = await openEngine({ ...embeddedOptions(makeTemporaryFolder()), template })
  scope.after(() => engine.close())
  return engine
}

async function openOnServer(scope: Scope): Promise<Engine> {
  const { url, drop } = await createTestDatabase()
  const engine = await openEngine({ ...embeddedOptions('unused'), databaseUrl: url })
  scope.after(async () => {
    await engine.close()
    await drop()
  })
  return engine
}

export interface TestDatabase {
  url: string
  /** Drops the database, even if it is in use. */
  drop(): Promise<void>
}

/** Creates a database on the server under test: empty, or a copy of `template`, which must not be in use. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer((run) =>
    run(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`),
  )
  const drop = () => onServer((run) => run(`drop database if exists ${name} with (force)`))
  return { url: urlOf(name), drop }
}

/**
 * Returns a database with this name that `fill` has prepared. The first test process that needs it creates it, and the
 * others wait for the advisory lock; `fill` must have closed all its connections when it resolves.
 */
export async function ensureTemplateDatabase(
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  await onServer(async (run) => {
    await run(`select pg_advisory_lock(hashtext('${name}'))`)
    if ((await run(`select from pg_database where datname = '${name}'`)) > 0) return
    const draft = `${name}_draft`
    await run(`drop database if exists ${draft} with (force)`)
    await run(`create database ${draft}`)
    await fill(urlOf(draft))
    await run(`alter database ${draft} rename to ${name}`)
  })
}

function urlOf(name: string): string {
  const url = new URL(testDatabaseUrl ?? '')
  url.pathname = `/${name}`
  return url.href
}

/** `run` returns the number of rows; session locks end with the connection. */
async function onServer(
  use: (run: (statement: string) => Promise<number>) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(testDatabaseUrl)
  await client.connect()
  try {
    await use(async (statement) => (await client.query(statement)).rowCount ?? 0)
  } finally {
    await client.end()
  }
}

/** An empty cluster, created once and kept, since copying one takes a fiftieth of the time of creating one. */
export async function embeddedTemplate(): Promise<string> {
  const { version } = JSON.parse(readFileSync(PGLITE, 'utf8')) as { version: string }
  const template = join(CACHE, `pglite-${version}`)
  if (existsSync(template)) return template
  mkdirSync(CACHE, { recursive: true })
  const dataDir = mkdtempSync(join(CACHE, 'making-'))
  try {
    await (await openEngine(embeddedOptions(dataDir))).close()
    moveUnlessThere(join(dataDir, 'pg'), template)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  return template
}

/** Names every state of the migrations. */
function hashOfMigrations(...further: string[]): string {
  const hash = createHash('sha256')
  for (const text of further) hash.update(text)
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}

/** A database of the server under test with every migration and nothing else, migrated once for all test processes. */
export async function migratedDatabase(): Promise<TestDatabase> {
  const name = `migrated_${hashOfMigrations()}`
  await ensureTemplateDatabase(name, async (databaseUrl) => {
    const engine = await openEngine({ ...embeddedOptions('unused'), databaseUrl })
    await migrateToLatest(createDatabase(engine.pool))
    await engine.close()
  })
  return createTestDatabase(name)
}

/** The names of folders of `migratedTemplate` begin with this. */
const MIGRATED = 'migrated-'

/** A cluster with every migration and nothing else, created once for each state of the migrations. */
export async function migratedTemplate(): Promise<string> {
  const empty = await embeddedTemplate()
  const template = join(CACHE, MIGRATED + hashOfMigrations(empty))
  if (existsSync(template)) return template
  const outdated = readdirSync(CACHE).filter((name) => name.startsWith(MIGRATED))
  const dataDir = mkdtempSync(join(CACHE, 'making-'))
  try {
    const engine = await openEngine({ ...embeddedOptions(dataDir), template: empty })
    await migrateToLatest(createDatabase(engine.pool))
    await engine.close()
    moveUnlessThere(join(dataDir, 'pg'), template)
  } finally {
    for (const folder of [dataDir, ...outdated.map((name) => join(CACHE, name))])
      rmSync(folder, { recursive: true, force: true })
  }
  return template
}

/** Another test process may have created the same in the meantime; either can be used. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && BROKEN_RENAME.has(String(error.code)))) throw error
  }
}
