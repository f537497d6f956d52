// Adds the hashes of new migrations to apps/api/migrations.sha256 once they are merged: npm run migrations:record.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hashMigrations } from '../apps/api/src/infra/db/migration-hashes.ts'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const LIST = fileOf('../apps/api/migrations.sha256')
/** The format that `sha256sum --check` reads in apps/api. */
const LINE = /^([\da-f]{64}) {2}migrations\/(.+)\.ts$/

const lines = existsSync(LIST) ? readFileSync(LIST, 'utf8').trimEnd().split('\n') : []
const recorded = new Map(lines.map((line) => LINE.exec(line)).map((match) => [match?.[2], match?.[1]]))
const present = [...hashMigrations(fileOf('../apps/api/migrations'))]
const changed = present.filter(([name, hash]) => recorded.has(name) && recorded.get(name) !== hash)
const fresh = present.filter(([name]) => !recorded.has(name))

if (changed.length > 0) {
  const names = changed.map(([name]) => name).join(', ')
  process.stderr.write(`A landed migration must stay as it is: ${names}. Put the change into a new one.\n`)
  process.exitCode = 1
} else {
  const added = fresh.map(([name, hash]) => `${hash}  migrations/${name}.ts`)
  writeFileSync(LIST, `${[...lines, ...added].join('\n')}\n`)
  process.stdout.write(added.length === 0 ? 'nothing new\n' : `${added.join('\n')}\n`)
}
