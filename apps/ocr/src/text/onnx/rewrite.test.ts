import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { requireInvoiceFonts } from '../../../synth/fonts.ts'
import { toBatch } from '../batch.ts'
import type { Quad } from '../geometry.ts'
import { MODEL_FILES } from '../models.ts'
import { answerBestClass } from './best-class.ts'
import { rewriteModel } from './model-file.ts'
import { simplify } from './simplify.ts'

const LINE_HEIGHT = 48
/** Rounding differs in its last digits; a weight in the wrong place changes far more. */
const TOLERANCE = 1e-4

before(requireInvoiceFonts)

/** A line of text in a picture, as the models take it. */
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

for (const [name, path] of Object.entries(MODEL_FILES)) {
  test(`the ${name} model answers the same when it is simplified`, async () => {
    const file = await readFile(path)
    const input = await drawText(384, name === 'detection' ? 96 : LINE_HEIGHT)
    const [expected, simplified] = [await run(file, input), await run(rewriteModel(file, simplify), input)]
    assert.ok(
      expected.some((value) => value > 0.5),
      'the model sees something in the picture',
    )
    const worst = expected.reduce((most, value, at) => Math.max(most, Math.abs(value - simplified[at]!)), 0)
    assert.ok(worst < TOLERANCE, `differs by ${worst}`)
  })

  test(`the ${name} model is written as it was read where nothing is changed`, async () => {
    const file = await readFile(path)
    const input = await drawText(384, name === 'detection' ? 96 : LINE_HEIGHT)
    const copy = rewriteModel(file, () => {})
    assert.deepEqual(await run(copy, input), await run(file, input))
    assert.deepEqual(countOps(copy), countOps(file))
  })
}

test('no step of a hard swish, scale or shift is left in the models of text', async () => {
  for (const path of [MODEL_FILES.detection, MODEL_FILES.recognition]) {
    const counts = countOps(rewriteModel(await readFile(path), simplify))
    assert.equal(counts.get('Clip') ?? 0, 0)
  }
})

test('of each step the likeliest class is answered, with how likely it is', async () => {
  const file = await readFile(MODEL_FILES.recognition)
  const input = await drawText(384, LINE_HEIGHT)
  const pairs = await run(rewriteModel(file, answerBestClass), input)
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
