import { expertEvents } from '@consilium/contract/events/experts.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Keys } from '../../infra/keys/keys.ts'
import { isSameTitle } from '../../domain/titles.ts'
import { askAudit, auditedOf } from './auditing.ts'
import { tellOfIdentity } from './identity-checks/standing.ts'
import { openIdentity, sealAudited, sealIdentity } from './identity.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** What the expert states of what an audit approves: the title decides the highest fee. */
interface StatedIdentity {
  name?: string | undefined
  idCardNo?: string | null | undefined
  title?: string | null | undefined
  /** An account other than the one that was audited. */
  hasOtherAccount?: boolean
}

export type ProposedIdentity = Required<Omit<StatedIdentity, 'title' | 'hasOtherAccount'>>

/**
 * What has to change beside the stated values if they differ from those that the audit approved: the profile is
 * audited again, and the approved values are kept beside the new ones. Null if nothing differs.
 */
export function reAudit(
  keys: Keys,
  stored: repository.StoredExpert,
  { name = stored.name, idCardNo, title = stored.title, hasOtherAccount = false }: StatedIdentity,
): repository.ExpertChange | null {
  const approved = openIdentity(keys, { ...stored, bankAccountCipher: null }).idCardNo
  const isSame =
    !hasOtherAccount &&
    name === stored.name &&
    (idCardNo === undefined || idCardNo === approved) &&
    isSameTitle(title, stored.title)
  if (isSame || stored.auditStatus !== 'approved') return null
  return {
    auditStatus: 'pending',
    auditedName: stored.name,
    auditedTitle: stored.title,
    auditedIdCardCipher: sealAudited(keys, stored.expertId, approved),
  }
}

/** Takes over what an expert states in an agreement. The caller holds the lock of the expert. */
export async function proposeIdentity(
  { keys, eventLog, decisions }: Pick<Scope, 'keys' | 'eventLog' | 'decisions'>,
  trx: Db,
  userId: number,
  stated: ProposedIdentity,
): Promise<void> {
  const stored = await repository.lockExpertOfUser(trx, userId)
  const change = stored && reAudit(keys, stored, stated)
  if (!change) return
  const { expertId } = stored
  const { idCardNo, name } = stated
  await repository.updateExpert(trx, expertId, {
    ...change,
    auditOpinion: null,
    name,
    ...sealIdentity(keys, expertId, { idCardNo }),
  })
  await askAudit({ keys, decisions }, trx, { ...auditedOf(keys, stored), idCardNo, name })
  await tellOfIdentity({ eventLog }, trx, { expertId, actorId: userId })
  await eventLog.record(trx, expertEvents.audited, {
    recordId: expertId,
    actorId: userId,
    fields: { auditStatus: 'pending' },
  })
}
