import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The scripted worker the first time that a service starts it; those after it never become ready. */
const mark = join('/tmp', `consilium-one-life-${process.ppid}`)

if (existsSync(mark)) process.on('disconnect', () => process.exit())
else {
  writeFileSync(mark, '')
  await import('./scripted-worker.ts')
}
