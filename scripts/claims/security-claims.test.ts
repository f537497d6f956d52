import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { isTest } from '../layout/house.ts'

const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}')
  .filter((path) => !isTest(path))
  .map((path) => ({
    path,
    // Comments are left out; addresses keep their slashes.
    code: readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ''),
  }))

const using = (pattern: RegExp, among = '') =>
  sources
    .filter(({ path, code }) => path.startsWith(among) && pattern.test(code))
    .map(({ path }) => path)
    .toSorted()

it('the check reads the sources of every part', () => {
  for (const part of ['apps/api/src', 'apps/ocr/src', 'apps/office/src', 'packages/contract/src'])
    assert.ok(sources.filter(({ path }) => path.startsWith(part)).length > 20, part)
})

it('ASVS 1.2.4: parts of SQL that are no values are directions and comparisons, and definitions of a backup', () => {
  const files = using(/\bsql\.raw\(/)
  assert.deepEqual(files, [
    'apps/api/src/infra/db/transfer/load.ts',
    'packages/lists/src/filter-first.ts',
    'packages/lists/src/index-scan.ts',
    'packages/lists/src/list-order.ts',
    'packages/lists/src/select-batch.ts',
  ])
  const raw = sources.flatMap(({ code }) => [...code.matchAll(/\bsql\.raw\(([^()]*)/g)])
  assert.deepEqual([...new Set(raw.map(([, given]) => given!))].toSorted(), [
    'compare',
    'definition',
    'direction + nulls',
    'directionOf',
    `isAsc === 'asc' ? '>' : '<'`,
  ])
})

it('ASVS 1.2.5: programs are started without a shell, by two files with fixed arguments', () => {
  assert.deepEqual(using(/from 'node:child_process'/), [
    'apps/api/src/infra/ocr/ocr-process.ts',
    'apps/ocr/src/pool/worker-process.ts',
  ])
  assert.deepEqual(using(/\bshell: true|\bexec(?:Sync)?\b[^\n]*from 'node:child_process'/), [])
})

it('ASVS 1.3.2 3.2.2: no text is run as code, and none becomes markup but styles and drawings of the build', () => {
  assert.deepEqual(using(/\beval\(|\bnew Function\(|\bsetTimeout\(\s*['"`]|from 'node:vm'/), [])
  const markup =
    /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\s*=(?!=)|insertAdjacentHTML|document\.write|createContextualFragment|srcDoc/
  const given = {
    'apps/expert/src/frame/document.tsx': '{{ __html: stylesFor(view, page) }}',
    'apps/expert/src/parts/icon.tsx': '{{ __html: drawings.get(name)! }}',
    'apps/office/src/publicity/document.tsx': '{{ __html: styles }}',
  }
  assert.deepEqual(using(markup), Object.keys(given))
  for (const [path, value] of Object.entries(given)) {
    const { code } = sources.find((source) => source.path === path)!
    const found = [...code.matchAll(/dangerouslySetInnerHTML=(\{\{[^}]*\}\})/g)].map(([, each]) => each)
    assert.deepEqual(found, [value], path)
  }
})

it('ASVS 1.3.6 13.2.4 15.3.2: few files call other services, at addresses of the settings, and follow no redirect', () => {
  const callers = using(
    /\bfetch\(|\bhttps?\.(?:request|get)\(|\b(?:net|tls)\.connect\(|new S3Client\(/,
    'apps/api/',
  )
  assert.deepEqual(callers, [
    'apps/api/src/infra/bounded-fetch.ts',
    'apps/api/src/infra/channels/provider-call.ts',
    'apps/api/src/infra/ocr/ocr-client.ts',
    'apps/api/src/infra/ocr/ocr-process.ts',
    'apps/api/src/infra/storage/s3-storage.ts',
    'apps/api/src/modules/accounts/login/human-check.ts',
  ])
  for (const { path, code } of sources.filter((source) => callers.includes(source.path))) {
    const calls = code.match(/\bfetch\(/g)?.length ?? 0
    const bound = code.match(/redirect: 'error'/g)?.length ?? 0
    assert.ok(bound >= calls, path)
  }
})

it('ASVS 3.5.5: windows tell one another by a channel of their own origin, and hear no other', () => {
  const hears = /\b(?:window|globalThis|self)?\.?addEventListener\('message'|\bonmessage\b/
  const posts = /\bpostMessage\(/
  const known = [
    'apps/office/src/components/heic/',
    'apps/office/src/lib/live/live.ts',
    'apps/office/src/lib/session/session-gate.ts',
    // A worker, which hears the page that has started it alone.
    'apps/office/src/proof-of-work/',
  ]
  for (const path of [...using(hears, 'apps/office/'), ...using(posts, 'apps/office/')])
    assert.ok(
      known.some((place) => path.startsWith(place)),
      path,
    )
  for (const { path, code } of sources.filter((source) =>
    /lib\/(?:live|session-gate)\.ts$/.test(source.path),
  ))
    assert.match(code, /new BroadcastChannel\(/, path)
})

it('ASVS 6.5.3 7.2.3 11.5.1: what nobody may guess comes from the generator of the system', () => {
  assert.deepEqual(using(/\bMath\.random\(/, 'apps/api/'), [
    'apps/api/src/infra/db/database.ts',
    'apps/api/src/infra/db/signals/server-listener.ts',
  ])
  for (const [path, pattern] of [
    ['apps/api/src/modules/accounts/sessions/sessions.ts', /randomBytes\(/],
    ['apps/api/src/modules/accounts/login/challenges.ts', /randomBytes\(/],
    ['apps/api/src/infra/sms.ts', /randomInt\(/],
    ['apps/api/src/modules/accounts/factors/proofs.ts', /randomInt\(/],
  ] as const)
    assert.ok(using(pattern).includes(path), path)
})
