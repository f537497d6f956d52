import type { RecognitionFault } from '@consilium/contract/invoice-recognition.ts'
import type { RecognitionAnswer, RecognizedInvoice } from '@consilium/contract/recognition.ts'

/** One page of a submitted file as the service answered it. */
export interface AnsweredPage {
  /** Path in the archive; null where the file came alone. */
  file: string | null
  /** Place of its file in the archive's directory. */
  entry: number | null
  page: number
  read: RecognizedInvoice
}

/** An answer of either form, page by page. */
export function pagesOf(answer: RecognitionAnswer, isArchive: boolean): AnsweredPage[] {
  if (!('results' in answer)) return [{ file: null, entry: null, page: 1, read: answer }]
  return answer.results.map(({ file, page, entry, ...read }) => ({
    file: isArchive ? file : null,
    entry: isArchive ? entry : null,
    page,
    read,
  }))
}

/** A file is done when it brought an invoice; what it says beside that makes its results incomplete. */
export function endingOf(
  answer: RecognitionAnswer,
  pages: readonly AnsweredPage[],
): { status: 'done' | 'failed'; errorCode: RecognitionFault | null } {
  if (pages.some(({ read }) => read.is_invoice))
    return { status: 'done', errorCode: 'results' in answer ? answer.error_code : null }
  const reason = answer.error_code ?? pages.find(({ read }) => read.error_code)?.read.error_code
  return { status: 'failed', errorCode: reason ?? 'NO_QR' }
}

const FIRST_PAUSE_SECONDS = 2
const LONGEST_PAUSE_SECONDS = 300

/** Seconds until the next try, doubling from try to try; longer where the service asks for it, within the limit. */
export const pauseAfter = (attempts: number, askedSeconds = 0): number =>
  Math.min(
    LONGEST_PAUSE_SECONDS,
    Math.max(FIRST_PAUSE_SECONDS * 2 ** Math.max(0, attempts - 1), Math.ceil(askedSeconds)),
  )
