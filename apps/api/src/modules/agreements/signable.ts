import { Refusal } from '../../infra/refusal.ts'
import { isSigned, refusedFor } from './policy.ts'
import type { AgreementRecord } from './repository.ts'

/** Throws if the agreement is missing, signed already, or has an obstacle to signing. */
export function requireSignable(agreement: AgreementRecord | undefined): AgreementRecord {
  if (!agreement) throw new Refusal('NOT_FOUND')
  if (isSigned(agreement)) throw new Refusal('AGREEMENT_SIGNED')
  const refused = refusedFor(agreement)
  if (refused) throw new Refusal(refused)
  return agreement
}
