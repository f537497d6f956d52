import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

const FOLDER = 'docs/guides'
/** What people load on a phone. */
const PICTURE_BYTES = 150_000
const guides = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))
const texts = globSync(['apps/office/src/**/*.{ts,tsx}', 'packages/contract/src/**/*.ts'])
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

it('what the guides quote stands on the pages, in the language of the guide', () => {
  assert.ok(guides.length >= 4)
  const wrong = guides.flatMap((name) => {
    const guide = readFileSync(join(FOLDER, name), 'utf8').replace(/\n/g, ' ')
    const quoted = guide.matchAll(name.includes('.zh.') ? /“([^”]+)”/g : /"([^"]+)"/g)
    return [...quoted].flatMap(([, words = '']) => (texts.includes(words) ? [] : [`${name}: ${words}`]))
  })
  assert.deepEqual(wrong, [])
})

it('every guide is there in both languages, with small pictures of its own language, and each picture is used', () => {
  const shown = guides.flatMap((name) => {
    assert.ok(
      existsSync(join(FOLDER, name.replace('.zh.', '.en.'))) &&
        existsSync(join(FOLDER, name.replace('.en.', '.zh.'))),
    )
    const language = name.includes('.zh.') ? 'zh' : 'en'
    const pictures = readFileSync(join(FOLDER, name), 'utf8').matchAll(/\]\(pictures\/([\w-]+\.webp)\)/g)
    return [...pictures].map(([, picture = '']) => {
      assert.ok(picture.endsWith(`-${language}.webp`), `${name}: ${picture}`)
      assert.ok(statSync(join(FOLDER, 'pictures', picture)).size < PICTURE_BYTES, picture)
      return picture
    })
  })
  assert.deepEqual(shown.toSorted(), readdirSync(join(FOLDER, 'pictures')).toSorted())
})
