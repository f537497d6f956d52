import { readPicture } from '../pictures/picture.ts'
import { readSignature } from '../pictures/signature-image.ts'
import { answering } from '../threads/worker-pool.ts'
import { readArchiveEntry } from './archive-entry.ts'
import { readArchiveFiles } from './archive-files.ts'
import type { FileTask } from './file-work.ts'
import { zipKindOf } from './zip-kind.ts'

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

export default answering(async (task: FileTask): Promise<unknown> => {
  switch (task.kind) {
    case 'zipKind':
      return zipKindOf(asBuffer(task.bytes))
    case 'archiveEntry':
      return readArchiveEntry(asBuffer(task.bytes), task.index)
    case 'archiveFiles':
      return readArchiveFiles(asBuffer(task.bytes), task.limits)
    case 'signature':
      return readSignature(task.dataUrl)
    case 'picture':
      return readPicture(asBuffer(task.bytes))
    case 'signingKey': {
      // Loaded by the worker that reads a key, which few do.
      const { signingKeyTask } = await import('./signing-key-task.ts')
      return signingKeyTask(asBuffer(task.bytes), task.passphrase, task.now)
    }
    case 'timestamp': {
      const { readStamp } = await import('./stamp-reading.ts')
      return readStamp(task)
    }
    case 'revocation': {
      const { readRevocation } = await import('@consilium/pades/revocation-reading.ts')
      return readRevocation(task.task)
    }
  }
})
