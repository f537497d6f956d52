import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'

const UTF8_FLAG = 0x800
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const gb18030 = new TextDecoder('gb18030')

/** A name is UTF-8 where its flag says so or its bytes are; otherwise it comes from a Chinese Windows. */
function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  if ((generalPurposeBitFlag & UTF8_FLAG) !== 0) return fileNameRaw.toString()
  try {
    return strictUtf8.decode(fileNameRaw)
  } catch {
    return gb18030.decode(fileNameRaw)
  }
}

async function findEntry(archive: ZipFile, name: string, maxBytes: number): Promise<Entry | undefined> {
  for await (const entry of archive.eachEntry())
    if (nameOf(entry) === name) return entry.uncompressedSize <= maxBytes ? entry : undefined
  return undefined
}

/**
 * The content of one file of a ZIP; undefined where it has none of that name and size, or cannot be read. More than an
 * entry's stated size is never unpacked.
 */
export async function readArchiveEntry(
  zip: Buffer,
  name: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  try {
    const archive = await fromBufferPromise(zip, { decodeStrings: false })
    const entry = await findEntry(archive, name, maxBytes)
    return entry && (await buffer(await archive.openReadStreamPromise(entry)))
  } catch {
    return undefined
  }
}
