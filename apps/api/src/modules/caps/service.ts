import type {
  CapPolicy,
  CapPolicyCreate,
  CapPolicyQuery,
  CapStateQuery,
  ConflictDeclaration,
  ConflictDeclare,
  ConflictQuery,
  ExpertCapState,
  ExpertPost,
  ExpertPostUpdate,
  NearCap,
} from '@consilium/contract/caps.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Evidence } from '@consilium/contract/gate-routes.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import {
  findingsAt,
  hold,
  openFor,
  requireHeld,
  requireOfPerson,
  type CapCheck,
  type Fields,
  type Step,
} from './holding.ts'
import { nearCaps, statesFor } from './near.ts'
import * as policies from './policy-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

export type { CapCheck } from './holding.ts'

/** What experts may be paid and how often, by dated tiers and caps; who is near them; their declarations. */
export function createCaps({ db, clock, keys }: Context, { waivers }: Pick<Scope, 'waivers'>) {
  const scope: Scope = { db, clock, keys, waivers }
  const thisYear = () => Number(clock.today().slice(0, 4))

  async function ownExpertId({ userId }: Actor): Promise<number> {
    const expertId = await repository.expertIdOf(db, userId)
    if (expertId === undefined) throw new Refusal('NOT_FOUND')
    return expertId
  }

  async function postOf(expertId: number): Promise<ExpertPost> {
    const person = await repository.personOf(db, expertId)
    if (!person) throw new Refusal('NOT_FOUND')
    return { expertId, associationPost: person.post }
  }

  return {
    hold: (trx: Db, expertIds: readonly number[]): Promise<void> => hold(scope, trx, expertIds),
    requireHeld: (trx: Db, meetingId: number, expertIds: readonly number[], fields: Fields): Promise<void> =>
      requireHeld(scope, trx, meetingId, expertIds, fields),
    requireOfPerson: (
      trx: Db,
      attendee: { meetingId: number; attendeeId: number },
      step: Step,
    ): Promise<void> => requireOfPerson(scope, trx, attendee, step),
    findingsAt: (within: Db, meetingId: number) => findingsAt(scope, within, meetingId),
    openFor: (
      trx: Db,
      meetingId: number,
      check: CapCheck,
      invited: Parameters<typeof openFor>[4],
    ): Promise<Evidence[]> => openFor(scope, trx, meetingId, check, invited),

    expertByPhone: repository.expertIdByPhone,

    states: (actor: Actor, query: CapStateQuery): Promise<ExpertCapState[]> => statesFor(scope, actor, query),
    near: (): Promise<NearCap[]> => nearCaps(scope),

    listPolicies: (query: CapPolicyQuery): Promise<Page<CapPolicy>> =>
      policies.listPolicies(db, clock.today(), query),

    /** A version for a day that has passed would change what was decided by another one. */
    async createPolicy(actor: Actor, body: CapPolicyCreate): Promise<CapPolicy> {
      const today = clock.today()
      if (body.validFrom < today) throw refuseField('DAY_PAST', 'validFrom')
      return policies.findPolicy(db, today, await policies.insertPolicy(db, actor.userId, body))
    },

    post: postOf,
    async setPost({ expertId, associationPost }: ExpertPostUpdate): Promise<ExpertPost> {
      await postOf(expertId)
      await repository.setPost(db, expertId, associationPost ?? null)
      return postOf(expertId)
    },

    async ownDeclaration(actor: Actor): Promise<ConflictDeclaration | null> {
      return (await repository.findDeclaration(db, await ownExpertId(actor), thisYear())) ?? null
    },

    async declare(actor: Actor, body: ConflictDeclare): Promise<ConflictDeclaration> {
      const expertId = await ownExpertId(actor)
      const year = thisYear()
      await repository.keepDeclaration(db, expertId, { ...body, year, time: clock.wire() })
      const declared = await repository.findDeclaration(db, expertId, year)
      if (!declared) throw new Refusal('NOT_FOUND')
      return declared
    },

    listDeclarations: (query: ConflictQuery): Promise<Page<ConflictDeclaration>> =>
      repository.listDeclarations(db, query),
  }
}

export type Caps = ReturnType<typeof createCaps>
