import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { type Engine, type EngineOptions, openEngine } from '../engine.ts'

/** Set: the tests run on this PostgreSQL server; otherwise on the embedded engine. */
export const testDatabaseUrl = process.env.TEST_DATABASE_URL

export const silentLog = pino({ level: 'silent' })

const TEMPLATES = fileURLToPath(new URL('../../../../../../node_modules/.cache/consilium/', import.meta.url))
const BROKEN_RENAME = new Set(['EEXIST', 'ENOTEMPTY'])

/** Where clean-up is left: a test's context, or `{ after }` of node:test for a whole file. */
export interface Scope {
  after(cleanUp: () => unknown): void
}

/** What every database of a test begins with. The key names its content: another content, another key. */
export interface Prepared {
  key: string
  run(engine: Engine): Promise<unknown>
}

const EMPTY: Prepared = { key: 'empty', run: async () => {} }

const temporaryFolders = new Set<string>()
process.once('exit', () => {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true })
})

/** A new folder that goes with this process: only then has every engine on it been closed. */
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

/** A database of this scope alone, on the engine under test; it goes with the scope. */
export async function openTestEngine(scope: Scope, prepared: Prepared = EMPTY): Promise<Engine> {
  if (testDatabaseUrl) {
    const engine = await openEngine({
      ...embeddedOptions('unused'),
      databaseUrl: await createTestDatabase(scope),
    })
    scope.after(() => engine.close())
    await prepared.run(engine)
    return engine
  }
  const template = await embeddedTemplate(prepared)
  const engine = await openEngine({ ...embeddedOptions(makeTemporaryFolder()), template })
  scope.after(() => engine.close())
  return engine
}

/** An empty database on the server under test; dropped, whoever still uses it, after the scope. */
export async function createTestDatabase(scope: Scope): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name}`)
  scope.after(() => onServer(`drop database if exists ${name} with (force)`))
  const url = new URL(testDatabaseUrl ?? '')
  url.pathname = `/${name}`
  return url.href
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(testDatabaseUrl)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Copying a cluster takes a fiftieth of the time of making one, so each content is made once and kept. */
export async function embeddedTemplate(prepared: Prepared = EMPTY): Promise<string> {
  const template = join(TEMPLATES, `cluster-${prepared.key}`)
  if (existsSync(template)) return template
  mkdirSync(TEMPLATES, { recursive: true })
  const dataDir = mkdtempSync(join(TEMPLATES, 'making-'))
  try {
    const engine = await openEngine(embeddedOptions(dataDir))
    await Promise.resolve(prepared.run(engine)).finally(() => engine.close())
    moveUnlessThere(join(dataDir, 'pg'), template)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  return template
}

/** Another test process may have made the same meanwhile; either will do. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && BROKEN_RENAME.has(String(error.code)))) throw error
  }
}
