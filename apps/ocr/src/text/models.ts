import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { CHARACTERS_FILE, MODEL_SOURCES, type ModelSource } from './model-sources.ts'
import { loadPreparedModel } from './prepared-model.ts'

/** A model that takes one tensor and returns one. */
export interface Model {
  run(data: Float32Array, dims: readonly number[]): Promise<{ data: Float32Array; dims: readonly number[] }>
  close(): Promise<void>
}

/**
 * The arena keeps memory for the next step instead of asking the system for it at each one. Memory patterns would be
 * planned and kept for every size of input, and hardly any two pages have the same size.
 */
const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  graphOptimizationLevel: 'all',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: true,
  enableMemPattern: false,
}

async function loadModel(source: ModelSource): Promise<Model> {
  const session = await InferenceSession.create(await loadPreparedModel(source), OPTIONS)
  const [input = ''] = session.inputNames
  const [output = ''] = session.outputNames
  return {
    run: async (data, dims) => {
      const answer = await session.run({ [input]: new Tensor('float32', data, dims) })
      const tensor = answer[output]!
      return { data: tensor.data as Float32Array, dims: tensor.dims }
    },
    close: () => session.release(),
  }
}

export interface Models {
  detection: Model
  /** Returns a pair for each step: the likeliest class, and how likely it is. */
  recognition: Model
  direction: Model
  /** The character of each class of the recognition model; class 0 stands for none. */
  characters: string[]
}

/** The classes are: none, the characters of the list in order, the space. */
async function loadCharacters(): Promise<string[]> {
  const list = await readFile(CHARACTERS_FILE, 'utf8')
  return ['', ...list.replace(/\r?\n$/, '').split(/\r?\n/), ' ']
}

export async function loadModels(): Promise<Models> {
  const [detection, recognition, direction, characters] = await Promise.all([
    loadModel(MODEL_SOURCES.detection),
    loadModel(MODEL_SOURCES.recognition),
    loadModel(MODEL_SOURCES.direction),
    loadCharacters(),
  ])
  return { detection, recognition, direction, characters }
}
