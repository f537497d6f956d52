/** Thrown if an address does not answer, answers with a failure, or with more than was allowed. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  readonly isTooLarge: boolean

  constructor(message: string, options: { isTooLarge?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.isTooLarge = options.isTooLarge ?? false
  }
}

export interface BoundedRequest {
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

/** The bytes of an answer, which an unknown server cannot make too large, too slow or lead elsewhere. Throws FetchFailed. */
export async function fetchBytes(url: string, { body, maxBytes, signal }: BoundedRequest): Promise<Buffer> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal,
      ...(body
        ? {
            method: 'POST',
            headers: { 'content-type': body.mediaType },
            body: new Uint8Array(body.bytes),
          }
        : {}),
    })
    if (response.ok) return await readUpTo(response, maxBytes)
    await response.body?.cancel()
    throw new FetchFailed(`${url} answered ${response.status}`)
  } catch (error) {
    if (error instanceof FetchFailed) throw error
    throw new FetchFailed(`${url} cannot be reached: ${(error as Error).name}`, { cause: error })
  }
}
