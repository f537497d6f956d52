import type { Db } from '../../../infra/db/db.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { isSigned, refusedFor } from '../policy.ts'
import type { Numbers } from '../templates/protocol.ts'
import type { AgreementRecord } from '../repository.ts'
import type { Scope } from '../scope.ts'

/** Throws if the agreement is missing, signed already, or has an obstacle to signing. */
export function requireSignable<A extends AgreementRecord>(agreement: A | undefined): A {
  if (!agreement) throw new Refusal('NOT_FOUND')
  if (isSigned(agreement)) throw new Refusal('AGREEMENT_SIGNED')
  const refused = refusedFor(agreement)
  if (refused) throw new Refusal(refused)
  return agreement
}

/** Throws if name or identity number differ from the profile, which the audit has approved. */
export async function requireAudited(
  { experts }: Pick<Scope, 'experts'>,
  within: Db,
  { userId, name }: Pick<AgreementRecord, 'userId' | 'name'>,
  { idCardNo }: Numbers,
): Promise<void> {
  const profile = await experts.identityOf(within, userId)
  if (profile.name !== name || profile.idCardNo !== idCardNo) throw new Refusal('AGREEMENT_IDENTITY_DIFFERS')
}
