import { RECOGNITION_REFUSALS, type RecognitionRefusal } from '@consilium/contract/recognition.ts'

/** In the caller's words; none tells what lies behind a path. */
const MESSAGES: Readonly<Record<RecognitionRefusal, string>> = {
  UNAUTHENTICATED: 'A bearer key is needed',
  PATH_NOT_ALLOWED: 'This path is not allowed',
  NOT_FOUND: 'There is no such route',
  FILE_MISSING: 'Send one file in the multipart field "file"',
  MALFORMED_REQUEST: 'The request cannot be read',
  FILE_TOO_LARGE: 'The file is larger than the service takes',
  BUSY: 'Too many files are waiting; try again later',
  NOT_READY: 'The models are being loaded; try again in a moment',
  UNEXPECTED: 'Something went wrong',
}

/** A request that is not worked on. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RecognitionRefusal
  readonly retryAfterSeconds: number | null

  constructor(code: RecognitionRefusal, retryAfterSeconds: number | null = null) {
    super(MESSAGES[code])
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return RECOGNITION_REFUSALS[this.code]
  }
}
