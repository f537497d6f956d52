import type { Context } from '../../../context.ts'
import type { JobQueue } from '../../../infra/jobs/jobs.ts'
import type { Run } from './verification-repository.ts'

/** What the use cases of verification work with. */
export interface Scope extends Pick<Context, 'db' | 'clock' | 'eventLog' | 'invoiceVerifier' | 'log'> {
  queue: JobQueue<Run>
  /** Calls that a day may have. */
  budget: number
}
