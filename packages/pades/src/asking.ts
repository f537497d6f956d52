/** A call to a service whose answers nobody vouches for. */
export interface Call {
  url: string
  body?: { bytes: Uint8Array; mediaType: string }
  /** An answer of more bytes is refused. */
  maxBytes: number
  signal: AbortSignal
}

/** Thrown if a service gives no answer, or a longer one than was asked for. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly isTooLarge: boolean

  constructor(
    message: string,
    { isTooLarge = false, ...options }: ErrorOptions & { isTooLarge?: boolean } = {},
  ) {
    super(message, options)
    this.isTooLarge = isTooLarge
  }
}

/** Gives the bytes of an answer. Throws NoAnswer. Who signs says how calls leave the process. */
export type Ask = (call: Call) => Promise<Buffer>
