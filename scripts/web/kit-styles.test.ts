// The office sends the styles of those parts of the kit that it uses; a part without its styles would be drawn bare.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WEB = join(ROOT, 'apps/office/src')
const KIT = join(ROOT, 'node_modules/@mantine/core')
const IMPORTED = /import \{([^}]*)\} from '@mantine\/core'/g
const LISTED = /@mantine\/core\/styles\/([A-Z]\w*)\.css/g
/** Parts that our own parts are made of, as their modules import each other. */
const BUILT_OF = /from "\.\.\/(?:\.\.\/components\/)?([A-Z]\w*)\/[A-Z]\w*\.mjs"/g

const moduleOf = (part: string) =>
  globSync(`esm/components/**/${part}.mjs`, { cwd: KIT }).map((path) => join(KIT, path))

/** All parts that these are made of. */
function closureOf(parts: Iterable<string>): Set<string> {
  const found = new Set(parts)
  for (const part of found)
    for (const path of moduleOf(part))
      for (const [, inner] of readFileSync(path, 'utf8').matchAll(BUILT_OF)) found.add(inner!)
  return found
}

test('kit.css lists the styles of every part of the kit that the office uses, and no file that does not exist', () => {
  const sources = globSync('{app,components,features,lib}/**/*.{ts,tsx}', { cwd: WEB })
  const names = sources.flatMap((path) =>
    [...readFileSync(join(WEB, path), 'utf8').matchAll(IMPORTED)].flatMap(([, list]) =>
      list!.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  )
  const styled = [...closureOf(names.filter((name) => /^[A-Z]/.test(name)))].filter((part) =>
    existsSync(join(KIT, `styles/${part}.css`)),
  )
  const listed = new Set(
    [...readFileSync(join(WEB, 'app/kit.css'), 'utf8').matchAll(LISTED)].map(([, part]) => part!),
  )
  assert.ok(styled.length > 20, `${styled.length} parts with styles are found`)
  assert.deepEqual(
    styled.filter((part) => !listed.has(part)),
    [],
    'missing in src/app/kit.css',
  )
  assert.deepEqual(
    [...listed].filter((part) => !existsSync(join(KIT, `styles/${part}.css`))),
    [],
  )
})
