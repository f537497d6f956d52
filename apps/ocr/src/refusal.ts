import { RECOGNITION_REFUSALS, type RecognitionRefusal } from '@consilium/contract/recognition/recognition.ts'

/** Messages for callers. PATH_NOT_ALLOWED must not reveal whether a file exists. */
export const REFUSAL_MESSAGES: Readonly<Record<RecognitionRefusal, string>> = {
  UNAUTHENTICATED: 'The bearer key is missing or wrong',
  PATH_NOT_ALLOWED: 'The path lies outside the folders that may be read',
  NOT_FOUND: 'There is no such route',
  FILE_MISSING: 'Send one file in the multipart field "file"',
  TOO_MANY_FILES: 'Send one file in each request, or several in a ZIP archive',
  MALFORMED_REQUEST: 'The request cannot be parsed',
  FILE_TOO_LARGE: 'The file is too large',
  BUSY: 'Too many files are waiting; try again later',
  NOT_READY: 'The service is loading its models; try again shortly',
  UNEXPECTED: 'Unexpected error; report the request id',
}

/** Thrown to refuse a request as a whole. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RecognitionRefusal
  readonly retryAfterSeconds: number | null

  constructor(code: RecognitionRefusal, retryAfterSeconds: number | null = null) {
    super(REFUSAL_MESSAGES[code])
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return RECOGNITION_REFUSALS[this.code]
  }
}
