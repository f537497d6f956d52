import type {
  AgreementDecline,
  AgreementFill,
  AgreementSign,
  LaborAgreement,
} from '@consilium/contract/agreements/agreements.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { FeeExplanation } from '@consilium/contract/fees/labor-fees.ts'
import type { Sealing } from '@consilium/contract/signing/seals.ts'
import type { CodeSent } from '@consilium/contract/login/verification.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Decisions } from '../decisions/service.ts'
import type { Experts } from '../experts/service.ts'
import { computeFee, explanationOf, type FeeBasis } from '../fees/service.ts'
import type { Files } from '../files/service.ts'
import type { Organizations } from '../organizations/service.ts'
import type { Messages } from '../messages/service.ts'
import { decline, withdraw } from './amending.ts'
import { documentUseCases } from './document-use-cases.ts'
import { drawUp, fillIn } from './drafting.ts'
import { decryptNumbers } from './numbers.ts'
import { findAgreement, findRecord } from './reading.ts'
import { markReady, remind, type Reminded } from './signing/readiness.ts'
import * as repository from './repository.ts'
import { changeTerms, recompute, requireNeverSigned, setAside, type AgreementChange } from './repricing.ts'
import { proveDocument, QUEUE, requeueProofs } from './signed-documents/proving.ts'
import type { Limits, ProofJob, Scope } from './scope.ts'
import { sealAgreements } from './signed-documents/sealing.ts'
import { sendCode, sign } from './signing/signing.ts'
import type { SigningOrigin } from './signing/signing-event.ts'
import { createTemplates } from './templates/templates.ts'

export {
  agreementFacts,
  amendmentFacts,
  ATTENDANCE,
  attendeeFacts,
  ENGAGEMENT,
  engagements,
  hasSuperseded,
  proposedAmount,
  templateName,
} from './facts-repository.ts'
export { ofAttendee } from './of-attendee-repository.ts'
export { payabilityOf, type Payability } from './payability.ts'
export type { Limits } from './scope.ts'
export { newVerifyCode, verifyUrl } from './signing/signed-content.ts'
export { agreementNumber } from './signed-documents/agreement-names.ts'

interface Modules {
  organizations: Organizations
  files: Files
  experts: Experts
  messages: Messages
  accounts: Pick<Accounts, 'codes'>
  decisions: Decisions
  limits: Limits
}

interface OpenedAgreement extends FeeBasis {
  attendeeId: number
  bankRegion: string | null
  feeMinutes: number | null
}

/** Opens the agreement of a new attendee. Throws FEE_RULE_MISSING if no tax rules cover the day. */
async function openAgreement(
  trx: Db,
  { attendeeId, bankRegion, feeMinutes, ...basis }: OpenedAgreement,
): Promise<void> {
  await repository.insertAgreement(trx, { attendeeId, bankRegion, feeMinutes, fee: computeFee(basis) })
}

/** Labor agreements of attendees, from the agreed fee to the signed document. */
export function createAgreements(context: Context, { accounts, ...modules }: Modules) {
  const { config, db, clock, eventLog, fileWork, keys, pdf, signer, timestamps, jobs } = context
  const proofs = jobs.queue<ProofJob>({ ...QUEUE, handler: (job, run) => proveDocument(scope, job, run) })
  const own = { config, db, clock, eventLog, fileWork, keys, pdf, signer, timestamps, proofs }
  const scope: Scope = { ...modules, codes: accounts.codes, ...own }
  const find = (actor: Actor, attendeeId: number): Promise<LaborAgreement> =>
    findAgreement(scope, actor, attendeeId)

  return {
    templates: createTemplates(context),
    find,

    /** Opens the agreement of a new attendee. Throws FEE_RULE_MISSING if no tax rules cover the day. */
    open: openAgreement,
    change: (trx: Db, attendeeId: number, change: AgreementChange): Promise<void> =>
      changeTerms(scope, trx, attendeeId, change),
    markReady: (trx: Db, { userId }: Actor, attendeeIds: readonly number[]): Promise<void> =>
      markReady(scope, trx, userId, attendeeIds),
    remind: (trx: Db, { userId }: Actor, attendeeIds: readonly number[]): Promise<Reminded> =>
      remind(scope, trx, userId, attendeeIds),
    recompute,
    requireNeverSigned,
    setAside,
    /** Notes that the fee of an attendee was paid on a day, or that the payment was reversed (null). */
    savePaidDate: repository.savePaidDate,
    numbersOf: (sealed: Parameters<typeof decryptNumbers>[1]) => decryptNumbers(keys, sealed),

    async fill(actor: Actor, body: AgreementFill): Promise<LaborAgreement> {
      await fillIn(scope, actor, body)
      return find(actor, body.attendeeId)
    },

    async drawUp(actor: Actor, attendeeId: number): Promise<LaborAgreement> {
      await drawUp(scope, actor, attendeeId)
      return find(actor, attendeeId)
    },

    sendCode: (actor: Actor, attendeeId: number): Promise<CodeSent> => sendCode(scope, actor, attendeeId),

    async sign(actor: Actor, body: AgreementSign, origin: SigningOrigin): Promise<LaborAgreement> {
      await sign(scope, actor, body, origin)
      return find(actor, body.attendeeId)
    },

    async decline(actor: Actor, body: AgreementDecline): Promise<LaborAgreement> {
      await decline(scope, actor, body)
      return find(actor, body.attendeeId)
    },

    seal: (actor: Actor, attendeeIds: readonly number[], origin: SigningOrigin): Promise<Sealing[]> =>
      sealAgreements(scope, actor, attendeeIds, origin),

    withdrawAmendment: (trx: Db, { userId }: Actor, attendeeId: number): Promise<void> =>
      withdraw(scope, trx, { attendeeId, userId }),

    ...documentUseCases(scope),

    /** Queues what waits for timestamps or proof and has no job. */
    requeueProofs: (): Promise<void> => requeueProofs(scope),

    async explainFee(actor: Actor, attendeeId: number, language: Language): Promise<FeeExplanation> {
      return { attendeeId, ...explanationOf(await findRecord(scope, actor, attendeeId), language) }
    },
  }
}

export type Agreements = ReturnType<typeof createAgreements>
