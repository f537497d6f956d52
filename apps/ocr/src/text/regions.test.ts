import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRegions } from './regions.ts'

/** A map of certainties: a digit is a tenth of it, a point is none. */
function mapOf(rows: readonly string[]) {
  const values = rows.flatMap((row) => [...row].map((sign) => (sign === '.' ? 0 : Number(sign) / 10)))
  return { width: rows[0]!.length, height: rows.length, data: Float32Array.from(values) }
}

const extentsOf = (rows: readonly string[]) =>
  findRegions(mapOf(rows)).map(({ start, end, top, bottom }) => [start, top, end, bottom])

test('OCR-1: connected pixels are one region, also by their corners and by a row below', () => {
  assert.deepEqual(
    extentsOf([
      '999...999....', //
      '999...999....',
      '999...999....',
      '999999999.999',
      '999999999.999',
      '.........9999',
      '..........999',
    ]),
    [[0, 0, 13, 7]],
  )
  assert.deepEqual(
    extentsOf([
      '99999........', //
      '99999........',
      '99999........',
      '.............',
      '.....99999999',
      '.....99999999',
      '.....99999999',
    ]),
    [
      [0, 0, 5, 3],
      [5, 4, 13, 7],
    ],
  )
})

test('OCR-1: a region that ends at the right edge does not go on at the left edge of the next row', () => {
  assert.deepEqual(
    extentsOf([
      '......99999', //
      '......99999',
      '......99999',
      '99999......',
      '99999......',
      '99999......',
    ]),
    [
      [6, 0, 11, 3],
      [0, 3, 5, 6],
    ],
  )
})

test('OCR-1: a region that is small, narrow or doubtful is no text', () => {
  assert.deepEqual(extentsOf(['999......', '999......', '999......']), [], 'nine pixels')
  assert.deepEqual(extentsOf(['999999999', '999999999', '.........']), [], 'two rows')
  assert.deepEqual(extentsOf(['555555', '555555', '555555']), [], 'a certainty of one half')
  assert.deepEqual(extentsOf(['777777', '555555', '777777']), [[0, 0, 6, 3]], 'more than 0.6 on average')
  assert.deepEqual(extentsOf(['222222', '222222', '222222']), [])
})
