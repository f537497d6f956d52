import type { Context } from '../../../context.ts'
import type { JobQueue } from '../../../infra/jobs/jobs.ts'
import type { Run } from './check-repository.ts'

/** What the use cases of checks work with. */
export interface CheckScope extends Pick<
  Context,
  'db' | 'clock' | 'eventLog' | 'identityVerifier' | 'keys' | 'log'
> {
  queue: JobQueue<Run>
  /** Calls that a day may have. */
  budget: number
}
