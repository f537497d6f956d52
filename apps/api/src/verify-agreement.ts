// Checks a signed agreement without the service: npm run verify-agreement -- FILE
import { readFileSync } from 'node:fs'
import { reportOf } from './modules/agreements/check-report.ts'
import { checkDocument } from './modules/agreements/document-check.ts'

/** Exit codes: the file is not to be relied on, and the command could not read it. */
const BROKEN = 1
const UNREADABLE = 2

async function main([path]: string[]): Promise<number> {
  if (path === undefined) {
    process.stderr.write('npm run verify-agreement -- FILE.pdf\n')
    return UNREADABLE
  }
  let pdf: Buffer
  try {
    pdf = readFileSync(path)
  } catch (error) {
    process.stderr.write(`${path} 无法读取 / cannot be read: ${(error as Error).message}\n`)
    return UNREADABLE
  }
  const { isGood, lines } = reportOf(await checkDocument(pdf))
  process.stdout.write(`${lines.join('\n')}\n`)
  return isGood ? 0 : BROKEN
}

process.exitCode = await main(process.argv.slice(2))
