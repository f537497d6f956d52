import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { measurePages, overweight } from './budget.ts'
import { compressFiles } from './compress.ts'
import { sourceHash } from './sources.ts'

const KILOBYTE = 1024

function folderWith(t: TestContext, files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-build-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

test('compressible files have compressed copies, small, already compressed and unsent ones do not', async (t) => {
  const script = 'export const answer = 42\n'.repeat(KILOBYTE)
  const folder = folderWith(t, {
    'assets/a.js': script,
    'assets/small.js': 'export {}',
    'assets/noise.wasm': randomBytes(4 * KILOBYTE),
    'index.html': script,
    'publicity/server/render.js': script,
  })
  await compressFiles(folder)
  assert.equal(brotliDecompressSync(readFileSync(join(folder, 'assets/a.js.br'))).toString(), script)
  assert.equal(gunzipSync(readFileSync(join(folder, 'assets/a.js.gz'))).toString(), script)
  for (const name of ['assets/small.js', 'assets/noise.wasm', 'index.html', 'publicity/server/render.js'])
    assert.ok(!existsSync(join(folder, `${name}.br`)) && !existsSync(join(folder, `${name}.gz`)), name)
})

test('a page is weighed with its static imports, and one that is too heavy is named with its files', (t) => {
  const manifest = {
    'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_kit.js'] },
    '_kit.js': { file: 'assets/kit.js', imports: ['index.html'] },
    'src/features/projects/project-list.tsx': {
      file: 'assets/list.js',
      imports: ['_kit.js', '_chart.js'],
      dynamicImports: ['_pdf.js'],
    },
    'src/features/messages/message-list.tsx': { file: 'assets/messages.js' },
    'src/features/messages/message-page.tsx': { file: 'assets/message.js' },
    '_chart.js': { file: 'assets/chart.js' },
    '_pdf.js': { file: 'assets/pdf.js' },
  }
  const sizes = {
    index: 20,
    kit: 100,
    list: 10,
    messages: 5,
    message: 4,
    chart: 100,
    pdf: 900,
  }
  const built = Object.entries(sizes).flatMap(([name, size]) => [
    [`assets/${name}.js`, randomBytes(KILOBYTE * size * 2)] as const,
    [`assets/${name}.js.br`, randomBytes(KILOBYTE * size)] as const,
  ])
  const dist = folderWith(t, {
    ...Object.fromEntries(built),
    '.vite/manifest.json': JSON.stringify(manifest),
  })
  const weights = measurePages(dist).map(({ page, bytes }) => [page, bytes / KILOBYTE])
  assert.deepEqual(weights, [
    ['list src/features/projects/project-list.tsx', 230],
    ['list src/features/messages/message-list.tsx', 125],
    ['further page src/features/messages/message-page.tsx', 124],
  ])
  const [problem, ...others] = overweight(measurePages(dist))
  assert.deepEqual(others, [])
  assert.match(problem ?? '', /project-list\.tsx is too heavy.*\n +100\.0 KB {2}assets\/(?:kit|chart)\.js\n/)
  const { 'src/features/projects/project-list.tsx': _merged, ...rest } = manifest
  const { 'src/features/messages/message-list.tsx': _too, ...without } = rest
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(without))
  assert.throws(() => measurePages(dist), /no page of its own for: list/)
})

test('signing is weighed with all that it loads later, except what draws a document', (t) => {
  const manifest = {
    'src/client/main.ts': { file: 'assets/main.js', isEntry: true },
    'src/client/live.ts': { file: 'assets/live.js' },
    'src/client/signing/sign.ts': {
      file: 'assets/sign.js',
      imports: ['_pad.js'],
      dynamicImports: ['src/client/pdf.ts'],
    },
    '_pad.js': { file: 'assets/pad.js' },
    'src/client/pdf.ts': { file: 'assets/pdf.js' },
    'src/client/outside/outside.ts': { file: 'assets/outside.js' },
    'src/client/outside/second-step.ts': { file: 'assets/second-step.js' },
    'src/client/security/security.ts': { file: 'assets/security.js' },
    'src/client/security/acts.ts': { file: 'assets/acts.js' },
    '../../packages/contract/src/experts/card-prefixes.ts': { file: 'assets/prefixes.js' },
  }
  const later = { outside: 6, 'second-step': 8, security: 4, acts: 10 }
  const sizes = { main: 6, live: 2, sign: 30, pad: 5, pdf: 300, prefixes: 16, ...later }
  const built = Object.entries(sizes).map(([name, size]) => [
    `expert/assets/${name}.js`,
    randomBytes(KILOBYTE * size),
  ])
  const files = { ...Object.fromEntries(built), 'expert/manifest.json': JSON.stringify(manifest) }
  const dist = folderWith(t, files as Record<string, Buffer>)
  const weights = measurePages(dist).map(({ page, bytes }) => [page, bytes / KILOBYTE])
  assert.deepEqual(weights, [
    ['page of an expert', 6],
    ['signing, in all', 59],
    ['login', 12],
    ['login, in all', 20],
    ['account security', 10],
    ['account security, in all', 22],
  ])
  assert.deepEqual(overweight(measurePages(dist)), [])
  writeFileSync(join(dist, 'expert/assets/pad.js'), randomBytes(KILOBYTE * 7))
  assert.match(overweight(measurePages(dist)).join(), /signing, in all is too heavy/)
  const { 'src/client/main.ts': entry } = manifest
  writeFileSync(join(dist, 'expert/manifest.json'), JSON.stringify({ 'src/client/main.ts': entry }))
  assert.throws(() => measurePages(dist), /nothing of: signing/)
})

test('a changed source, file name or lock file requires a build; a changed test does not', (t) => {
  const root = folderWith(t, {
    'apps/office/src/a.ts': 'a',
    'apps/office/src/a.test.ts': 'a',
    'apps/office/vite.config.ts': '',
    'packages/contract/src/b.ts': 'b',
    'package-lock.json': '{}',
  })
  const write = (path: string, content: string) => writeFileSync(join(root, path), content)
  const seen = [sourceHash(root)]
  for (const path of [
    'apps/office/src/a.ts',
    'apps/office/src/c.ts',
    'packages/contract/src/b.ts',
    'package-lock.json',
  ]) {
    write(path, 'changed')
    seen.push(sourceHash(root))
  }
  assert.equal(new Set(seen).size, seen.length)
  write('apps/office/src/a.test.ts', 'changed')
  assert.equal(sourceHash(root), seen.at(-1))
})
