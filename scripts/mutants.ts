// Plants each fault of scripts/mutants/faults.ts in a copy of the project and runs the test that must notice it: npm
// run mutants (--only TEXT for some of them, also several times). Fails if a fault goes unnoticed.
import { parseArgs } from 'node:util'
import { enginesOf } from './runner/plan.ts'
import { killAll } from '@consilium/test-kit/programs.ts'
import { startPostgres } from './postgres.ts'
import { FAULTS } from './mutants/faults.ts'
import { openWorkbench } from './mutants/workbench.ts'
import { installMissing } from './install-packages.ts'
import { PACKAGES } from './packages.ts'

/** Each uses its own copy. */
const WORKBENCHES = 2

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const wanted = FAULTS.filter(
  ({ id, means, file, test }) =>
    values.only === undefined ||
    values.only.some((part) => [id, means, file, test].some((text) => text.includes(part))),
)
await installMissing(PACKAGES.test)
const server = wanted.some(({ test }) => enginesOf(test).includes('postgres'))
  ? await startPostgres()
  : undefined
const queue = wanted.values()
let unnoticed = 0

async function work(): Promise<void> {
  const bench = openWorkbench(server?.url)
  try {
    for (const fault of queue) {
      const { noticedBy, reason } = await bench.tryFault(fault)
      const found = noticedBy.length > 0
      if (!found) unnoticed++
      console.log(`${found ? 'noticed  ' : 'UNNOTICED'} ${fault.id.padEnd(7)} ${fault.means}`)
      console.log(`          ${found ? `by ${noticedBy[0]}` : reason}`)
    }
  } finally {
    bench.close()
  }
}

process.once('SIGINT', () => {
  killAll()
  void Promise.resolve(server?.stop()).finally(() => process.exit(130))
})
await Promise.all(Array.from({ length: WORKBENCHES }, work))
await server?.stop()
console.log(`\n${wanted.length} faults planted, ${wanted.length - unnoticed} noticed, ${unnoticed} unnoticed`)
process.exit(unnoticed > 0 ? 1 : 0)
