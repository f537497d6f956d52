import { BYTES, type Field, FIXED_32, readFields, readVarints, VARINT, writeFields } from './wire.ts'

/** Field numbers from onnx.proto of the ONNX project. */
const MODEL = { graph: 7 } as const
const GRAPH = { node: 1, constant: 5, output: 12 } as const
const NODE = { input: 1, output: 2, op: 4, attribute: 5 } as const
const ATTRIBUTE = { name: 1, float: 2, tensor: 5, ints: 8, int: 3, type: 20 } as const
const TENSOR = { dims: 1, type: 2, floats: 4, name: 8, raw: 9 } as const
const ATTRIBUTE_TYPE = { float: 1n, int: 2n, ints: 7n } as const
const OUTPUT = { name: 1, type: 2 } as const
const TYPE = { tensor: 1 } as const
const TENSOR_TYPE = { of: 1 } as const
const FLOAT = 1n

export interface Constant {
  dims: readonly number[]
  data: Float32Array
}

export interface GraphNode {
  op: string
  inputs: string[]
  outputs: string[]
  /** All other fields of the node, unchanged: attributes and names. */
  rest: Field[]
}

/** A neural network in the ONNX format. Its nodes are in an order in which they can be run. */
export interface ModelFile {
  nodes: GraphNode[]
  /** Constants of floating-point numbers by name. New ones are written with the model. */
  constants: Map<string, Constant>
  /** Names of the outputs. New ones are tensors of floating-point numbers of any shape. */
  outputs: string[]
}

const text = (bytes: bigint | Uint8Array | undefined): string =>
  bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : ''
const bytesField = (number: number, value: Uint8Array): Field => ({ number, type: BYTES, value })
const textField = (number: number, value: string): Field => bytesField(number, Buffer.from(value))
const numberField = (number: number, value: bigint): Field => ({ number, type: VARINT, value })

const valuesOf = (fields: readonly Field[], number: number) =>
  fields.filter((field) => field.number === number).map(({ value }) => value)
const bytesOf = (fields: readonly Field[], number: number): Uint8Array[] =>
  valuesOf(fields, number).filter((value) => value instanceof Uint8Array)
/** Protocol Buffers allow repeated numbers one by one or packed. */
const numbersOf = (fields: readonly Field[], number: number): number[] =>
  valuesOf(fields, number)
    .flatMap((value) => (typeof value === 'bigint' ? value : readVarints(value)))
    .map(Number)

/** ONNX is little-endian, like all processors that the runtime supports. The copy is aligned. */
const readFloats = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer)

function readConstant(tensor: readonly Field[]): Constant | null {
  if (valuesOf(tensor, TENSOR.type)[0] !== FLOAT) return null
  const raw = bytesOf(tensor, TENSOR.raw)[0] ?? Buffer.concat(bytesOf(tensor, TENSOR.floats))
  return { dims: numbersOf(tensor, TENSOR.dims), data: readFloats(raw) }
}

