import { NoAnswer, type Ask } from './asking.ts'
import { lastSignature, withEnvelope } from './pdf-signatures.ts'
import {
  readAnswer,
  signatureValue,
  TimestampRefused,
  timestampRequest,
  TOKEN_MAX_BYTES,
  withToken,
  type Timestamp,
  type TimestampRequest,
} from './timestamp.ts'

/** Each address gets this time, so that one that hangs does not use up that of the other. */
export const TIMEOUT_MS = 4000
/** A token with its status. */
const ANSWER_MAX_BYTES = TOKEN_MAX_BYTES + 1024
const QUERY = 'application/timestamp-query'

/** Stamps the last signature of documents. */
export interface TimestampAuthority {
  /** Returns the file with a token in the space of its last signature. Throws TimestampRefused. */
  stamp(pdf: Buffer, signal: AbortSignal): Promise<{ pdf: Buffer; timestamp: Timestamp }>
}

/** Reads the answer to a request. Throws TimestampRefused. */
export type ReadAnswer = (
  answer: Buffer,
  request: Pick<TimestampRequest, 'nonce' | 'signature'>,
  now: Date,
) => Promise<{ token: Buffer; timestamp: Timestamp }>

async function askOne(
  url: string,
  signature: Buffer,
  { ask, read, signal }: { ask: Ask; read: ReadAnswer; signal: AbortSignal },
) {
  const request = timestampRequest(signature)
  try {
    const answer = await ask({
      url,
      body: { bytes: request.der, mediaType: QUERY },
      maxBytes: ANSWER_MAX_BYTES,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    return await read(answer, request, new Date())
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    throw new TimestampRefused(error.isTooLarge ? 'tooLarge' : 'unreachable', { cause: error })
  }
}

/** An authority at one address (RFC 3161, 3.4), or at a second if the first gives no usable token. */
export function createTimestampAuthority(
  urls: readonly string[],
  ask: Ask,
  read: ReadAnswer = (answer, request, now) => readAnswer(answer, request, now),
): TimestampAuthority {
  return {
    async stamp(pdf, signal) {
      const { envelope } = lastSignature(pdf)
      const signature = signatureValue(envelope)
      let failure: unknown = new TimestampRefused('unreachable')
      for (const url of urls)
        try {
          const { token, timestamp } = await askOne(url, signature, { ask, read, signal })
          return { pdf: withEnvelope(pdf, withToken(envelope, token)), timestamp }
        } catch (error) {
          failure = error
        }
      throw failure
    },
  }
}
