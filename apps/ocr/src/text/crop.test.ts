import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Raster } from '../pictures/raster.ts'
import { drawCrop } from './crop.ts'
import type { Point, Quad } from './geometry.ts'

/** A picture whose red is the column, whose green is the row, and whose blue is 200. */
function makeRaster(width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at += 1) data.set([at % width, Math.floor(at / width), 200], at * 3)
  return { width, height, data }
}

function crop(raster: Raster, quad: Quad, width: number, height: number) {
  const step = width * height
  const data = new Float32Array(3 * step)
  drawCrop(raster, quad, width, height, { data, start: 0, stride: width, step })
  const plane = (number: number) =>
    Array.from(
      data.subarray(number * step, (number + 1) * step),
      (value) => Math.round((value + 1) * 1275) / 10,
    )
  return { blue: plane(0), green: plane(1), red: plane(2) }
}

const rectangle = (left: number, top: number, right: number, bottom: number): Quad => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]

test('a crop of the same size has the same pixels, in planes of blue, green and red', () => {
  const { blue, green, red } = crop(makeRaster(10, 10), rectangle(3, 5, 6, 7), 3, 2)
  assert.deepEqual(red, [3, 4, 5, 3, 4, 5])
  assert.deepEqual(green, [5, 5, 5, 6, 6, 6])
  assert.deepEqual(blue, [200, 200, 200, 200, 200, 200])
})

test('a crop of text that runs downwards is turned upright', () => {
  const corners: Quad = [
    [6, 2],
    [6, 5],
    [4, 5],
    [4, 2],
  ]
  const { green, red } = crop(makeRaster(10, 10), corners, 3, 2)
  assert.deepEqual(green, [2, 3, 4, 2, 3, 4])
  assert.deepEqual(red, [5, 5, 5, 4, 4, 4])
})

test('larger text is averaged, and smaller text is interpolated', () => {
  const shrunk = crop(makeRaster(10, 10), rectangle(2, 2, 6, 6), 2, 2)
  assert.deepEqual(shrunk.red, [2.5, 4.5, 2.5, 4.5])
  const enlarged = crop(makeRaster(10, 10), rectangle(2, 2, 4, 4), 4, 4)
  assert.deepEqual(enlarged.red.slice(0, 4), [1.8, 2.3, 2.8, 3.3])
})

test('the edge of the page is repeated beyond it', () => {
  const { green, red } = crop(makeRaster(4, 4), rectangle(-2, 3, 1, 6), 3, 3)
  assert.deepEqual(red, [0, 0, 0, 0, 0, 0, 0, 0, 0])
  assert.deepEqual(green, [3, 3, 3, 3, 3, 3, 3, 3, 3])
})

test('the values beside the crop in its tensor stay unchanged', () => {
  const data = new Float32Array(3 * 6)
  const corner: Point = [0, 0]
  const quad: Quad = [corner, [1, 0], [1, 2], [0, 2]]
  drawCrop(makeRaster(4, 4), quad, 1, 2, { data, start: 1, stride: 3, step: 6 })
  assert.deepEqual(
    Array.from(data, (value) => value !== 0),
    Array.from({ length: 18 }, (_none, at) => at % 3 === 1),
  )
})
