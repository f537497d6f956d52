import type { Context } from '../../context.ts'
import type { JobQueue } from '../../infra/jobs/jobs.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Agreements } from '../agreements/service.ts'
import type { Attendance } from '../attendance/service.ts'
import type { BankBranches } from '../bank-branches/service.ts'
import type { BankFiles } from '../bank-files/service.ts'
import type { Caps } from '../caps/service.ts'
import type { Decisions } from '../decisions/service.ts'
import type { Files } from '../files/service.ts'
import type { Gates } from '../gates/service.ts'
import type { Payments } from '../payments/service.ts'

/** A batch that the service works on. What the work is stands in its row. */
export interface BatchJob {
  batchId: number
}

/** What the use cases of batches work with. */
export interface Scope extends Pick<Context, 'db' | 'clock' | 'eventLog' | 'keys' | 'log'> {
  accounts: Pick<Accounts, 'confirmation'>
  agreements: Pick<Agreements, 'numbersOf'>
  attendance: Pick<Attendance, 'reviewsAt'>
  bankBranches: Pick<BankBranches, 'codesOf' | 'isEmpty'>
  bankFiles: BankFiles
  caps: Pick<Caps, 'beyondLimits'>
  decisions: Decisions
  files: Pick<Files, 'stage' | 'commit' | 'discard' | 'open' | 'readAll' | 'release'>
  gates: Pick<Gates, 'openBefore'>
  payments: Payments['ofBatches']
  queue: JobQueue<BatchJob>
}

const REFERENCE_DIGITS = 10

/** The reference of a line in the files of banks, which take few characters and no others. */
export const referenceOf = (lineId: number): string => `CL${String(lineId).padStart(REFERENCE_DIGITS, '0')}`
