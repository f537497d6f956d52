import { readdirSync } from 'node:fs'
import manifest from '../../../../package.json' with { type: 'json' }
import { MIGRATIONS } from '../schema/migration-files.ts'

const APPLICATION = 'consilium'
const NAME = new RegExp(`^${APPLICATION}(?: \\S+/(\\d+))?$`)

const numberOf = (migration: string) => Number.parseInt(migration, 10)

/**
 * What sessions call themselves on a server: the version, and the number of the newest migration that it knows, by which the
 * migrator tells which nodes can run beside it. Versions up to 0.2.0 say no more than `consilium`.
 */
export function applicationName(): string {
  const newest = Math.max(...readdirSync(MIGRATIONS).map(numberOf).filter(Number.isFinite))
  return `${APPLICATION} ${manifest.version}/${newest}`
}

/** The newest migration that a session's version knows, 0 where it does not say; undefined for other programs. */
export function newestKnown(name: string): number | undefined {
  const match = NAME.exec(name)
  return match ? Number(match[1] ?? 0) : undefined
}
