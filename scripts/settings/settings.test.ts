import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { parseEnv } from 'node:util'
import { loadConfig } from '../../apps/api/src/settings/config.ts'
import { SECRETS } from '../../apps/api/src/settings/secret-files.ts'
import { loadConfig as loadRecognition } from '../../apps/ocr/src/config.ts'
import { declaredSettings } from './declared.ts'
import { envExample } from './example.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const declared = declaredSettings()
const settings = [...declared.platform, ...declared.recognition]
const ROW = /^\|(?<names>(?:[ ,]*`[A-Z][A-Z\d_]+`)+) *\|(?<preset>[^|]*)\|/gm

/** Returns the README's table of settings by name, with the default of each row. */
function readmeSettings(): Map<string, string> {
  const [, part = ''] = read('../../README.md').split('\n## Settings\n')
  const rows = [...(part.split('\n## ')[0] ?? '').matchAll(ROW)]
  return new Map(
    rows.flatMap(({ groups }) =>
      [...(groups?.['names'] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => [
        name ?? '',
        (groups?.['preset'] ?? '').replaceAll('`', ''),
      ]),
    ),
  )
}

it('HSE-16: every setting has a description', () => {
  assert.deepEqual(
    settings.filter(({ meaning }) => meaning.length < 5).map(({ name }) => name),
    [],
  )
})

it('HSE-16, HSE-22: .env.example is up to date', () => {
  assert.equal(read('../../.env.example'), envExample(declared))
})

it('HSE-22: .env.example with every default taken is the same as no settings at all', () => {
  const taken = parseEnv(read('../../.env.example').replaceAll(/^#(?=[A-Z][A-Z\d_]+=)/gm, ''))
  const plain = loadConfig({})
  const { WEB_DIR: _relative, ...others } = taken
  assert.deepEqual(loadConfig(others), plain)
  assert.deepEqual(loadRecognition(taken), loadRecognition({}))
})

it('HSE-16: the README lists exactly the settings with their defaults', () => {
  const told = readmeSettings()
  assert.deepEqual([...told.keys()].toSorted(), settings.map(({ name }) => name).toSorted())
  const wrong = settings.filter(
    ({ name, default: preset }) => preset !== null && !told.get(name)?.includes(preset),
  )
  assert.deepEqual(
    wrong.map(({ name, default: preset }) => `${name} is ${preset}, not ${told.get(name)?.trim()}`),
    [],
  )
})

it('HSE-16: the README lists every secret that may come from a file', () => {
  for (const name of SECRETS) assert.ok(read('../../README.md').includes(`\`${name}_FILE\``), name)
})
