import type { TimestampProblem } from '@consilium/pades/timestamp-problem.ts'
import { readAnswer, TimestampRefused, type Timestamp } from '@consilium/pades/timestamp.ts'
import type { TimestampTrust } from '@consilium/pades/timestamp-trust.ts'

export interface StampTask {
  answer: Uint8Array
  nonce: Uint8Array
  signature: Uint8Array
  now: Date
  trust: TimestampTrust
}

/** A problem crosses threads as data, since an error would lose its name. */
export type StampAnswer = { problem: TimestampProblem } | { token: Uint8Array; timestamp: Timestamp }

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

export async function readStamp({ answer, nonce, signature, now, trust }: StampTask): Promise<StampAnswer> {
  const request = { nonce: asBuffer(nonce), signature: asBuffer(signature) }
  try {
    return await readAnswer(asBuffer(answer), request, now, trust)
  } catch (error) {
    if (!(error instanceof TimestampRefused)) throw error
    return { problem: error.problem }
  }
}
