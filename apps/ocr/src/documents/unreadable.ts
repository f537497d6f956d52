import type { RecognitionError } from '@consilium/contract/recognition/recognition.ts'
import { noticeRuntimeDeath } from '../runtime-death.ts'

/** Thrown for a file or page that cannot be read, with the error code for the caller. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly code: RecognitionError

  constructor(code: RecognitionError, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/** Any other error comes from a library and means that the file is damaged. */
export function asUnreadable(error: unknown): Unreadable {
  noticeRuntimeDeath(error)
  return error instanceof Unreadable ? error : new Unreadable('FILE_DAMAGED', error)
}
