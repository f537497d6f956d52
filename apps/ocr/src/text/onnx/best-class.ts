import { intAttribute, type ModelFile } from './model-file.ts'

const FLOAT = 1
const LAST_AXIS = 2
const ANSWER = 'best'

/**
 * Of a model that answers for each step of a line how likely each class is, only the likeliest class and how likely it
 * is: [lines, steps, 2]. All the others, thousands for each step, would only be copied and thrown away.
 */
export function answerBestClass(model: ModelFile): void {
  const [scores = ''] = model.outputs
  const [values, classes, asFloats] = ['values', 'classes', 'floats'].map((part) => `${ANSWER}.${part}`)
  model.nodes.push(
    {
      op: 'TopK',
      inputs: [scores],
      outputs: [values!, classes!],
      rest: [intAttribute('axis', LAST_AXIS), intAttribute('k', 1)],
    },
    { op: 'Cast', inputs: [classes!], outputs: [asFloats!], rest: [intAttribute('to', FLOAT)] },
    {
      op: 'Concat',
      inputs: [asFloats!, values!],
      outputs: [ANSWER],
      rest: [intAttribute('axis', LAST_AXIS)],
    },
  )
  model.outputs = [ANSWER]
}
