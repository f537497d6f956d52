// `npm run bench:writers`: transactions a second of four writers that each raise a message, with a NOTIFY in every
// transaction, as it was, and with a notifier that sends after the commit.
import pg from 'pg'
import { createDatabase, inTransaction } from '../apps/api/src/infra/db/database.ts'
import { openEventBus, raise } from '../apps/api/src/infra/db/signals/events.ts'
import { migrateToLatest } from '../apps/api/src/infra/db/schema/migrate.ts'
import { openEngine } from '../apps/api/src/infra/db/engine/open-engine.ts'
import type { Tables } from '../apps/api/src/infra/db/tables.ts'
import { createLog } from '../apps/api/src/infra/log.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { writeSection } from './results.ts'

const WRITERS = 4
const SECONDS = 8
const ROUNDS = 3
/** What a commit waits for on a disk of a server, in microseconds; the disk of this machine may answer from its memory. */
const COMMIT_DELAY_US = 2000

const log = createLog({ level: 'warn', file: null })

/** Transactions a second of the writers together. */
async function perSecond(write: (writer: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      while (performance.now() < until) {
        await write(writer)
        count += 1
      }
    }),
  )
  return count / SECONDS
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function main(): Promise<void> {
  const postgres = await startPostgres({ isDurable: true })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  for (const [name, value] of Object.entries({ commit_delay: COMMIT_DELAY_US, commit_siblings: 0 }))
    await admin.query(`alter system set ${name} = '${value}'`)
  await admin.query('select pg_reload_conf()')
  const engine = await openEngine({
    databaseUrl: postgres.url,
    dataDir: 'unused',
    timeZone: 'Asia/Shanghai',
    log,
    onFatal: (error) => {
      throw error
    },
  })
  const db = createDatabase<Tables>(engine.pool)
  await migrateToLatest(db)
  const bus = await openEventBus(engine, log)
  const { rows } = await admin.query<{ user_id: string }>(
    `insert into sys_user (user_name, password_hash, role_type)
       select 'writer-' || n, '-', 'leader' from generate_series(1, $1) n returning user_id`,
    [WRITERS],
  )
  const userIds = rows.map(({ user_id }) => Number(user_id))
  const store = (trx: typeof db, userId: number) =>
    trx.insertInto('message').values({ user_id: userId, kind: 'expertAudit', params: '{}' }).execute()
  const signal = (userId: number) => ({ type: 'message', userId })

  const former = (writer: number) =>
    inTransaction(db, async (trx) => {
      await store(trx, userIds[writer]!)
      await trx
        .selectNoFrom((eb) =>
          eb
            .fn('pg_notify', [eb.val('consilium_events'), eb.val(JSON.stringify(signal(userIds[writer]!)))])
            .as('sent'),
        )
        .execute()
    })
  const now = (writer: number) =>
    inTransaction(db, async (trx) => {
      await store(trx, userIds[writer]!)
      await raise(trx, signal(userIds[writer]!))
    })
  const alone = (writer: number) => inTransaction(db, (trx) => store(trx, userIds[writer]!))

  const ways = { former, now, alone }
  const measured: Record<keyof typeof ways, number[]> = { former: [], now: [], alone: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, write] of Object.entries(ways))
      measured[name as keyof typeof ways].push(await perSecond(write))
  const [before, after, without] = [median(measured.former), median(measured.now), median(measured.alone)]
  const report = `${WRITERS} writers, one message a transaction, medians of ${ROUNDS} rounds of ${SECONDS} s. A commit waits ${COMMIT_DELAY_US / 1000} ms for its
disk (\`commit_delay\`), as on a server.

| | transactions a second | |
|---|---|---|
| with a NOTIFY in each transaction, as before | ${before.toFixed(0)} | 1.00 |
| with a notifier after the commit | ${after.toFixed(0)} | ${(after / before).toFixed(2)} |
| the message alone, nobody told | ${without.toFixed(0)} | ${(without / before).toFixed(2)} |`
  console.log(report)
  writeSection('Writers that raise messages (`npm run bench:writers`)', report)
  await bus.close()
  await engine.close()
  await admin.end()
  await postgres.stop()
}

await main()
