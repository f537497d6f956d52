// Builds the typed client with the OpenAPI document and packs both into a tarball: npm run client -- FOLDER.
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { givenPath } from '../../apps/api/src/settings/given-path.ts'
import { openApiDocument } from '@consilium/contract/openapi.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGE = join(ROOT, 'packages/client')
const TSC = join(ROOT, 'node_modules/.bin/tsc')
/** tsc rewrites the extensions of imports in JavaScript but not in declarations. */
const RELATIVE_TS = /(?<=(['"])\.{1,2}\/[^'"\n]+)\.ts(?=\1)/g

const described = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
  version: string
  exports: Record<string, unknown>
}

/** The events of a module have the name of its file. */
const EVENTS = 'events/'

/** A module is imported by its name: the folders of the contract are no part of what the client promises. */
function moduleExports(dist: string): Record<string, unknown> {
  const paths = globSync(join(dist, '*/**/*.js')).map((path) => relative(dist, path).slice(0, -'.js'.length))
  return Object.fromEntries(
    paths.map((path) => [
      `./${path.startsWith(EVENTS) ? path : basename(path)}`,
      { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` },
    ]),
  )
}

const folder = givenPath(process.argv[2] ?? 'dist')
const draft = mkdtempSync(join(tmpdir(), 'consilium-client-'))
try {
  // Several checkers repeat much work, and freeing memory takes as long as the check.
  execFileSync(TSC, ['--project', PACKAGE, '--outDir', join(draft, 'dist'), '--singleThreaded'], {
    stdio: 'inherit',
    env: { ...process.env, GOGC: '400' },
  })
  for (const path of globSync(join(draft, 'dist/**/*.d.ts')))
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(RELATIVE_TS, '.js'))
  const document = openApiDocument({ serverUrl: BASE_PATH, version: described.version })
  writeFileSync(join(draft, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
  const exports = { ...described.exports, ...moduleExports(join(draft, 'dist')) }
  writeFileSync(join(draft, 'package.json'), `${JSON.stringify({ ...described, exports }, null, 2)}\n`)
  copyFileSync(join(PACKAGE, 'README.md'), join(draft, 'README.md'))
  copyFileSync(join(ROOT, 'LICENSE'), join(draft, 'LICENSE'))
  mkdirSync(folder, { recursive: true })
  const packed = execFileSync('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], {
    cwd: draft,
    encoding: 'utf8',
  })
  process.stdout.write(`${join(folder, packed.trim())}\n`)
} finally {
  rmSync(draft, { recursive: true, force: true })
}
