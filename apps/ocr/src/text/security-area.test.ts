import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Quad } from './geometry.ts'
import { isSecurityArea, stacksOf } from './security-area.ts'

const HEIGHT = 30

/** A row of text that begins at a point and may rise by some pixels up to its end. */
const row = (x: number, y: number, width: number, rise = 0): Quad => [
  [x, y],
  [x + width, y - rise],
  [x + width, y - rise + HEIGHT],
  [x, y + HEIGHT],
]

const block = (rows: number, rise = 0) =>
  Array.from({ length: rows }, (_none, at) => row(1000 + 3 * at, 200 + 40 * at, 540, rise))

test('OCR-1: four long rows that begin and end below each other may be a security area', () => {
  assert.deepEqual(stacksOf([row(100, 200, 300), ...block(4), row(100, 900, 400)]), [[1, 2, 3, 4]])
  assert.deepEqual(stacksOf(block(4, 60)), [[0, 1, 2, 3]], 'on a turned page')
  assert.deepEqual(stacksOf(block(3)), [], 'three rows')
  const ragged = block(4).map((quad, at) => row(quad[0][0], quad[0][1], 540 - 60 * at))
  assert.deepEqual(stacksOf(ragged), [], 'rows of different lengths')
  const short = block(4).map((quad) => row(quad[0][0], quad[0][1], 200))
  assert.deepEqual(stacksOf(short), [], 'short rows, as those of a table')
  const apart = block(4).map((quad, at) => row(quad[0][0], quad[0][1] + 60 * at, 540))
  assert.deepEqual(stacksOf(apart), [], 'rows that are apart')
})

test('OCR-1: only rows of digits and operators are a security area', () => {
  assert.ok(isSecurityArea('48<9-78>>>914695-2710523325+'))
  assert.ok(isSecurityArea('- 97439604//53-**41-4579231／>'))
  assert.ok(!isSecurityArea('开户行及账号：中国民生银行武汉支行6669145985637747'))
  assert.ok(!isSecurityArea('91110105MA01ABCD00'))
  assert.ok(!isSecurityArea('12345678901234567890'))
  assert.ok(!isSecurityArea('095-12590275'))
})
