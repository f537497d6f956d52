import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Reads a WebAssembly module from an installed package, because the packages' own loaders download it. */
export async function readWasm(specifier: string): Promise<ArrayBuffer> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(specifier)))
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}
