import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EdgeLine, withoutFragments } from './fragments.ts'

const HEIGHT = 30

const lineAt = (text: string, left: number, startsAtEdge: boolean): EdgeLine => {
  const [right, bottom] = [left + text.length * HEIGHT, 100 + HEIGHT]
  const box: EdgeLine['box'] = [
    [left, 100],
    [right, 100],
    [right, bottom],
    [left, bottom],
  ]
  return { text, box, confidence: 0.9, startsAtEdge }
}
const textsOf = (...lines: EdgeLine[]) => withoutFragments(lines).map(({ text }) => text)

test('REC-11: the rest of a character that the part of a row before it ends with is not read twice', () => {
  const first = lineAt('青岛星辰酒店管理', 50, false)
  const end = 50 + 8 * HEIGHT
  assert.deepEqual(textsOf(first, lineAt('里（上海）有限公司', end - 5, true)), [
    '青岛星辰酒店管理',
    '（上海）有限公司',
  ])
})

test('REC-11: a character that stands alone, away from the edge, or is no ideograph stays', () => {
  const first = lineAt('青岛星辰酒店管理', 50, false)
  const end = 50 + 8 * HEIGHT
  assert.deepEqual(textsOf(first, lineAt('里仁有限公司', end + 2 * HEIGHT, true))[1], '里仁有限公司')
  assert.deepEqual(textsOf(first, lineAt('里仁有限公司', end, false))[1], '里仁有限公司')
  assert.deepEqual(textsOf(first, lineAt('*服务*', end, true))[1], '*服务*')
  assert.deepEqual(textsOf(lineAt('里仁有限公司', 50, true)), ['里仁有限公司'])
})
