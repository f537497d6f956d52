import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { preparedDataDir } from '../../e2e/service.ts'
import { SHORT_LIVED_FLAGS } from '@consilium/test-kit/node-flags.ts'
import { installProduction } from './production.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ADDRESS = /^API\s+(\S+)$/m

type Manifest = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>
const readManifest = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest

test('HSE-30: the API starts with the packages that its package.json declares, without those of tests and of other apps', async () => {
  const dataDir = await preparedDataDir()
  const folder = mkdtempSync(join(tmpdir(), 'consilium-production-'))
  installProduction(ROOT, 'apps/api', folder)
  for (const name of ['fast-check', 'pngjs', 'react', 'onnxruntime-node'])
    assert.ok(!existsSync(join(folder, 'node_modules', name)), name)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...SHORT_LIVED_FLAGS, 'apps/api/src/main.ts'],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        PORT: '0',
        OCR_URL: 'http://127.0.0.1:9',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  try {
    let printed = ''
    const address = new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        printed += chunk.toString()
        const found = ADDRESS.exec(printed)?.[1]
        if (found) resolve(found)
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${printed}`)))
    })
    const { status } = await fetch(new URL('/health/live', await address))
    assert.equal(status, 200)
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
  }
})

test('HSE-30: a package that several parts declare has one version', () => {
  const paths = globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: ROOT })
  const versions = new Map<string, Set<string>>()
  for (const path of paths) {
    const { dependencies, devDependencies } = readManifest(path)
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      versions.set(name, (versions.get(name) ?? new Set()).add(version))
  }
  assert.deepEqual(
    [...versions].filter(([, each]) => each.size > 1).map(([name]) => name),
    [],
  )
})

test('HSE-30: npm knows every key of .npmrc, and runs no script of a package', () => {
  const said = execFileSync('npm', ['config', 'get', 'ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  })
  assert.equal(said.trim(), 'true')
  const known = execFileSync('npm', ['config', 'ls', '--long', '--json'], {
    cwd: tmpdir(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const keys = readFileSync(join(ROOT, '.npmrc'), 'utf8').match(/^[\w-]+(?==)/gm) ?? []
  assert.deepEqual(
    keys.filter((key) => !(key in (JSON.parse(known) as object))),
    [],
  )
})

test('HSE-30: one package of the lock wants to run a script, which would fetch what no machine here uses', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const wanting = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  assert.deepEqual(
    wanting.map(([path]) => path),
    ['node_modules/onnxruntime-node'],
  )
})
