import {
  type Constant,
  floatAttribute,
  floatOf,
  type GraphNode,
  intAttribute,
  intsAttribute,
  intsOf,
  type ModelFile,
} from './model-file.ts'
import { consumersOf, produced, producerOf, replace } from './nodes.ts'

/**
 * The converter of these models wrote a hard swish, x · min(max(x + 3, 0), 6) / 6, as four operators and the scales and
 * shifts around it as four more. Each operator reads and writes the whole picture in memory. `simplify` merges them with
 * each other or with the weights of a neighbouring convolution; only rounding changes.
 */
const SWISH = { shift: 3, most: 6 } as const

/** If one of two inputs is a constant number: that number and the other input. */
function scalarOperand({ constants }: ModelFile, { inputs }: GraphNode) {
  for (const [at, name] of inputs.entries()) {
    const data = constants.get(name)?.data
    if (data?.length === 1 && inputs.length === 2) return { value: data[0]!, other: inputs[1 - at]! }
  }
  return undefined
}

const isClip = (model: ModelFile, clip: GraphNode): boolean => {
  const [, lower = '', upper = ''] = clip.inputs
  const bound = (name: string, input: string) => floatOf(clip, name) ?? model.constants.get(input)?.data[0]
  return bound('min', lower) === 0 && bound('max', upper) === SWISH.most
}

/** If the division is the last operator of a hard swish: its other operators and its input. */
function findSwish(model: ModelFile, divide: GraphNode) {
  const multiply = produced(model, divide.inputs[0], 'Mul')
  const clip = produced(model, multiply?.inputs[1], 'Clip')
  const add = produced(model, clip?.inputs[0], 'Add')
  if (!multiply || !clip || !add || !isClip(model, clip)) return undefined
  const added = scalarOperand(model, add)
  const isSwish =
    scalarOperand(model, divide)?.value === SWISH.most &&
    added?.value === SWISH.shift &&
    multiply.inputs[0] === added.other
  return isSwish ? { source: added.other, steps: [add, clip, multiply] } : undefined
}

function mergeSwishes(model: ModelFile): void {
  for (const divide of model.nodes.filter(({ op }) => op === 'Div')) {
    const swish = findSwish(model, divide)
    if (!swish) continue
    const { source, steps } = swish
    const gate = `${divide.outputs[0]}.gate`
    const [alpha, beta] = [1 / SWISH.most, SWISH.shift / SWISH.most]
    replace(model, divide, steps, [
      {
        op: 'HardSigmoid',
        inputs: [source],
        outputs: [gate],
        rest: [floatAttribute('alpha', alpha), floatAttribute('beta', beta)],
      },
      { op: 'Mul', inputs: [source, gate], outputs: divide.outputs, rest: [] },
    ])
  }
}

/** A multiplication by a number, followed by an addition of a number as the only consumer of the product. */
interface Affine {
  scale: number
  shift: number
  source: string
  multiply: GraphNode
  add: GraphNode
}

function findAffine(model: ModelFile, add: GraphNode): Affine | undefined {
  const shift = add.op === 'Add' ? scalarOperand(model, add) : undefined
  const multiply = shift && produced(model, shift.other, 'Mul')
  const scale = multiply && scalarOperand(model, multiply)
  if (!shift || !multiply || !scale || consumersOf(model, shift.other).length > 1) return undefined
  return { scale: scale.value, shift: shift.value, source: scale.other, multiply, add }
}

const findAffines = (model: ModelFile): Affine[] =>
  model.nodes.flatMap((node) => findAffine(model, node) ?? [])

const BIAS_INPUT = 2

function weightsOf({ constants }: ModelFile, { op, inputs }: GraphNode) {
  const weights = op === 'Conv' ? constants.get(inputs[1] ?? '') : undefined
  const bias = constants.get(inputs[BIAS_INPUT] ?? '')
  if (!weights || (inputs.length > BIAS_INPUT && !bias)) return undefined
  return { weights, bias: bias?.data ?? new Float32Array(weights.dims[0] ?? 0) }
}

