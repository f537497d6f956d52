import { intAttribute, type ModelFile } from './model-file.ts'

const FLOAT = 1
const LAST_AXIS = 2
const OUTPUT = 'best'

/**
 * Changes a model that returns the likelihood of each class for each step of a line, so that it returns the likeliest
 * class and its likelihood: [lines, steps, 2]. Copying the thousands of other classes would cost time.
 */
export function returnBestClass(model: ModelFile): void {
  const [scores = ''] = model.outputs
  const [values, classes, asFloats] = ['values', 'classes', 'floats'].map((part) => `${OUTPUT}.${part}`)
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
      outputs: [OUTPUT],
      rest: [intAttribute('axis', LAST_AXIS)],
    },
  )
  model.outputs = [OUTPUT]
}
