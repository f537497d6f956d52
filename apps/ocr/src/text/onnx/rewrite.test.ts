import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { requireInvoiceFonts } from '../../../synth/fonts.ts'
import { toBatch } from '../batch.ts'
import type { Quad } from '../geometry.ts'
import { MODEL_SOURCES } from '../model-sources.ts'
import { returnBestClass } from './best-class.ts'
import { rewriteModel } from './model-file.ts'
import { simplify } from './simplify.ts'

const LINE_HEIGHT = 48
/** Rounding changes the last digits; a wrong weight changes far more. */
const TOLERANCE = 1e-4

before(requireInvoiceFonts)

/** Draws a line of text as input of the models. */
async function drawText(width: number, height: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/>
    <text x="6" y="36" font-size="34" fill="#024" font-family="DejaVu Sans Mono">2025-03-08 Nr 4711</text></svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const corners: Quad = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  return toBatch({ width: info.width, height: info.height, data }, [{ quad: corners, width }], width, height)
}

async function run(model: Uint8Array, { data, dims }: { data: Float32Array; dims: number[] }) {
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1 })
  const answer = await session.run({ [session.inputNames[0]!]: new Tensor('float32', data, dims) })
  await session.release()
  return answer[session.outputNames[0]!]!.data as Float32Array
}

function countOps(file: Uint8Array): Map<string, number> {
  const counts = new Map<string, number>()
  rewriteModel(file, ({ nodes }) => {
    for (const { op } of nodes) counts.set(op, (counts.get(op) ?? 0) + 1)
  })
  return counts
}

/** The rewriting of the recognition model ends with another output, which has a test of its own. */
const REWRITINGS = { ...MODEL_SOURCES, recognition: { ...MODEL_SOURCES.recognition, rewrite: simplify } }

for (const [name, { file: path, rewrite }] of Object.entries(REWRITINGS)) {
  test(`OCR-1: the simplified ${name} model returns the same values`, async () => {
    const file = await readFile(path)
    const input = await drawText(384, name === 'detection' ? 96 : LINE_HEIGHT)
    const [expected, simplified] = [await run(file, input), await run(rewriteModel(file, rewrite), input)]
    assert.ok(
      expected.some((value) => value > 0.5),
      'the model finds text in the picture',
    )
    const worst = expected.reduce((most, value, at) => Math.max(most, Math.abs(value - simplified[at]!)), 0)
    assert.ok(worst < TOLERANCE, `differs by ${worst}`)
  })

  test(`OCR-1: the ${name} model stays the same when it is read and written unchanged`, async () => {
    const file = await readFile(path)
    const input = await drawText(384, name === 'detection' ? 96 : LINE_HEIGHT)
    const copy = rewriteModel(file, () => {})
    assert.deepEqual(await run(copy, input), await run(file, input))
    assert.deepEqual(countOps(copy), countOps(file))
  })
}

test('OCR-1: no part of a hard swish is left in the simplified models of text', async () => {
  for (const { file } of [MODEL_SOURCES.detection, MODEL_SOURCES.recognition]) {
    const counts = countOps(rewriteModel(await readFile(file), simplify))
    assert.equal(counts.get('Clip') ?? 0, 0)
  }
})

test('OCR-1: the detection model enlarges pictures with few operators, and no picture before the last ones', async () => {
  const { file, rewrite } = MODEL_SOURCES.detection
  const counts = countOps(rewriteModel(await readFile(file), rewrite))
  assert.equal(counts.get('ConvTranspose') ?? 0, 0)
  assert.equal(counts.get('Resize'), 5, 'two levels to the next one, and three to the finest one')
  assert.equal(counts.get('DepthToSpace'), 2)
})

test('OCR-1: the recognition model returns the likeliest class of each step and its likelihood', async () => {
  const file = await readFile(MODEL_SOURCES.recognition.file)
  const input = await drawText(384, LINE_HEIGHT)
  const pairs = await run(rewriteModel(file, returnBestClass), input)
  const all = await run(file, input)
  const [steps, classes] = [pairs.length / 2, (all.length * 2) / pairs.length]
  assert.ok(steps > 0 && Number.isInteger(classes))
  for (let step = 0; step < steps; step += 1) {
    const scores = all.subarray(step * classes, (step + 1) * classes)
    const [best, score] = pairs.subarray(step * 2)
    const most = scores.reduce((one, other) => Math.max(one, other))
    assert.deepEqual([best, score], [scores.indexOf(most), most])
  }
})
