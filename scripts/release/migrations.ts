import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashMigrations } from '../../apps/api/src/infra/db/schema/migration-hashes.ts'

const LIST = 'apps/api/migrations.sha256'
/** The format that `sha256sum --check` reads in apps/api. */
const LINE = /^([\da-f]{64}) {2}migrations\/(.+)\.ts$/gm

function git(cwd: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

/** The hashes of the last release, by name; none if there is no tag of a release. */
function releasedHashes(root: string): Map<string, string> {
  const tag = git(root, 'describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')?.trim()
  const list = tag === undefined ? '' : (git(root, 'show', `${tag}:${LIST}`) ?? '')
  return new Map([...list.matchAll(LINE)].map(([, hash = '', name = '']) => [name, hash]))
}

/** Records every migration. Returns the released ones that have changed; nothing is recorded then. */
export function recordMigrations(root: string): string[] {
  const present = hashMigrations(join(root, 'apps/api/migrations'))
  const changed = [...releasedHashes(root)].filter(([name, hash]) => present.get(name) !== hash)
  if (changed.length > 0) return changed.map(([name]) => name)
  const lines = [...present].map(([name, hash]) => `${hash}  migrations/${name}.ts\n`)
  writeFileSync(join(root, LIST), lines.join(''))
  return []
}
