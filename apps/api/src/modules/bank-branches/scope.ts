import type { Context } from '../../context.ts'
import type { JobQueue } from '../../infra/jobs/jobs.ts'

export interface ImportJob {
  importId: number
}

/** What the use cases of the directory work with. */
export interface Scope extends Pick<Context, 'db' | 'sheets'> {
  queue: JobQueue<ImportJob>
}
