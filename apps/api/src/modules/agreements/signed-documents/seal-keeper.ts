import { organizationEvents } from '@consilium/contract/events/organizations.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Scope } from '../scope.ts'

/** The main account is told again after so many hours, if agreements still wait for a seal that names nobody. */
const TOLD_AGAIN_HOURS = 24

/** Tells a payer's main account that its seal names nobody, which keeps agreements from being sealed and paid. */
export async function notifyKeeperMissing(
  { organizations, messages, eventLog }: Pick<Scope, 'organizations' | 'messages' | 'eventLog'>,
  trx: Db,
  { mainUserId, actorId }: { mainUserId: number; actorId: number },
): Promise<void> {
  const seal = await organizations.awaitedSeal(trx, mainUserId)
  if (!seal || seal.keeperName !== null) return
  const told = {
    userId: mainUserId,
    kind: 'sealKeeperMissing',
    link: { resource: 'organization', id: seal.orgId },
  } as const
  if (!(await messages.wasSent(trx, { ...told, hours: TOLD_AGAIN_HOURS })))
    await eventLog.record(trx, organizationEvents.sealUnnamed, {
      recordId: seal.orgId,
      actorId,
      fields: {},
    })
}
