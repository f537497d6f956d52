// Builds the typed client with the OpenAPI document and packs both into a tarball: npm run client -- FOLDER.
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { givenPath } from '../apps/api/src/given-path.ts'
import { openApiDocument } from '@consilium/contract/openapi.ts'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const PACKAGE = join(ROOT, 'packages/client')
const TSC = join(ROOT, 'node_modules/.bin/tsc')
/** tsc rewrites the extensions of imports in JavaScript but not in declarations. */
const RELATIVE_TS = /(?<=(['"])\.{1,2}\/[^'"\n]+)\.ts(?=\1)/g

const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
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
  const document = openApiDocument({ serverUrl: BASE_PATH, version })
  writeFileSync(join(draft, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
  for (const name of ['package.json', 'README.md']) copyFileSync(join(PACKAGE, name), join(draft, name))
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
