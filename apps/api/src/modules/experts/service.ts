import type {
  Expert,
  ExpertCreate,
  ExpertRegister,
  ExpertSelfUpdate,
  ExpertUpdate,
} from '@consilium/contract/experts/experts.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Requester } from '../../infra/http/origin.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Decisions } from '../decisions/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Files } from '../files/service.ts'
import { auditsServedBy } from './auditing.ts'
import { archiveExpert, changeExpert, changeStatus, removeExperts } from './changing.ts'
import { proposeIdentity, type ProposedIdentity } from './re-audit.ts'
import {
  createExpert,
  locateByPhone,
  registerExpert,
  requireStanding,
  type ExpertToLocate,
} from './enrolment.ts'
import { profileOf, type ExpertProfile } from './expert-view.ts'
import { createIdentityChecks } from './identity-checks/identity-checks.ts'
import { expertReading, found } from './reading.ts'
import { createPayeeIdentities } from './payee-identity.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

export type { ExpertProfile } from './expert-view.ts'
export { expertFacts, expertOf, payeeFacts, shareLockExperts } from './facts-repository.ts'
export { openIdentity, requireFitting } from './identity.ts'
export {
  factsOfResidentNumber,
  missingIn,
  openFacts,
  type PersonalFacts,
  type SealedFacts,
} from './personal-facts.ts'
export type { IdentityStatement } from './identity-checks/standing.ts'
export { knownPersonHashes, personHashes, type PersonHashes } from './person-hash.ts'

export type { PayeeIdentity } from './payee-identity.ts'

export function createExperts(
  context: Context,
  modules: {
    accounts: Accounts
    decisions: Decisions
    files: Pick<Files, 'personalUrlOf' | 'requireUsable' | 'markPersonal' | 'isShown'>
    dictionaries: Dictionaries
  },
) {
  const { db, eventLog, keys, pdf, clock, log, identityVerifier } = context
  const { dictionaries, ...others } = modules
  const scope: Scope = { ...others, db, eventLog, keys, pdf, clock, log, identityVerifier }
  const reading = expertReading(scope, dictionaries)
  const { get } = reading

  return {
    approvals: [auditsServedBy(scope)],
    identityChecks: createIdentityChecks(context),
    ...reading,
    locateByPhone: (within: Db, given: ExpertToLocate): Promise<ExpertProfile> =>
      locateByPhone(scope, within, given),

    /** The experts that exist among the ids. */
    async findMany(within: Db, expertIds: readonly number[]): Promise<ExpertProfile[]> {
      return (await repository.findExperts(within, expertIds)).map(profileOf)
    },

    /** Refuses an expert who cannot be invited, naming `field`. Locks the expert until the transaction ends. */
    async requireInvitable(within: Db, expertId: number, field: string): Promise<ExpertProfile> {
      const expert = found(await repository.shareLockExpert(within, expertId))
      requireStanding(expert, field)
      return profileOf(expert)
    },

    ...createPayeeIdentities(keys),

    /** Takes over a name and identity number that the expert states elsewhere, for the next audit if they differ. */
    proposeIdentity: (trx: Db, userId: number, stated: ProposedIdentity): Promise<void> =>
      proposeIdentity(scope, trx, userId, stated),

    async register(requester: Requester, body: ExpertRegister): Promise<Expert> {
      return get(null, await registerExpert(scope, requester, body))
    },

    async create(actor: Actor, body: ExpertCreate): Promise<Expert> {
      return get(actor, await createExpert(scope, actor, body))
    },

    async update(actor: Actor, { expertId, version, ...given }: ExpertUpdate): Promise<Expert> {
      await changeExpert(scope, actor, { expertId, version }, given)
      return get(actor, expertId)
    },

    async updateMe(actor: Actor, { version, ...given }: ExpertSelfUpdate): Promise<Expert> {
      const { expertId } = found(await repository.findExpertOfUser(db, actor.userId))
      await changeExpert(scope, actor, { expertId, version }, given)
      return get(actor, expertId)
    },

    async changeStatus(actor: Actor, expertId: number, status: '0' | '1'): Promise<Expert> {
      await changeStatus(scope, expertId, status)
      return get(actor, expertId)
    },

    async archive(actor: Actor, expertId: number, archived: boolean): Promise<Expert> {
      await archiveExpert(scope, expertId, archived)
      return get(actor, expertId)
    },

    async remove(actor: Actor, expertIds: readonly number[]): Promise<null> {
      await removeExperts(scope, actor, expertIds)
      return null
    },
  }
}

export type Experts = ReturnType<typeof createExperts>
