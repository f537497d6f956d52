import {
  attributesOf,
  type Constant,
  floatOf,
  type GraphNode,
  intAttribute,
  intsAttribute,
  type ModelFile,
} from './model-file.ts'
import { consumersOf, produced, replace } from './nodes.ts'

/**
 * The detection model ends by enlarging its picture, in tensors of up to 30 MB that each operator reads and writes, and that the
 * runtime rearranges for some of them. `shortenUpsampling` changes the order, so that pictures are enlarged last: what a
 * pixel does to the pixels in its place is then a convolution with a channel for each of them. Only rounding changes.
 */
export function shortenUpsampling(model: ModelFile): void {
  mergeGates(model)
  mergeFinestLevel(model)
  mergeEnlargements(model)
}

/** Each enlargement doubles both sides. */
const FACTOR = 2
const PLACES = [0, 1].flatMap((down) => [0, 1].map((right) => ({ down, right })))
const KERNEL = 3
const TAPS = KERNEL * KERNEL
const ONE = 'one'
const POINT = intsAttribute('kernel_shape', [1, 1])

function required<T>(found: T | undefined | null, what: string): T {
  if (found === undefined || found === null) throw new Error(`The detection model has no ${what}`)
  return found
}

const constantOf = ({ constants }: ModelFile, name: string | undefined): Constant =>
  required(constants.get(name ?? ''), `constant ${name}`)

function addConstant({ constants }: ModelFile, name: string, dims: number[], data: Float32Array): string {
  constants.set(name, { dims, data })
  return name
}

/** x + x · g = x · (1 + g), where g is one number for each channel. */
function mergeGates(model: ModelFile): void {
  addConstant(model, ONE, [1], Float32Array.of(1))
  for (const add of model.nodes.filter(({ op }) => op === 'Add')) {
    const [source = '', product = ''] = add.inputs
    const multiply = produced(model, product, 'Mul')
    const [multiplied, gate = ''] = multiply?.inputs ?? []
    if (!multiply || multiplied !== source || consumersOf(model, product).length > 1) continue
    const more = `${gate}.more`
    replace(
      model,
      add,
      [multiply],
      [
        { op: 'Add', inputs: [gate, ONE], outputs: [more], rest: [] },
        { op: 'Mul', inputs: [source, more], outputs: add.outputs, rest: [] },
      ],
    )
  }
}

/** The sum of a level and the enlarged next one, which only a convolution reads; its inputs, and the nodes before it. */
function findFinestLevel(model: ModelFile) {
  const isRead = (add: GraphNode) => consumersOf(model, add.outputs[0] ?? '').length === 1
  const sum = model.nodes.find(
    (node) => node.op === 'Add' && produced(model, node.inputs[1], 'Resize') && isRead(node),
  )
  const add = required(sum, 'finest level')
  const [convolution] = consumersOf(model, add.outputs[0]!)
  const gated = required(produced(model, add.inputs[0], 'Mul'), 'gate of the finest level')
  const widening = required(produced(model, gated.inputs[0], 'Conv'), 'convolution of the finest level')
  const pool = consumersOf(model, widening.outputs[0]!).find(({ op }) => op === 'GlobalAveragePool')
  return {
    add,
    convolution: required(convolution, 'convolution of the sum'),
    gated,
    widening,
    pool: required(pool, 'pool of the finest level'),
    resize: required(produced(model, add.inputs[1], 'Resize'), 'enlargement'),
  }
}

/** The weights [out, in, 3, 3] of a convolution as [out, 3, 3, in]. */
function withChannelsLast({ dims, data }: Constant): Float32Array {
  const [outs = 0, ins = 0] = dims
  const turned = new Float32Array(data.length)
  for (let out = 0; out < outs; out += 1)
    for (let at = 0; at < ins * TAPS; at += 1)
      turned[(out * TAPS + (at % TAPS)) * ins + Math.floor(at / TAPS)] = data[out * ins * TAPS + at]!
  return turned
}

/** Of the pixels that a pixel is enlarged to, the next but one to the place is in this pixel beside it. */
const lowPlace = (place: number, tap: number): number => Math.floor((place + tap - 1) / FACTOR) + 1

