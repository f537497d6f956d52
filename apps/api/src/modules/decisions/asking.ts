import type { Subject } from './repository.ts'

/** What is decided on. Names are sorted before hashing, so their order does not matter. */
export type Content = Readonly<Record<string, unknown>>

export interface Asking extends Subject {
  content: Content
  /** Null if the platform itself asks. */
  askedBy: number | null
  reason?: string | null
  /** The time of the record that asks; by default that of the database. */
  askedTime?: string
  /** The organization whose people decide; the platform by default. */
  ownerOrgId?: number | null
}

export interface Verdict {
  to: 'approved' | 'refused'
  by: number
  opinion?: string | null | undefined
  /** The version that the person has read; a later one refuses with STALE_RECORD. */
  version?: number | undefined
  /** What the record says now; if it is not what was asked for, the decision is refused with STALE_RECORD. */
  content?: Content | undefined
  /** The step that the person has read, if the request is decided as a list of what is to do shows it. */
  stepId?: number | undefined
}
