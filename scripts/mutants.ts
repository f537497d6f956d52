// Plants each fault of scripts/mutants/faults.ts in a copy of the project and runs the test that must notice it: npm
// run mutants (--only TEXT for some of them). Fails if a fault goes unnoticed.
import { parseArgs } from 'node:util'
import { killAll } from './runner/run-file.ts'
import { FAULTS } from './mutants/faults.ts'
import { openWorkbench } from './mutants/workbench.ts'
import { installMissing } from './install-packages.ts'
import { PACKAGES } from './packages.ts'

/** Each uses its own copy. */
const WORKBENCHES = 2

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const wanted = FAULTS.filter(
  ({ id, file, test }) =>
    values.only === undefined || [id, file, test].some((text) => text.includes(values.only!)),
)
installMissing(PACKAGES.test)
const queue = wanted.values()
let unnoticed = 0

async function work(): Promise<void> {
  const bench = openWorkbench()
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
  process.exit(130)
})
await Promise.all(Array.from({ length: WORKBENCHES }, work))
console.log(`\n${wanted.length} faults planted, ${wanted.length - unnoticed} noticed, ${unnoticed} unnoticed`)
process.exit(unnoticed > 0 ? 1 : 0)
