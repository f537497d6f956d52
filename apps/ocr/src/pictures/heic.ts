import { createRequire } from 'node:module'
import { HEIC_MAX_PIXELS } from '@consilium/contract/recognition/recognition.ts'
import type { Raster } from './raster.ts'
import { Unreadable } from '../documents/unreadable.ts'
import { readWasm } from '../wasm.ts'

/** The parts of libheif's interface that are used here; the package types only a generator of them. */
interface Handle {
  readonly code?: unknown
}
interface Decoded {
  readonly code?: unknown
  image: unknown
  channels: { id: unknown; width: number; height: number; stride: number; data: Uint8Array }[]
}
interface LibHeif {
  heif_context_alloc(): unknown
  heif_context_read_from_memory(context: unknown, bytes: Uint8Array): { code: unknown }
  heif_js_context_get_primary_image_handle(context: unknown): Handle | null
  heif_image_handle_get_width(handle: Handle): number
  heif_image_handle_get_height(handle: Handle): number
  heif_js_decode_image2(handle: Handle, colours: unknown, chroma: unknown): Promise<Decoded | null>
  heif_error_code: { heif_error_Ok: unknown }
  heif_colorspace: { heif_colorspace_RGB: unknown }
  heif_chroma: { heif_chroma_interleaved_RGB: unknown }
}
type Instantiate = (imports: object, done: (instance: WasmInstance) => void) => object
type Factory = (options: { instantiateWasm: Instantiate }) => LibHeif

/** The types of Node do not declare these. */
interface WasmInstance {
  exports: object
}
interface Wasm {
  compile(bytes: ArrayBuffer): Promise<object>
  Instance: new (module: object, imports: object) => WasmInstance
}
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm }

const CHANNELS = 3
const require = createRequire(import.meta.url)
let loading: Promise<object> | undefined

const loadModule = (): Promise<object> =>
  (loading ??= readWasm('libheif-js/libheif-wasm/libheif.wasm').then((bytes) => wasm.compile(bytes)))

/** A new instance for each picture, because the memory of an instance grows to the largest picture and is never returned. */
async function openLibrary(): Promise<LibHeif> {
  const module = await loadModule()
  const create = require('libheif-js/libheif-wasm/libheif.js') as Factory
  return create({
    instantiateWasm: (imports, done) => {
      const instance = new wasm.Instance(module, imports)
      done(instance)
      return instance.exports
    },
  })
}

function openPicture(heif: LibHeif, bytes: Buffer): { handle: Handle; width: number; height: number } {
  const context = heif.heif_context_alloc()
  const read = heif.heif_context_read_from_memory(context, new Uint8Array(bytes))
  if (!context || read.code !== heif.heif_error_code.heif_error_Ok) throw new Unreadable('FILE_DAMAGED')
  const handle = heif.heif_js_context_get_primary_image_handle(context)
  if (!handle || handle.code) throw new Unreadable('FILE_DAMAGED')
  const [width, height] = [
    heif.heif_image_handle_get_width(handle),
    heif.heif_image_handle_get_height(handle),
  ]
  if (!(width > 0 && height > 0)) throw new Unreadable('FILE_DAMAGED')
  if (width * height > HEIC_MAX_PIXELS) throw new Unreadable('IMAGE_TOO_LARGE')
  return { handle, width, height }
}

/** The instance is thrown away, so that an error in it harms no later picture. */
async function inOwnInstance<T>(use: (heif: LibHeif) => T | Promise<T>): Promise<T> {
  const heif = await openLibrary()
  try {
    return await use(heif)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('FILE_DAMAGED')
  }
}

/** Reads the header. Throws Unreadable: FILE_DAMAGED, IMAGE_TOO_LARGE. */
export const checkHeic = (bytes: Buffer): Promise<void> =>
  inOwnInstance((heif) => void openPicture(heif, bytes))

async function decode(heif: LibHeif, bytes: Buffer): Promise<Raster> {
  const { handle } = openPicture(heif, bytes)
  const { heif_colorspace, heif_chroma } = heif
  const decoded = await heif.heif_js_decode_image2(
    handle,
    heif_colorspace.heif_colorspace_RGB,
    heif_chroma.heif_chroma_interleaved_RGB,
  )
  const channel = decoded?.code ? undefined : decoded?.channels[0]
  if (!channel) throw new Unreadable('FILE_DAMAGED')
  const { width, height, stride } = channel
  const data = new Uint8Array(width * height * CHANNELS)
  for (let row = 0; row < height; row++)
    data.set(channel.data.subarray(row * stride, row * stride + width * CHANNELS), row * width * CHANNELS)
  return { width, height, data }
}

/** Decodes the main picture, turned upright as the file says. Throws Unreadable. */
export const decodeHeic = (bytes: Buffer): Promise<Raster> => inOwnInstance((heif) => decode(heif, bytes))
