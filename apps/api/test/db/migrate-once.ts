// Child process of a test: migrates a database on the server and prints the applied migrations.
import { createDatabase } from '../../src/infra/db/database.ts'
import { openEngine } from '../../src/infra/db/engine/open-engine.ts'
import { migrateToLatest } from '../../src/infra/db/schema/migrate.ts'
import { embeddedOptions } from './test-engine.ts'

const [databaseUrl, folder] = process.argv.slice(2)
const engine = await openEngine({ ...embeddedOptions('unused'), databaseUrl })
try {
  process.stdout.write(`${JSON.stringify(await migrateToLatest(createDatabase(engine.pool), { folder }))}\n`)
} finally {
  await engine.close()
}
