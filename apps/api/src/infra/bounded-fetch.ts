/** Thrown if an address does not answer, answers with a failure, or with more than was allowed. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  readonly isTooLarge: boolean
  /** The status of an answer that is a failure; null without an answer. */
  readonly status: number | null
  /** What the answer asks for; 0 if it asks for nothing. */
  readonly retryAfterSeconds: number

  constructor(
    message: string,
    options: { isTooLarge?: boolean; status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.isTooLarge = options.isTooLarge ?? false
    this.status = options.status ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? 0
  }
}

export interface BoundedRequest {
  headers?: Record<string, string>
  body?: { bytes: Uint8Array; mediaType: string }
  maxBytes: number
  signal: AbortSignal
}

async function readUpTo(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    // Leaving the loop cancels the rest of the answer.
    if (size > maxBytes)
      throw new FetchFailed(`The answer has more than ${maxBytes} bytes`, { isTooLarge: true })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Seconds of a `Retry-After`; dates are not read, since clocks differ. */
const secondsIn = (value: string | null): number => (/^\d{1,6}$/.test(value ?? '') ? Number(value) : 0)

/** The bytes of an answer, which an unknown server cannot make too large, too slow or lead elsewhere. Throws FetchFailed. */
export async function fetchBytes(
  url: string,
  { headers = {}, body, maxBytes, signal }: BoundedRequest,
): Promise<Buffer> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal,
      ...(body
        ? {
            method: 'POST',
            headers: { ...headers, 'content-type': body.mediaType },
            body: new Uint8Array(body.bytes),
          }
        : { headers }),
    })
    if (response.ok) return await readUpTo(response, maxBytes)
    await response.body?.cancel()
    throw new FetchFailed(`${url} answered ${response.status}`, {
      status: response.status,
      retryAfterSeconds: secondsIn(response.headers.get('retry-after')),
    })
  } catch (error) {
    if (error instanceof FetchFailed) throw error
    throw new FetchFailed(`${url} cannot be reached: ${(error as Error).name}`, { cause: error })
  }
}