/** Sets weights for this convolution only, since others may share the old ones. */
function setWeights({ constants }: ModelFile, node: GraphNode, weights: Constant, bias: Float32Array): void {
  const [source = ''] = node.inputs
  const names = [`${node.outputs[0]}.weights`, `${node.outputs[0]}.bias`] as const
  constants.set(names[0], weights)
  constants.set(names[1], { dims: [bias.length], data: bias })
  node.inputs = [source, ...names]
}

const scaled = ({ dims, data }: Constant, scale: number): Constant => ({
  dims,
  data: data.map((weight) => weight * scale),
})

/** scale · (w ∗ x + b) + shift = (scale · w) ∗ x + (scale · b + shift) */
function mergeIntoConvolutionBefore(
  model: ModelFile,
  { scale, shift, source, multiply, add }: Affine,
): boolean {
  const convolution = producerOf(model, source)
  const known = convolution && weightsOf(model, convolution)
  if (!known || consumersOf(model, source).length > 1) return false
  setWeights(
    model,
    convolution,
    scaled(known.weights, scale),
    known.bias.map((value) => value * scale + shift),
  )
  convolution.outputs = add.outputs
  replace(model, add, [multiply], [])
  return true
}

/** Padding with zeros is not shifted, so a shift cannot be merged into a convolution with padding. */
const isUnpadded = (node: GraphNode): boolean => intsOf(node, 'pads').every((side) => side === 0)

/** w ∗ (scale · x + shift) + b = (scale · w) ∗ x + (b + shift · the sum of w) */
function mergeIntoConvolutionsAfter(
  model: ModelFile,
  { scale, shift, source, multiply, add }: Affine,
): boolean {
  const [output = ''] = add.outputs
  const after = consumersOf(model, output).map((node) => ({ node, known: weightsOf(model, node) }))
  if (after.length === 0 || !after.every(({ node, known }) => known && isUnpadded(node))) return false
  for (const { node, known } of after) {
    if (!known) continue
    const { weights, bias } = known
    const size = weights.data.length / bias.length
    const sums = bias.map((_none, at) =>
      weights.data.subarray(at * size, (at + 1) * size).reduce((sum, weight) => sum + weight, 0),
    )
    const shifted = bias.map((value, at) => value + shift * sums[at]!)
    setWeights(model, node, scaled(weights, scale), shifted)
    node.inputs[0] = source
  }
  replace(model, add, [multiply], [])
  return true
}

/** The number of channels of the convolution before a hard swish; undefined if there is none. */
function channelsOf(model: ModelFile, source: string): number | undefined {
  const swish = produced(model, source, 'Mul')
  const convolution = produced(model, swish?.inputs[0], 'Conv')
  return convolution && weightsOf(model, convolution)?.bias.length
}

/** Replaces scale and shift by a convolution, because the runtime would have to rearrange its data for other operators. */
function makeConvolution(model: ModelFile, { scale, shift, source, multiply, add }: Affine): void {
  const channels = channelsOf(model, source)
  if (channels === undefined) return
  const convolution: GraphNode = {
    op: 'Conv',
    inputs: [source],
    outputs: add.outputs,
    rest: [intAttribute('group', channels), intsAttribute('kernel_shape', [1, 1])],
  }
  const weights = { dims: [channels, 1, 1, 1], data: new Float32Array(channels).fill(scale) }
  setWeights(model, convolution, weights, new Float32Array(channels).fill(shift))
  replace(model, add, [multiply], [convolution])
}

export function simplify(model: ModelFile): void {
  mergeSwishes(model)
  for (const affine of findAffines(model)) mergeIntoConvolutionBefore(model, affine)
  for (const affine of findAffines(model))
    if (!mergeIntoConvolutionsAfter(model, affine)) makeConvolution(model, affine)
}
