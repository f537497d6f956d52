import type { RecognitionError, RecognizedInvoice, TextLine } from '@consilium/contract/recognition.ts'
import type { Contents, PageAddress } from '../document.ts'

/** What a worker process is asked to do. A document is sent once; further work on it names it by its key. */
export interface Sent {
  key: number
  name: string
  bytes: Uint8Array | null
}

export type Work =
  | { kind: 'look' }
  | { kind: 'invoice'; page: PageAddress; full: boolean }
  | { kind: 'text'; page: PageAddress }

export interface Task {
  sent: Sent
  work: Work
}

export type Outcome = Contents | RecognizedInvoice | TextLine[]

export interface Done<T extends Outcome = Outcome> {
  outcome: T
  /** How often pixels were read as text. */
  textRecognitions: number
  /** Of the process, in bytes. */
  memory: number
}

/** `trace` tells where our own code failed, and is null where the file is to blame. */
export type Report =
  | { ready: true }
  /** What is known of the page so far: it is answered where the rest takes too long. */
  | { partial: RecognizedInvoice }
  | { done: Done }
  | { failed: RecognitionError; textRecognitions: number; trace: string | null }
