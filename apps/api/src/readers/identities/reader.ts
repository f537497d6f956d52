import { accountEvents } from '@consilium/contract/events/accounts.ts'
import { expertEvents } from '@consilium/contract/events/experts.ts'
import { on } from '../../infra/event-log/event-log.ts'
import type { Reader } from '../../infra/event-log/reading.ts'
import type { Experts } from '../../modules/experts/service.ts'

/** Asks about experts who are new or somebody else now, by name, document or phone. Without a verifier it does nothing. */
export const createIdentityReader = ({
  askForNew,
  askForAccount,
}: Pick<Experts['identityChecks'], 'askForNew' | 'askForAccount'>): Reader => ({
  name: 'identity-checks',
  begins: 'now',
  handlers: [
    on(expertEvents.identityStated, (trx, { recordId }) => askForNew(trx, recordId)),
    on(accountEvents.phoneChanged, (trx, { recordId }) => askForAccount(trx, recordId)),
  ],
})