/**
 * The convolution of an enlarged picture as one of the small picture: a channel for each place and each channel. Several weights
 * belong to the same small pixel.
 */
function beforeEnlargement({ dims, data }: Constant): Constant {
  const [outs = 0, ins = 0] = dims
  const size = ins * TAPS
  const merged = new Float32Array(PLACES.length * outs * size)
  for (const [index, { down, right }] of PLACES.entries())
    for (let at = 0; at < outs * size; at += 1) {
      const tap = at % TAPS
      const low = lowPlace(down, Math.floor(tap / KERNEL)) * KERNEL + lowPlace(right, tap % KERNEL)
      merged[index * outs * size + at - tap + low]! += data[at]!
    }
  return { dims: [PLACES.length * outs, ins, KERNEL, KERNEL], data: merged }
}

/**
 * k ∗ (g · w · y + enlarged a) = (k · g · w) ∗ y + (k ∗ enlarged a). The level y has an eighth of the channels of w · y, and the
 * mean of w · y is w times the mean of y.
 */
function mergeFinestLevel(model: ModelFile): void {
  const { add, convolution, gated, widening, pool, resize } = findFinestLevel(model)
  const [kernel, widths] = [constantOf(model, convolution.inputs[1]), constantOf(model, widening.inputs[1])]
  const [ins = 0, few = 0] = widths.dims
  const [outs = 0] = kernel.dims
  const [level = '', wide = ''] = widening.inputs
  const name = (part: string) => `${convolution.outputs[0]}.${part}`
  const taps = addConstant(model, name('taps'), [outs, KERNEL, KERNEL, ins], withChannelsLast(kernel))
  const mixing = addConstant(model, name('mixing'), [ins, few], widths.data)
  const coarse = beforeEnlargement(kernel)
  const blocks = addConstant(model, name('blocks'), [...coarse.dims], coarse.data)
  const node = (op: string, inputs: string[], output: string, rest: GraphNode['rest'] = []): GraphNode => ({
    op,
    inputs,
    outputs: [output],
    rest,
  })
  replace(model, widening, [], [node('GlobalAveragePool', [level], name('mean'))])
  replace(model, pool, [], [node('Conv', [name('mean'), wide], pool.outputs[0]!, attributesOf(widening))])
  replace(
    model,
    convolution,
    [add, gated, resize],
    [
      node('Flatten', [gated.inputs[1]!], name('gates')),
      node('Mul', [taps, name('gates')], name('gated')),
      node('MatMul', [name('gated'), mixing], name('mixed')),
      node('Transpose', [name('mixed')], name('weights'), [intsAttribute('perm', [0, 3, 1, 2])]),
      node('Conv', [level, name('weights')], name('fine'), attributesOf(convolution)),
      node('Conv', [resize.inputs[0]!, blocks], name('coarse'), attributesOf(convolution)),
      node('DepthToSpace', [name('coarse')], name('enlarged'), [intAttribute('blocksize', FACTOR)]),
      node('Add', [name('fine'), name('enlarged')], convolution.outputs[0]!),
    ],
  )
}

/** A transposed convolution that doubles the sides, with the scale and shift that follow it. */
interface Enlargement {
  nodes: GraphNode[]
  /** [in, out, 2, 2] */
  weights: Constant
  scale: Float32Array
  shift: Float32Array
  output: string
}

const onlyConsumer = (model: ModelFile, name: string, op: string): GraphNode | undefined => {
  const [first, ...more] = consumersOf(model, name)
  return more.length === 0 && first?.op === op ? first : undefined
}

