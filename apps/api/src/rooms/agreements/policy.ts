import type { LaborAgreement } from '@consilium/contract/agreements.ts'
import type { Actor } from '../../infra/http/actor.ts'
import type { AgreementRecord } from './repository.ts'

type Subject = Pick<AgreementRecord, 'userId' | 'signatureStatus' | 'laborProtocol'>

export const isSigned = (agreement: Pick<Subject, 'signatureStatus'>) =>
  agreement.signatureStatus === 'signed'

/** Nobody fills in or signs for an expert. */
const mayFill = (actor: Actor, agreement: Subject) =>
  agreement.userId === actor.userId && !isSigned(agreement)

export const abilitiesOn = (actor: Actor, agreement: Subject): LaborAgreement['abilities'] => ({
  fill: mayFill(actor, agreement),
  sign: mayFill(actor, agreement) && agreement.laborProtocol !== null,
  download: isSigned(agreement),
})
