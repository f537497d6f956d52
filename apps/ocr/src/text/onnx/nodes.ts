import type { GraphNode, ModelFile } from './model-file.ts'

export const consumersOf = ({ nodes }: ModelFile, name: string): GraphNode[] =>
  nodes.filter(({ inputs }) => inputs.includes(name))

export const producerOf = ({ nodes }: ModelFile, name: string | undefined): GraphNode | undefined =>
  nodes.find(({ outputs }) => outputs.some((output) => output === name))

/** The node that makes this value, if it is of this kind. */
export const produced = (model: ModelFile, name: string | undefined, op: string): GraphNode | undefined => {
  const node = producerOf(model, name)
  return node?.op === op ? node : undefined
}

/** Puts nodes in the place of the last of those that they replace. */
export function replace(
  model: ModelFile,
  last: GraphNode,
  gone: readonly GraphNode[],
  by: readonly GraphNode[],
): void {
  model.nodes = model.nodes.flatMap((node) => (node === last ? by : gone.includes(node) ? [] : node))
}
