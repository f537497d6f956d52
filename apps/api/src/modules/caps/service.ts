import type {
  CapStateQuery,
  ConflictDeclaration,
  ConflictDeclare,
  ConflictQuery,
  ExpertCapState,
  ExpertPost,
  ExpertPostUpdate,
  NearCap,
} from '@consilium/contract/caps/caps.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import {
  beyondLimits,
  findingsAt,
  lockPersons,
  lockPersonsOfLocked,
  openFor,
  requireWithinCaps,
  requireOfPerson,
  type CapCheck,
  type Fields,
  type Step,
} from './holding.ts'
import { nearCaps, statesFor } from './near.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { versionsOf } from './versions.ts'
import { expertOf } from '../experts/service.ts'

export type { CapCheck } from './holding.ts'

/** What experts may be paid and how often, by dated tiers and caps; who is near them; their declarations. */
export function createCaps({ db, clock, keys }: Context, { waivers }: Pick<Scope, 'waivers'>) {
  const scope: Scope = { db, clock, keys, waivers }
  const thisYear = () => Number(clock.today().slice(0, 4))

  async function ownExpertId({ userId }: Actor): Promise<number> {
    const expert = await expertOf(db, { userId })
    if (expert === undefined) throw new Refusal('NOT_FOUND')
    return expert.expertId
  }

  async function postOf(expertId: number): Promise<ExpertPost> {
    const person = await repository.personOf(db, expertId)
    if (!person) throw new Refusal('NOT_FOUND')
    return { expertId, associationPost: person.post }
  }

  return {
    lockPersons: (trx: Db, expertIds: readonly number[]) => lockPersons(scope, trx, expertIds),
    lockPersonsOfLocked: (trx: Db, expertIds: readonly number[]) =>
      lockPersonsOfLocked(scope, trx, expertIds),
    requireWithinCaps: (trx: Db, meetingId: number, expertIds: readonly number[], fields: Fields) =>
      requireWithinCaps(scope, trx, meetingId, expertIds, fields),
    requireOfPerson: (trx: Db, attendee: Parameters<typeof requireOfPerson>[2], step: Step): Promise<void> =>
      requireOfPerson(scope, trx, attendee, step),
    findingsAt: (within: Db, meetingIds: readonly number[]) => findingsAt(scope, within, meetingIds),
    beyondLimits: (within: Db, fees: Parameters<typeof beyondLimits>[2]): Promise<Set<number>> =>
      beyondLimits(scope, within, fees),
    openFor: (
      trx: Db,
      meetingId: number,
      check: CapCheck,
      invited: Parameters<typeof openFor>[4],
    ): Promise<Evidence[]> => openFor(scope, trx, meetingId, check, invited),

    expertByPhone: async (within: Db, phone: string): Promise<number | undefined> =>
      (await expertOf(within, { phone }))?.expertId,

    states: (actor: Actor, query: CapStateQuery): Promise<ExpertCapState[]> => statesFor(scope, actor, query),
    near: (actor: Actor): Promise<NearCap[]> => nearCaps(scope, actor),

    ...versionsOf(scope),

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
