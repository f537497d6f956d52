import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const FEATURES = join(import.meta.dirname, '../../apps/office/src/features')
/** A list and its properties, as the formatter sets them. */
const LIST = /^(?<indent> +)<List\n(?<properties>.*?)^\k<indent>\/>/gms
/** The name of a list that has what begins it beside it: invoices their upload. */
const BEGUN_ELSEWHERE = new Set(['invoices'])

const lists = globSync('**/*.tsx', { cwd: FEATURES }).flatMap((file) => {
  const source = readFileSync(join(FEATURES, file), 'utf8')
  if (!source.includes('components/list/list-page.tsx')) return []
  return [...source.matchAll(LIST)].map(({ groups }) => ({
    file,
    properties: groups?.['properties'] ?? '',
    mayBegin: /<CreateButton|<IconPlus/.test(source),
  }))
})

test('UX-13: every list says what would stand in it, and begins it for those who may', () => {
  assert.ok(lists.length >= 25, `${lists.length} lists`)
  for (const { file, properties, mayBegin } of lists) {
    assert.match(properties, /emptyHint=\{/, file)
    if (mayBegin && ![...BEGUN_ELSEWHERE].some((name) => properties.includes(`name="${name}"`)))
      assert.match(properties, /emptyAction=\{/, file)
  }
})
