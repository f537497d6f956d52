import type { RecognitionError } from '@consilium/contract/recognition.ts'

/** A file or page that cannot be read, with the code that says why to the caller. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly code: RecognitionError

  constructor(code: RecognitionError, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/** What a library throws about a file means that the file is damaged, unless we said better ourselves. */
export const asUnreadable = (error: unknown): Unreadable =>
  error instanceof Unreadable ? error : new Unreadable('FILE_DAMAGED', error)
