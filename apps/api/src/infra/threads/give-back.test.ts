// Process: own, as it measures the buffers of its process
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { giveBack } from './give-back.ts'

const BYTES = 64 * 1024 * 1024
const heldBytes = () => process.memoryUsage().arrayBuffers

it('a buffer that is given back leaves memory at once, without the collector', () => {
  const bytes = Buffer.allocUnsafeSlow(BYTES)
  const held = heldBytes()
  giveBack(bytes)
  assert.equal(bytes.length, 0)
  assert.ok(heldBytes() <= held - BYTES, `${heldBytes()} bytes are held of ${held}`)
})

it('a piece of a buffer that others share is left alone', () => {
  const whole = Buffer.allocUnsafeSlow(1024).fill(7)
  giveBack(whole.subarray(0, 512))
  assert.deepEqual(whole, Buffer.alloc(1024, 7))
})
