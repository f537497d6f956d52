// Child process of a test: writes pairs of rows to the embedded engine until it is killed, and prints a number when its
// pair is acknowledged. If the folder is refused, it prints why and ends.
import { openEngine } from '../../src/infra/db/engine/open-engine.ts'
import { createDatabase, inTransaction } from '../../src/infra/db/database.ts'
import { embeddedOptions } from './test-engine.ts'

interface Tables {
  pair: { number: number; half: string }
}

const [dataDir = ''] = process.argv.slice(2)
const engine = await openEngine(embeddedOptions(dataDir)).catch((error: Error) => {
  process.stdout.write(`${error.name}\n`)
  process.exit(1)
})
await engine.pool.query('create table if not exists pair (number bigint, half text, unique (number, half))')
const { rows } = await engine.pool.query<{ next: number }>(
  'select coalesce(max(number), 0) + 1 as next from pair',
)
const db = createDatabase<Tables>(engine.pool)
for (let number = rows[0]?.next ?? 1; ; number++) {
  await inTransaction(db, async (trx) => {
    await trx.insertInto('pair').values({ number, half: 'first' }).execute()
    await trx.insertInto('pair').values({ number, half: 'second' }).execute()
  })
  process.stdout.write(`${number}\n`)
}
