import type { Context } from '../../context.ts'
import type { JobQueue } from '../../infra/jobs/jobs.ts'
import type { Files } from '../files/service.ts'
import type { Invoices } from '../invoices/service.ts'
import type { Papers } from '../papers/service.ts'

/** A payment whose receipt is to be made. */
export interface ReceiptJob {
  entryId: number
}

/** What the use cases of papers for payments work with. */
export interface Scope extends Pick<Context, 'db' | 'clock' | 'eventLog' | 'keys' | 'ocr'> {
  files: Pick<Files, 'stage' | 'commit' | 'discard' | 'open' | 'scanTypeOf'>
  invoices: { recognized: Pick<Invoices['recognized'], 'valuesOf'> }
  papers: Pick<Papers, 'issue' | 'withdraw'>
  queue: JobQueue<ReceiptJob>
}
