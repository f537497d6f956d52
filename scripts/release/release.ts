// Makes a release of the committed state: npm run release -- 1.2.3. It sets the version of all packages, moves the
// changelog's Unreleased entries under the version and the date, records the migrations, commits all this and tags the
// commit v1.2.3. Nothing is pushed.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { recordMigrations } from './migrations.ts'
import { readVersions, setVersions } from './versions.ts'

const CHANGELOG = 'CHANGELOG.md'
const UNRELEASED = '## Unreleased\n'
const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/

/** run.mjs starts commands in the root folder. */
const root = process.cwd()
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

const numbers = (version: string) => version.split('.').map(Number)

function isLater(version: string, than: string): boolean {
  const [one, other] = [numbers(version), numbers(than)]
  const at = one.findIndex((part, index) => part !== other[index])
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0)
}

/** Returns the changelog with the unreleased entries under the version; throws if there are none. */
function released(changelog: string, version: string, day: string): string {
  const [head, rest] = changelog.split(UNRELEASED)
  if (head === undefined || rest === undefined) throw new Error(`${CHANGELOG} has no heading Unreleased`)
  if (/^\s*(?:$|## )/.test(rest)) throw new Error(`${CHANGELOG} tells of nothing under Unreleased`)
  return `${head}${UNRELEASED}\n## ${version} – ${day}\n${rest}`
}

function release(version: string): void {
  if (!VERSION.test(version)) throw new Error('usage: npm run release -- VERSION, such as 1.2.3')
  if (git('status', '--porcelain') !== '') throw new Error('Commit or put away what is changed first.')
  const current = readVersions(root).get('package.json') ?? ''
  if (!isLater(version, current)) throw new Error(`The version must be later than ${current}.`)
  const tag = `v${version}`
  if (git('tag', '--list', tag) !== '') throw new Error(`There is a tag ${tag} already.`)
  const day = new Date().toISOString().slice(0, 10)
  const changelog = released(readFileSync(CHANGELOG, 'utf8'), version, day)
  const edited = recordMigrations(root)
  if (edited.length > 0) throw new Error(`Released migrations have changed: ${edited.join(', ')}.`)
  setVersions(root, version)
  writeFileSync(CHANGELOG, changelog)
  git('commit', '--quiet', '--all', '--message', `chore: release ${version}`)
  git('tag', '--annotate', tag, '--message', `Consilium ${version}`)
  process.stdout.write(
    `${tag} is tagged; git push --follow-tags publishes it. npm run fixture -- ${version} keeps an installation of it.\n`,
  )
}

try {
  release(process.argv[2] ?? '')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
