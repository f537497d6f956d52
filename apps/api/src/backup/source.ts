import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../settings/config.ts'
import { askHolder } from '../infra/control.ts'
import { createDatabase } from '../infra/db/database.ts'
import type { Db } from '../infra/db/db.ts'
import type { Engine } from '../infra/db/engine/engine.ts'
import { DataFolderInUse } from '../infra/db/engine/lock.ts'
import { openEngine } from '../infra/db/engine/open-engine.ts'
import type { Tables } from '../infra/db/tables.ts'
import type { Log } from '../infra/log.ts'
import { NoBackup } from './manifest.ts'
import { SNAPSHOT_COMMAND } from './snapshot.ts'

export interface OpenedSource {
  engine: Engine
  db: Db
  close(): Promise<void>
}

interface Where {
  config: Config
  log: Log
  onFatal: (error: Error) => void
}

async function openAt({ config, log, onFatal }: Where, databaseUrl: string | null, dataDir: string) {
  const engine = await openEngine({ databaseUrl, dataDir, timeZone: config.timeZone, log, onFatal })
  return { engine, db: createDatabase<Tables>(engine.pool), close: () => engine.close() }
}

/** The service that holds the data folder copies its database to a place that it names. */
async function openSnapshot(where: Where): Promise<OpenedSource> {
  const said: string[] = []
  const isDone = await askHolder(
    where.config.dataDir,
    { command: SNAPSHOT_COMMAND, args: [] },
    (line) => void said.push(line),
  ).catch((error: unknown) => {
    throw new NoBackup(
      'The service that holds the data folder does not hear commands: is it still starting?',
      { cause: error },
    )
  })
  const folder = said.at(-1)
  if (!isDone || folder === undefined)
    throw new NoBackup(`The running service made no copy: ${said.join('; ')}`)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const opened = await openAt(where, null, folder)
    const close = async () => {
      await opened.close()
      await remove()
    }
    return { ...opened, close }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Opens the database that is to be saved; a copy of it where a running service has it open. */
export async function openSource(where: Where): Promise<OpenedSource> {
  const { databaseUrl, dataDir } = where.config
  if (!databaseUrl && !existsSync(join(dataDir, 'pg')))
    throw new NoBackup(`There is nothing to save: ${dataDir} has no database.`)
  try {
    return await openAt(where, databaseUrl, dataDir)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return openSnapshot(where)
  }
}
