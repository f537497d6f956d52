import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SETTINGS as platform } from '../../apps/api/src/settings/config.ts'
import { SECRETS } from '../../apps/api/src/settings/secret-files.ts'
import { SETTINGS as recognition } from '../../apps/ocr/src/config.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface Setting {
  name: string
  meaning: string
  /** As written in the environment; null if there is none. */
  default: string | null
  /** True if it may be given as a file, by the name with `_FILE` appended. */
  mayBeFile: boolean
}

type Declaration = typeof platform | typeof recognition

function written(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string' || value === '') return null
  return value.startsWith(ROOT) ? relative(ROOT, value) : value
}

const read = (declaration: Declaration): Setting[] =>
  Object.entries(declaration).map(([name, schema]) => ({
    name,
    meaning: schema.description ?? '',
    default: written(schema.safeParse(undefined).data),
    mayBeFile: SECRETS.some((secret) => secret === name),
  }))

/** The settings of the platform, and those of the recognition service only, in the order of their declarations. */
export function declaredSettings(): { platform: Setting[]; recognition: Setting[] } {
  const ofPlatform = read(platform)
  const isNew = ({ name }: Setting) => ofPlatform.every((known) => known.name !== name)
  return { platform: ofPlatform, recognition: read(recognition).filter(isNew) }
}
