// Writes docs/data-model.md from the migrated database: npm run data-model.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDatabase } from '../../apps/api/src/infra/db/database.ts'
import { openEngine } from '../../apps/api/src/infra/db/engine/open-engine.ts'
import { migrateToLatest } from '../../apps/api/src/infra/db/schema/migrate.ts'
import { createLog } from '../../apps/api/src/infra/log.ts'
import { readSchema } from '../../apps/api/test/db/schema.ts'
import { dataModelPage } from './diagram.ts'
import { groupTables } from './groups.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = 'docs/data-model.md'

const dataDir = mkdtempSync(join(tmpdir(), 'consilium-data-model-'))
const log = createLog({ level: 'warn', file: null })
const onFatal = (error: Error) => {
  throw error
}
try {
  const engine = await openEngine({ databaseUrl: null, dataDir, timeZone: 'UTC', log, onFatal })
  const db = createDatabase<unknown>(engine.pool)
  await migrateToLatest(db)
  writeFileSync(join(ROOT, PAGE), dataModelPage(groupTables(ROOT, await readSchema(db))))
  await engine.close()
  process.stdout.write(`${PAGE}\n`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
