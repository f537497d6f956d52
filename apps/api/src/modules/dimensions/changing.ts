import { DIMENSION_ENTRIES_MAX } from '@consilium/contract/dimensions/dimension-record.ts'
import type { DimensionCreate, DimensionUpdate } from '@consilium/contract/dimensions/dimensions.ts'
import type { Actor } from '../../domain/actor.ts'
import { orgActedFor } from '../../domain/org-acted-for.ts'
import { namingReferences } from '../../domain/references.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField, unknownRecord } from '../../infra/refusal.ts'
import { dictionariesSeen } from './policy.ts'
import * as repository from './repository.ts'
import type { Dictionary } from './repository.ts'
import type { Scope } from './scope.ts'

/** Changes the dictionaries of a sponsor, one change after the other. */
export const changingSponsor = <T>(db: Db, orgId: number, work: (trx: Db) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    if (!(await repository.lockSponsor(trx, orgId))) throw unknownRecord('orgId')
    return work(trx)
  })

async function refuseTaken(
  trx: Db,
  dictionary: Dictionary,
  code: string,
  dimensionId: number | null,
): Promise<void> {
  const [owner] = await repository.findByKeys(trx, dictionary, await repository.keysOf(trx, [code]))
  if (owner && owner.dimensionId !== dimensionId)
    throw refuseField('DIMENSION_CODE_TAKEN', 'code', { code, name: owner.name })
}

export function createDimension({ db }: Scope, actor: Actor, body: DimensionCreate): Promise<number> {
  const dictionary = { orgId: orgActedFor(actor, body.orgId), kind: body.kind }
  return changingSponsor(db, dictionary.orgId, async (trx) => {
    await refuseTaken(trx, dictionary, body.code, null)
    if ((await repository.countEntries(trx, dictionary)) >= DIMENSION_ENTRIES_MAX)
      throw refuseField('DIMENSION_FULL', 'kind', { max: DIMENSION_ENTRIES_MAX })
    const [dimensionId] = await repository.insertEntries(trx, dictionary, [body])
    return dimensionId!
  })
}

export async function updateDimension(
  { db }: Scope,
  actor: Actor,
  { dimensionId, version, ...change }: DimensionUpdate,
): Promise<void> {
  const entry = await repository.findDimension(db, dictionariesSeen(actor), dimensionId)
  if (!entry) throw new Refusal('NOT_FOUND')
  await changingSponsor(db, entry.orgId, async (trx) => {
    if (change.code !== undefined) await refuseTaken(trx, entry, change.code, dimensionId)
    if (!(await repository.updateEntry(trx, dimensionId, change, version))) throw new Refusal('STALE_RECORD')
  })
}

/** Deletes all of the entries, or none. */
export const removeDimensions = (
  { db }: Scope,
  actor: Actor,
  dimensionIds: readonly number[],
): Promise<void> =>
  namingReferences(db, actor, { target: 'dimension', ids: dimensionIds }, () =>
    inTransaction(db, async (trx) => {
      const deleted = await repository.deleteEntries(trx, dictionariesSeen(actor), dimensionIds)
      if (deleted < dimensionIds.length) throw new Refusal('NOT_FOUND')
    }),
  )
