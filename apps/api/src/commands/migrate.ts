// npm run migrate migrates the database to the newest version; npm run migrate -- --reset reverts every migration.
import { loadProcessConfig } from '../settings/config.ts'
import { createDatabase } from '../infra/db/database.ts'
import { openEngine } from '../infra/db/engine/open-engine.ts'
import { migrateToLatest, resetAll } from '../infra/db/schema/migrate.ts'
import type { Tables } from '../infra/db/tables.ts'
import { endFailed, endProcess } from '../infra/end-process.ts'
import { createLog } from '../infra/log.ts'
import { makePrivate } from '../infra/private-folder.ts'

async function main(): Promise<void> {
  makePrivate()
  const config = loadProcessConfig()
  const log = createLog({ level: config.logLevel, file: config.logFile })
  const { databaseUrl, dataDir, timeZone } = config
  const engine = await openEngine({ databaseUrl, dataDir, timeZone, log, onFatal: endFailed })
  try {
    const db = createDatabase<Tables>(engine.patientPool)
    const reset = process.argv.includes('--reset')
    const names = await (reset
      ? resetAll(db)
      : migrateToLatest(db, { warn: (message) => process.stderr.write(`${message}\n`) }))
    const done = names.length === 0 ? 'nothing to do' : names.join(', ')
    process.stdout.write(`${reset ? 'Reverted' : 'Applied'}: ${done}\n`)
  } finally {
    await engine.close()
  }
}

main().then(() => endProcess(0), endFailed)