function writeConstant(name: string, { dims, data }: Constant): Field {
  const fields = [
    ...dims.map((side) => numberField(TENSOR.dims, BigInt(side))),
    numberField(TENSOR.type, FLOAT),
    textField(TENSOR.name, name),
    bytesField(TENSOR.raw, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ]
  return bytesField(GRAPH.constant, writeFields(fields))
}

function readNode(bytes: Uint8Array): GraphNode {
  const fields = readFields(bytes)
  const known: readonly number[] = [NODE.input, NODE.output, NODE.op]
  return {
    op: text(valuesOf(fields, NODE.op)[0]),
    inputs: valuesOf(fields, NODE.input).map(text),
    outputs: valuesOf(fields, NODE.output).map(text),
    rest: fields.filter(({ number }) => !known.includes(number)),
  }
}

const writeNode = ({ op, inputs, outputs, rest }: GraphNode): Field =>
  bytesField(
    GRAPH.node,
    writeFields([
      ...inputs.map((name) => textField(NODE.input, name)),
      ...outputs.map((name) => textField(NODE.output, name)),
      textField(NODE.op, op),
      ...rest,
    ]),
  )

function attributeOf({ rest }: GraphNode, name: string): Field[] {
  const attributes = bytesOf(rest, NODE.attribute).map(readFields)
  return attributes.find((fields) => text(valuesOf(fields, ATTRIBUTE.name)[0]) === name) ?? []
}

/** The attributes of a node for another one, which must not have its name. */
export const attributesOf = ({ rest }: GraphNode): Field[] =>
  rest.filter(({ number }) => number === NODE.attribute)

/** Returns undefined if the node has no such attribute. */
export function floatOf(node: GraphNode, name: string): number | undefined {
  const [bytes] = bytesOf(attributeOf(node, name), ATTRIBUTE.float)
  return bytes && readFloats(bytes)[0]
}

export const intsOf = (node: GraphNode, name: string): number[] =>
  numbersOf(attributeOf(node, name), ATTRIBUTE.ints)

const attribute = (name: string, type: bigint, values: readonly Field[]): Field =>
  bytesField(
    NODE.attribute,
    writeFields([textField(ATTRIBUTE.name, name), ...values, numberField(ATTRIBUTE.type, type)]),
  )

export function floatAttribute(name: string, value: number): Field {
  const bytes = new Uint8Array(Float32Array.of(value).buffer)
  return attribute(name, ATTRIBUTE_TYPE.float, [{ number: ATTRIBUTE.float, type: FIXED_32, value: bytes }])
}

export const intAttribute = (name: string, value: number): Field =>
  attribute(name, ATTRIBUTE_TYPE.int, [numberField(ATTRIBUTE.int, BigInt(value))])

export const intsAttribute = (name: string, values: readonly number[]): Field =>
  attribute(
    name,
    ATTRIBUTE_TYPE.ints,
    values.map((value) => numberField(ATTRIBUTE.ints, BigInt(value))),
  )

const constantOfNode = (node: GraphNode): Constant | null => {
  const [tensor] = bytesOf(attributeOf(node, 'value'), ATTRIBUTE.tensor)
  return tensor ? readConstant(readFields(tensor)) : null
}

function readConstants(graph: readonly Field[], nodes: readonly GraphNode[]): Map<string, Constant> {
  const constants = new Map<string, Constant>()
  const add = (name: string | undefined, constant: Constant | null) => {
    if (name !== undefined && constant) constants.set(name, constant)
  }
  for (const tensor of bytesOf(graph, GRAPH.constant).map(readFields))
    add(text(valuesOf(tensor, TENSOR.name)[0]), readConstant(tensor))
  for (const node of nodes) if (node.op === 'Constant') add(node.outputs[0], constantOfNode(node))
  return constants
}

const nameOfOutput = (output: Uint8Array): string => text(valuesOf(readFields(output), OUTPUT.name)[0])

function writeOutput(name: string): Field {
  const tensor = bytesField(TYPE.tensor, writeFields([numberField(TENSOR_TYPE.of, FLOAT)]))
  const fields = [textField(OUTPUT.name, name), bytesField(OUTPUT.type, writeFields([tensor]))]
  return bytesField(GRAPH.output, writeFields(fields))
}

/** Applies `change` to the model; everything else in the file stays the same. */
export function rewriteModel(file: Uint8Array, change: (model: ModelFile) => void): Uint8Array {
  const fields = readFields(file)
  const graph = readFields(bytesOf(fields, MODEL.graph)[0] ?? new Uint8Array())
  const nodes = bytesOf(graph, GRAPH.node).map(readNode)
  const before = { constants: readConstants(graph, nodes), outputs: bytesOf(graph, GRAPH.output) }
  const model: ModelFile = {
    nodes,
    constants: new Map(before.constants),
    outputs: before.outputs.map(nameOfOutput),
  }
  change(model)
  const used = new Set(model.nodes.flatMap(({ inputs }) => inputs))
  const isIdle = ({ op, outputs }: GraphNode) => op === 'Constant' && !outputs.some((name) => used.has(name))
  const changed = writeFields([
    ...model.nodes.filter((node) => !isIdle(node)).map(writeNode),
    ...graph.filter(({ number }) => number !== GRAPH.node && number !== GRAPH.output),
    ...model.outputs.map((name) => {
      const known = before.outputs.find((output) => nameOfOutput(output) === name)
      return known ? bytesField(GRAPH.output, known) : writeOutput(name)
    }),
    ...[...model.constants]
      .filter(([name]) => used.has(name) && !before.constants.has(name))
      .map(([name, constant]) => writeConstant(name, constant)),
  ])
  return writeFields(
    fields.map((field) => (field.number === MODEL.graph ? bytesField(MODEL.graph, changed) : field)),
  )
}
