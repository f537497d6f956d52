import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { JobQueue } from '../../infra/jobs/jobs.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Decisions } from '../decisions/service.ts'
import type { Experts } from '../experts/service.ts'
import type { Files } from '../files/service.ts'
import type { Organizations } from '../organizations/service.ts'
import type { Messages } from '../messages/service.ts'

/** A document that waits for a timestamp or for proof of its certificates. */
export interface ProofJob {
  verifyCode: string
}

/** What caps and budgets, which count agreements and stand above them, say to a signature. */
export interface Limits {
  /** Lets what else commits these experts to fees and times wait until the transaction ends. */
  lockPersons(trx: Db, expertIds: readonly number[]): Promise<void>
  /** Refuses what was written about an attendee if it is beyond a cap, the expert's time or the budget. */
  requireRoom(trx: Db, attendee: { meetingId: number; expertId: number }): Promise<void>
  /** Refuses a signature that takes the person beyond a cap, with what was signed under other accounts. */
  requireOfPerson(trx: Db, attendee: { meetingId: number; attendeeId: number }): Promise<void>
}

/** What the use cases of agreements work with. */
export interface Scope extends Pick<
  Context,
  'config' | 'db' | 'clock' | 'eventLog' | 'fileWork' | 'keys' | 'pdf' | 'signer' | 'timestamps'
> {
  limits: Limits
  decisions: Pick<Decisions, 'ask' | 'decide' | 'withdraw'>
  files: Pick<Files, 'stage' | 'commit' | 'discard' | 'open' | 'personalUrlOf' | 'readAll'>
  experts: Pick<Experts, 'identityOf' | 'proposeIdentity' | 'identityChecks'>
  organizations: Pick<Organizations, 'openSeal' | 'awaitedSeal' | 'payerOn' | 'sealingCertificates'>
  messages: Pick<Messages, 'wasSent'>
  proofs: JobQueue<ProofJob>
  codes: Pick<Accounts['codes'], 'send' | 'check' | 'spend'>
}
