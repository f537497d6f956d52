// Attacks the running product and prints the results: npm run test:attacks [-- SEC-1 SEC-2] [--postgres].
import { parseArgs } from 'node:util'
import { startPostgres } from '../scripts/postgres.ts'
import { printHead, printOutcome } from './attacks/report.ts'
import { openSession } from './attacks/session.ts'

// The command tries all that the tests of every day leave out.
process.env['TEST_THOROUGH'] ??= 'yes'
const { ATTACKS } = await import('./attacks/table.ts')
const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'boolean', default: false } },
})
const rows = ATTACKS.filter(({ id }) => asked.length === 0 || asked.includes(id))
if (rows.length === 0) console.error(`No attack has the id ${asked.join(', ')}.`)

const postgres = values.postgres ? await startPostgres() : undefined
const session = await openSession(postgres)
let held = 0
try {
  printHead(await session.idle())
  for (const row of rows) {
    const outcome = await session.run(row)
    printOutcome(outcome)
    if (!outcome.failure) held += 1
  }
} finally {
  await session.close()
  await postgres?.stop()
}
console.log(`\n${held} held, ${rows.length - held} did not`)
process.exit(held === rows.length && rows.length > 0 ? 0 : 1)