function readEnlargement(model: ModelFile, convolution: GraphNode): Enlargement {
  const add = required(onlyConsumer(model, convolution.outputs[0]!, 'Add'), 'bias of an enlargement')
  const bias = constantOf(model, add.inputs[1]).data
  const weights = constantOf(model, convolution.inputs[1])
  const normalize = onlyConsumer(model, add.outputs[0]!, 'BatchNormalization')
  const plain = { nodes: [convolution, add], weights, output: add.outputs[0]! }
  if (!normalize) return { ...plain, scale: bias.map(() => 1), shift: bias }
  const [gamma, beta, mean, variance] = normalize.inputs.slice(1).map((name) => constantOf(model, name).data)
  const epsilon = required(floatOf(normalize, 'epsilon'), 'epsilon')
  const scale = bias.map((_none, at) => gamma![at]! / Math.sqrt(variance![at]! + epsilon))
  const shift = bias.map((value, at) => (value - mean![at]!) * scale[at]! + beta![at]!)
  return { nodes: [...plain.nodes, normalize], weights, scale, shift, output: normalize.outputs[0]! }
}

/** The weight of each pixel in its place, as a convolution [places · out, in, 1, 1] and its bias. */
function asPoints({ weights, scale, shift }: Enlargement) {
  const [ins = 0, outs = 0] = weights.dims
  const data = new Float32Array(PLACES.length * outs * ins)
  for (let place = 0; place < PLACES.length; place += 1)
    for (let out = 0; out < outs; out += 1)
      for (let at = 0; at < ins; at += 1)
        data[(place * outs + out) * ins + at] =
          weights.data[(at * outs + out) * PLACES.length + place]! * scale[out]!
  const bias = Float32Array.from({ length: PLACES.length * outs }, (_none, at) => shift[at % outs]!)
  return { weights: data, bias, ins, outs: PLACES.length * outs }
}

/** The same after another enlargement: each of its places has its own channels, and the places are in the order of rows. */
function inEachPlace(points: ReturnType<typeof asPoints>) {
  const outs = points.outs / PLACES.length
  const [allIns, allOuts] = [points.ins * PLACES.length, points.outs * PLACES.length]
  const weights = new Float32Array(allIns * allOuts)
  const bias = new Float32Array(allOuts)
  for (const [first, outer] of PLACES.entries())
    for (const [second, inner] of PLACES.entries())
      for (let out = 0; out < outs; out += 1) {
        const row = (outer.down * FACTOR + inner.down) * FACTOR * FACTOR + outer.right * FACTOR + inner.right
        const from = (second * outs + out) * points.ins
        bias[row * outs + out] = points.bias[second * outs + out]!
        weights.set(
          points.weights.subarray(from, from + points.ins),
          (row * outs + out) * allIns + first * points.ins,
        )
      }
  return { weights, bias, ins: allIns, outs: allOuts }
}

/** The two transposed convolutions at the end become convolutions of single pixels, whose channels are placed once, at last. */
function mergeEnlargements(model: ModelFile): void {
  const found = model.nodes
    .filter(({ op }) => op === 'ConvTranspose')
    .map((node) => readEnlargement(model, node))
  const [first, second] = [required(found[0], 'first enlargement'), required(found[1], 'second enlargement')]
  const relu = required(onlyConsumer(model, first.output, 'Relu'), 'activation of the first enlargement')
  const sigmoid = required(
    onlyConsumer(model, second.output, 'Sigmoid'),
    'activation of the second enlargement',
  )
  const point = (source: string, output: string, points: ReturnType<typeof asPoints>): GraphNode => ({
    op: 'Conv',
    inputs: [
      source,
      addConstant(model, `${output}.weights`, [points.outs, points.ins, 1, 1], points.weights),
      addConstant(model, `${output}.bias`, [points.outs], points.bias),
    ],
    outputs: [output],
    rest: [POINT],
  })
  const [placed, source] = [`${sigmoid.outputs[0]}.placed`, first.nodes[0]!.inputs[0]!]
  replace(model, first.nodes[0]!, first.nodes.slice(1), [point(source, first.output, asPoints(first))])
  replace(model, second.nodes[0]!, second.nodes.slice(1), [
    point(relu.outputs[0]!, second.output, inEachPlace(asPoints(second))),
  ])
  const place = intAttribute('blocksize', FACTOR * FACTOR)
  replace(
    model,
    sigmoid,
    [],
    [
      { op: 'Sigmoid', inputs: sigmoid.inputs, outputs: [placed], rest: [] },
      { op: 'DepthToSpace', inputs: [placed], outputs: sigmoid.outputs, rest: [place] },
    ],
  )
}
