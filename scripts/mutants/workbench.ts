import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SHORT_LIVED_FLAGS } from '@consilium/test-kit/node-flags.ts'
import { enginesOf } from '../runner/plan.ts'
import { runProgram } from '@consilium/test-kit/programs.ts'
import type { Fault } from './fault.ts'

const FILE_MS = 300_000
const TEST_MS = 120_000
/** A failed test in TAP, which node:test prints. */
const NOT_OK = /^ *not ok \d+ - (.+)$/gm
const BROWSER_TEST = /\.browser\.test\.ts$/
const SCOPE = '@consilium'
const ROOT = process.cwd()

export interface Verdict {
  fault: Fault
  /** Titles of the failed tests with the requirement. */
  noticedBy: string[]
  /** Why there are none. */
  reason: string
}

const trackedFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((path) => path !== '')

/** Installed packages are shared by links; the project's own packages must be those of the copy. */
function linkPackages(folder: string): void {
  const installed = join(ROOT, 'node_modules')
  mkdirSync(join(folder, 'node_modules', SCOPE), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== SCOPE && name !== '.cache')
      symlinkSync(join(installed, name), join(folder, 'node_modules', name))
  for (const place of ['apps', 'packages'])
    for (const name of readdirSync(join(folder, place))) {
      symlinkSync(join(folder, place, name), join(folder, 'node_modules', SCOPE, name))
      const nested = join(place, name, 'node_modules')
      if (existsSync(join(ROOT, nested))) symlinkSync(join(ROOT, nested), join(folder, nested))
    }
}

/** The environment of a test: with the address of the server only if the file declares PostgreSQL. */
function environmentOf(test: string, databaseUrl: string | undefined): NodeJS.ProcessEnv {
  const { TEST_DATABASE_URL: _none, ...env } = process.env
  return databaseUrl !== undefined && enginesOf(test).includes('postgres')
    ? { ...env, TEST_DATABASE_URL: databaseUrl }
    : env
}

/**
 * A copy of the working tree in which faults are planted one at a time. The tree itself is not changed. Without a server
 * every test runs on the embedded engine, where requests cannot race.
 */
export function openWorkbench(databaseUrl?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-mutants-'))
  for (const path of trackedFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path))
  }
  linkPackages(folder)

  async function tryFault(fault: Fault): Promise<Verdict> {
    const path = join(folder, fault.file)
    const source = readFileSync(path, 'utf8')
    const parts = source.split(fault.from)
    if (parts.length !== 2)
      return { fault, noticedBy: [], reason: `the place occurs ${parts.length - 1} times in ${fault.file}` }
    writeFileSync(path, parts.join(fault.to))
    try {
      if (BROWSER_TEST.test(fault.test))
        await runProgram(['scripts/build-web.ts'], { cwd: folder, timeoutMs: FILE_MS })
      const flags = [
        '--test-reporter=tap',
        `--test-timeout=${TEST_MS}`,
        `--test-name-pattern=\\b${fault.id}\\b`,
      ]
      const { output, code } = await runProgram([...SHORT_LIVED_FLAGS, ...flags, fault.test], {
        cwd: folder,
        env: environmentOf(fault.test, databaseUrl),
        timeoutMs: FILE_MS,
      })
      const titles = [...output.matchAll(NOT_OK)].map(([, title = '']) => title)
      if (titles.length === 0 && code !== 0) titles.push(output.trim() || `exit code ${code}`)
      const noticedBy = titles.filter((title) => new RegExp(`\\b${fault.id}\\b`).test(title))
      const other = titles.length > 0 ? `something else failed: ${titles.join('; ')}` : 'every test passed'
      return { fault, noticedBy, reason: other }
    } finally {
      writeFileSync(path, source)
    }
  }

  return { tryFault, close: () => rmSync(folder, { recursive: true, force: true }) }
}
