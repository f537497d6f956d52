import type { FileSignature } from '@consilium/contract/recognition/recognition.ts'
import { verifyCms } from './cms.ts'
import { firstReading, invalid, worstOf } from './file-signature.ts'
import { verifySeal } from './seal.ts'

/** A signature of a PDF: which bytes of the file it covers, as pairs of start and length, and its own bytes. */
export interface SignatureObject {
  ranges: readonly number[]
  contents: Uint8Array
}

const LESS = '<'.charCodeAt(0)
const GREATER = '>'.charCodeAt(0)
const WHITESPACE = /^\s*$/
const TAIL_MAX_BYTES = 16

interface Covered {
  content: Buffer
  /** Whether everything but the signature itself is covered. */
  isWhole: boolean
}

/** Two ranges around the signature, from the beginning of the file on (ISO 32000-1, 12.8.1). */
function coveredBy(bytes: Buffer, ranges: readonly number[]): Covered | null {
  const [start = -1, length = -1, next = -1, rest = -1] = ranges
  const gap = start + length
  const end = next + rest
  const isSound = ranges.length === 4 && start >= 0 && length >= 0 && rest >= 0 && next > gap
  if (!isSound || end > bytes.length) return null
  const tail = bytes.subarray(end)
  const isWhole =
    start === 0 &&
    bytes[gap] === LESS &&
    bytes[next - 1] === GREATER &&
    !bytes.subarray(gap + 1, next - 1).includes(GREATER) &&
    tail.length <= TAIL_MAX_BYTES &&
    WHITESPACE.test(tail.toString('latin1'))
  return { content: Buffer.concat([bytes.subarray(start, gap), bytes.subarray(next, end)]), isWhole }
}

/**
 * Verifies all signatures of a PDF. The file may have grown by further signatures, each over all before it, but what comes after
 * the last one is signed by nobody.
 */
export function verifyPdf(bytes: Buffer, objects: readonly SignatureObject[]): FileSignature {
  let isCovered = false
  const results = objects.map(({ ranges, contents }) => {
    const covered = coveredBy(bytes, ranges)
    if (!covered) return invalid('SIGNATURE_DAMAGED')
    isCovered ||= covered.isWhole
    return firstReading(
      () => verifyCms(contents, covered.content),
      () => verifySeal(contents, covered.content),
    )
  })
  const worst = worstOf(results)
  const holds = worst.status === 'valid' || worst.status === 'untrusted'
  const isUncovered = holds && !isCovered
  return isUncovered ? invalid('CONTENT_NOT_COVERED', worst.signer) : worst
}
