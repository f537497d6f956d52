import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../synth/random.ts'
import { findCodeRegions } from './qr/finder-patterns.ts'
import { readInTurn } from './in-turn.ts'

const PASSES = ['cheap', 'thorough', 'costly'] as const

/** A picture of squares of random greys, as from a sensor in the dark. */
function noise(width: number, height: number, square: number) {
  const random = seeded(5)
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += square)
    for (let x = 0; x < width; x += square) {
      const grey = Math.max(0, Math.min(255, 140 + random.gauss() * 60))
      for (let row = y; row < Math.min(height, y + square); row += 1)
        data.fill(grey, (row * width + x) * 3, (row * width + Math.min(width, x + square)) * 3)
    }
  return { width, height, data }
}

test('REC-16: in noise that has finder patterns the thorough passes read a limited number of pixels', async () => {
  const regions = findCodeRegions(noise(2000, 1500, 6))
  assert.ok(regions.length > 1, 'the picture has patterns')
  const parts = regions.map(({ width, height }) => ({ size: width * height }))
  const all = parts.reduce((sum, { size }) => sum + size, 0)
  let read = 0
  await readInTurn(parts, PASSES, all, async ({ size }) => {
    read += size
    return false
  })
  assert.ok(read > 0 && read <= all, `${read} of ${all} × ${PASSES.length} pixels`)
})

test('REC-16: every part gets the cheap pass before any gets a costly one, and none after it was read', async () => {
  const calls: string[] = []
  const parts = [
    { name: 'large', size: 50 },
    { name: 'read', size: 10 },
    { name: 'small', size: 10 },
  ]
  await readInTurn(parts, PASSES, 100, async ({ name }, pass) => {
    calls.push(`${pass} ${name}`)
    return name === 'read'
  })
  assert.deepEqual(calls, ['cheap large', 'cheap read', 'cheap small', 'thorough small', 'costly small'])
})
