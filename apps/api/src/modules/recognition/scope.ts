import type { Context } from '../../context.ts'
import type { JobQueue } from '../../infra/jobs/jobs.ts'
import type { Modules } from './filing.ts'
import type { FileRun } from './run-repository.ts'

/** Dependencies of the use cases of recognition. */
export interface Scope extends Modules, Pick<Context, 'db'> {
  queue: JobQueue<FileRun>
}
