// `npm run bench:batches`: how long a node works on a payment batch of 2,000 lines (COUNT=2000, EACH=5 fees of a person) with a
// durable PostgreSQL: locking, releasing with the bank file, downloading it, reading the bank's answer and settling by it, beside the
// longest answer of a list meanwhile.
import { startPostgres } from '../scripts/postgres.ts'
import { writeSection } from './results.ts'

const LINES = Number(process.env['COUNT'] ?? 2000)

async function main(): Promise<void> {
  const postgres = await startPostgres({ isDurable: true })
  // Read when the tests' own service is loaded.
  process.env['TEST_DATABASE_URL'] = postgres.url
  const { measureBatch } = await import('./batch-steps.ts')
  const report = await measureBatch(LINES)
  console.log(report)
  writeSection('Payment batches (`npm run bench:batches`)', report)
  await postgres.stop()
}

await main()
