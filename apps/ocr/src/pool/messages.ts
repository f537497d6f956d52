import type {
  RecognitionError,
  RecognizedInvoice,
  TextLine,
} from '@consilium/contract/recognition/recognition.ts'
import type { Contents, PageAddress } from '../documents/document.ts'
import type { Step } from '../steps.ts'

/** A document is sent to a worker once. Later tasks refer to it by its key, and `bytes` is null. */
export interface SentDocument {
  key: number
  name: string
  bytes: Uint8Array | null
}

export type Work =
  | { kind: 'list' }
  | { kind: 'invoice'; page: PageAddress; full: boolean }
  | { kind: 'text'; page: PageAddress }

export interface Task {
  document: SentDocument
  work: Work
}

export type Outcome = Contents | RecognizedInvoice | TextLine[]

export interface Done<T extends Outcome = Outcome> {
  outcome: T
  /** How often pixels were read as text. */
  textRecognitions: number
  /** Resident memory of the worker in bytes. */
  memory: number
  /** What took how long; an outcome may be without. */
  steps?: readonly Step[]
}

/** What a worker process tells the service. */
export type Report =
  | { ready: true }
  /** What is known of the page so far: the answer if the rest takes too long. */
  | { partial: RecognizedInvoice }
  | { done: Done }
  /** `trace` is the stack of an error in our own code, and null if the file is the reason. */
  | { failed: RecognitionError; textRecognitions: number; trace: string | null; steps?: readonly Step[] }

/** The exit code of a worker one of whose libraries has aborted. */
export const RUNTIME_DIED = 70
