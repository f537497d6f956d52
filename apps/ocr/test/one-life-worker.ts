import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The first worker of a service is the scripted one; its successors never become ready. */
const mark = join('/tmp', `consilium-one-life-${process.ppid}`)

if (existsSync(mark)) process.on('disconnect', () => process.exit())
else {
  writeFileSync(mark, '')
  await import('./scripted-worker.ts')
}
