// Child process of a test: locks a data folder, reports it, and keeps it until it is killed.
import { lockFolder } from '../../src/infra/db/engine/lock.ts'

const [dataDir = ''] = process.argv.slice(2)
try {
  lockFolder(dataDir)
  process.stdout.write('locked\n')
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'}\n`)
}
