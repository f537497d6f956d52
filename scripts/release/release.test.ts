import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readVersions } from './versions.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RELEASE = fileURLToPath(new URL('release.ts', import.meta.url))
const RECORD = fileURLToPath(new URL('../records/record-migrations.ts', import.meta.url))
const PARTS = [
  'package.json',
  'package-lock.json',
  '{apps,packages}/*/package.json',
  'deploy/compose.yaml',
  'deploy/helm/consilium/{Chart,values}.yaml',
  'apps/api/migrations.sha256',
  'apps/api/migrations/0001*.ts',
]
const NEWS = '## Unreleased\n\n### Added\n\n- Something new.\n\n## 0.0.1 – 2026-01-01\n\n- The first.\n'
const PERSON = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example',
}

/** A repository with this one's manifests, all committed. */
function repository(t: TestContext, changelog = NEWS) {
  const root = mkdtempSync(join(tmpdir(), 'consilium-release-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], HOME: root, ...PERSON }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trim()
  for (const path of globSync(PARTS, { cwd: ROOT })) cpSync(join(ROOT, path), join(root, path))
  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'start')
  const release = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [RELEASE, ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  return { root, git, release, read: (path: string) => readFileSync(join(root, path), 'utf8') }
}

test('HSE-22: all packages of this repository have one version, which the changelog dates', () => {
  const versions = new Set(readVersions(ROOT).values())
  assert.equal(versions.size, 1)
  const [version = ''] = versions
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  assert.match(changelog, /^## Unreleased$/m)
  assert.match(changelog, new RegExp(`^## ${RegExp.escape(version)} – \\d{4}-\\d{2}-\\d{2}$`, 'm'))
})

test('HSE-22: a release numbers all packages, dates the changelog, commits and tags', (t) => {
  const { root, git, release, read } = repository(t)
  assert.deepEqual(release('7.8.9'), {
    status: 0,
    stdout:
      'v7.8.9 is tagged; git push --follow-tags publishes it. npm run fixture -- 7.8.9 keeps an installation of it.\n',
    stderr: '',
  })
  assert.deepEqual([...new Set(readVersions(root).values())], ['7.8.9'])
  assert.match(read('apps/api/package.json'), /"@consilium\/archive": "7\.8\.9"/)
  assert.match(read('deploy/compose.yaml'), /image: consilium:7\.8\.9$/m)
  assert.match(read('deploy/helm/consilium/values.yaml'), /tag: 7\.8\.9$/m)
  assert.match(read('deploy/helm/consilium/Chart.yaml'), /^version: 7\.8\.9\nappVersion: 7\.8\.9$/m)
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string; dependencies?: Record<string, string> }>
  }
  assert.equal(lock.packages['']?.version, '7.8.9')
  assert.equal(lock.packages['apps/ocr']?.dependencies?.['@consilium/contract'], '7.8.9')
  assert.notEqual(lock.packages['node_modules/zod']?.version, '7.8.9')
  assert.match(
    read('CHANGELOG.md'),
    /^## Unreleased\n\n## 7\.8\.9 – \d{4}-\d{2}-\d{2}\n\n### Added\n\n- Something new\.\n\n## 0\.0\.1/,
  )
  assert.equal(git('describe', '--exact-match'), 'v7.8.9')
  assert.equal(git('status', '--porcelain'), '')
  assert.equal(git('log', '--format=%s', '-1'), 'chore: release 7.8.9')
})

test('HSE-22: a release is refused without a version, with changes, of what is old or tagged, and of nothing', (t) => {
  const { root, git, release } = repository(t)
  const refusal = (...args: string[]) => {
    const { status, stderr } = release(...args)
    assert.equal(status, 1)
    return stderr
  }
  for (const args of [[], ['next'], ['1.2'], ['01.2.3']]) assert.match(refusal(...args), /^usage: /)
  assert.match(refusal('0.0.9'), /must be later than/)
  git('tag', 'v7.0.0')
  assert.match(refusal('7.0.0'), /a tag v7\.0\.0 already/)
  writeFileSync(join(root, 'CHANGELOG.md'), 'changed')
  assert.match(refusal('7.0.1'), /Commit or put away/)
  assert.match(
    repository(t, '## Unreleased\n\n## 0.0.1\n\n- Old.\n').release('7.0.1').stderr,
    /tells of nothing/,
  )
})

test('HSE-36: a release records the migrations, which then stay; one after it may change and be recorded again', (t) => {
  const { root, git, release, read } = repository(t)
  const list = 'apps/api/migrations.sha256'
  const record = () => spawnSync(process.execPath, [RECORD], { cwd: root, encoding: 'utf8' })
  const migration = (name: string) => join(root, 'apps/api/migrations', name)
  assert.equal(release('7.8.9').status, 0)
  assert.equal(git('show', `v7.8.9:${list}`).split('\n').length, 1)
  const hashes = new Set<string>()
  for (const text of ['export const first = 1', 'export const second = 2']) {
    writeFileSync(migration('0002_later.ts'), text)
    assert.equal(record().status, 0)
    hashes.add(/^(\w+) {2}migrations\/0002_later\.ts$/m.exec(read(list))?.[1] ?? '')
  }
  assert.equal(hashes.size, 2)
  assert.ok(!hashes.has(''))
  const kept = read(list)
  const [released = ''] = globSync('apps/api/migrations/0001*.ts', { cwd: root })
  writeFileSync(join(root, released), 'export const changed = true')
  assert.match(record().stderr, /^A released migration must stay as it is: 0001/)
  assert.equal(read(list), kept)
})
