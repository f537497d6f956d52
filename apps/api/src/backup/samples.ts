import { buffer } from 'node:stream/consumers'
import type { Foundation } from '../foundation.ts'
import { fileSample, sealedSample, signedSample } from '../infra/db/transfer/samples.ts'
import { verifyPdfSignature } from '@consilium/pades/verify.ts'
import { NoBackup } from './manifest.ts'

/** Of each sealed column, of the files and of the signed documents. */
const SAMPLE = 20

/** Decrypts some values and files, which only the right keys can do. Throws an error that names what failed. */
export async function checkSamples(
  { db, keys, storage }: Pick<Foundation, 'db' | 'keys' | 'storage'>,
  missing: ReadonlySet<string>,
  say: (line: string) => void,
): Promise<void> {
  const values = await sealedSample(db, SAMPLE)
  for (const { place, row, sealed } of values)
    keys.open(sealed, { table: place.table, column: place.column, row })
  const files = (await fileSample(db, SAMPLE)).filter(({ storageKey }) => !missing.has(storageKey))
  for (const file of files) await buffer(await storage.read(file))
  const documents = (await signedSample(db, SAMPLE)).filter(({ storageKey }) => !missing.has(storageKey))
  for (const file of documents) {
    const state = await verifyPdfSignature(await buffer(await storage.read(file)))
    if (state !== 'valid') throw new NoBackup(`The signature of file ${file.fileId} is ${state}.`)
  }
  say(
    `Checked with the keys: ${values.length} sealed values, ${files.length} files, ${documents.length} signatures.`,
  )
}
