import type { LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import type { AgreementObstacle } from '@consilium/contract/signing/signing.ts'
import type { ErrorName } from '@consilium/contract/errors.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AgreementRecord } from './repository.ts'

type Subject = Pick<AgreementRecord, 'userId' | 'signatureStatus' | 'laborProtocol'> & Signable

type Signable = Pick<
  AgreementRecord,
  | 'signatureStatus'
  | 'auditStatus'
  | 'currentStage'
  | 'reply'
  | 'payableAmount'
  | 'execUserId'
  | 'orgName'
  | 'payerCreditCode'
  | 'scheduleStartTime'
  | 'scheduleLocation'
> & { hasDataConsent: boolean }

export const isSigned = (agreement: Pick<Subject, 'signatureStatus'>) =>
  agreement.signatureStatus === 'signed'

/** Obstacles with their error and condition, in the order in which they are reported. */
const OBSTACLES: readonly [AgreementObstacle, ErrorName, (agreement: Signable) => boolean][] = [
  ['expertNotApproved', 'AGREEMENT_EXPERT_UNAPPROVED', ({ auditStatus }) => auditStatus !== 'approved'],
  ['meetingClosed', 'MEETING_CLOSED', ({ currentStage }) => currentStage === 'closed'],
  ['invitationDeclined', 'INVITATION_DECLINED', ({ reply }) => reply === 'declined'],
  ['feeMissing', 'AGREEMENT_FEE_MISSING', ({ payableAmount }) => Number(payableAmount) === 0],
  [
    'payerMissing',
    'AGREEMENT_PAYER_MISSING',
    ({ execUserId, orgName }) => execUserId === null || !orgName?.trim(),
  ],
  [
    'payerCodeMissing',
    'AGREEMENT_PAYER_CODE_MISSING',
    ({ execUserId, payerCreditCode }) => execUserId !== null && !payerCreditCode,
  ],
  ['meetingNotApproved', 'AGREEMENT_MEETING_UNAPPROVED', ({ currentStage }) => currentStage === 'draft'],
  ['timeMissing', 'AGREEMENT_TIME_MISSING', ({ scheduleStartTime }) => scheduleStartTime === null],
  ['placeMissing', 'AGREEMENT_PLACE_MISSING', ({ scheduleLocation }) => !scheduleLocation?.trim()],
  ['consentMissing', 'DATA_CONSENT_MISSING', ({ hasDataConsent }) => !hasDataConsent],
]

const standing = (agreement: Signable) =>
  isSigned(agreement) ? [] : OBSTACLES.filter(([, , stands]) => stands(agreement))

/** What prevents filling in, drawing up and signing. While any remains, no personal data is asked for. */
export const obstaclesOf = (agreement: Signable): AgreementObstacle[] =>
  standing(agreement).map(([obstacle]) => obstacle)

/** The error of the first obstacle, or undefined if there is none. */
export const refusedFor = (agreement: Signable): ErrorName | undefined => standing(agreement)[0]?.[1]

/** Only the expert fills in and signs the agreement. */
const mayFill = (actor: Actor, agreement: Subject) =>
  agreement.userId === actor.userId && !isSigned(agreement) && standing(agreement).length === 0

/** `next` is the agreement with the terms of the amendment that waits, if there is one. */
export const abilitiesOn = (
  actor: Actor,
  agreement: Subject,
  next: Subject & { amendment: object | null },
): LaborAgreement['abilities'] => ({
  fill: mayFill(actor, agreement),
  sign: mayFill(actor, next) && next.laborProtocol !== null,
  decline: next.amendment !== null && next.userId === actor.userId,
  download: isSigned(agreement),
})
