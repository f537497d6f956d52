import {
  FILE_RESULTS_MAX,
  type RecognitionFault,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import type { RecognitionAnswer, RecognizedInvoice } from '@consilium/contract/recognition/recognition.ts'

/** The recognition service's answer for one page of a submitted file. */
export interface AnsweredPage {
  /** The path in the archive, or null if the file was not submitted in an archive. */
  file: string | null
  /** The index of the file in the archive's central directory. */
  entry: number | null
  page: number
  /** All pages of the invoice. */
  pages: number[]
  read: RecognizedInvoice
}

/** What was read beyond the results of a file that are kept is left out. */
const exceeds = (answer: RecognitionAnswer): boolean =>
  'results' in answer && answer.results.length > FILE_RESULTS_MAX

/** Brings the answers for archives and for single files into one form. */
export function pagesOf(answer: RecognitionAnswer, isArchive: boolean): AnsweredPage[] {
  if (!('results' in answer)) return [{ file: null, entry: null, page: 1, pages: [1], read: answer }]
  return answer.results.slice(0, FILE_RESULTS_MAX).map(({ file, page, pages, entry, ...read }) => ({
    file: isArchive ? file : null,
    entry: isArchive ? entry : null,
    page,
    pages: pages.length > 0 ? pages : [page],
    read,
  }))
}

/** The service has ended while it read, for a reason that need not be the file. */
const NOT_OF_THE_FILE: readonly (RecognitionFault | null)[] = ['WORKER_FAILED']

/** Why the file should be read again; null if the answer is about the file. */
export const faultOfService = (answer: RecognitionAnswer): RecognitionFault | null =>
  [answer, ...('results' in answer ? answer.results : [])].find(({ error_code }) =>
    NOT_OF_THE_FILE.includes(error_code),
  )?.error_code ?? null

/** A file is done if it contained an invoice or a slip that a person may confirm. An error beside that marks its results as incomplete. */
export function endingOf(
  answer: RecognitionAnswer,
  pages: readonly AnsweredPage[],
): { status: 'done' | 'failed'; errorCode: RecognitionFault | null } {
  const ofFile = answer.error_code ?? (exceeds(answer) ? 'TOO_MANY_PAGES' : null)
  if (pages.some(({ read }) => read.is_invoice || read.draft))
    return { status: 'done', errorCode: 'results' in answer ? ofFile : null }
  const reason = ofFile ?? pages.find(({ read }) => read.error_code)?.read.error_code
  return { status: 'failed', errorCode: reason ?? 'NO_QR' }
}

const FIRST_PAUSE_SECONDS = 2
const LONGEST_PAUSE_SECONDS = 300

/** Exponential backoff in seconds, at least what the service asks for and at most LONGEST_PAUSE_SECONDS. */
export const pauseAfter = (attempts: number, askedSeconds = 0): number =>
  Math.min(
    LONGEST_PAUSE_SECONDS,
    Math.max(FIRST_PAUSE_SECONDS * 2 ** Math.max(0, attempts - 1), Math.ceil(askedSeconds)),
  )
