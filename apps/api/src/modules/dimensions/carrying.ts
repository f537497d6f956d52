import {
  DIMENSION_FIELDS,
  type DimensionFields,
  type DimensionIds,
} from '@consilium/contract/dimensions/carried-dimensions.ts'
import { DIMENSION_KINDS, type DimensionKind } from '@consilium/contract/dimensions/dimension-record.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Filter } from '@consilium/lists/large-list.ts'
import { refuseField, unknownRecord } from '../../infra/refusal.ts'
import * as repository from './carried-repository.ts'
import type { CarriedRow, Carrier, Entry } from './carried-repository.ts'
import { carriedSeen, isSeen } from './policy.ts'

type Fields = typeof DIMENSION_FIELDS

const nothingCarried = (): DimensionFields => ({
  productIds: [],
  products: [],
  costCenterIds: [],
  costCenters: [],
  departmentIds: [],
  departments: [],
})

/** Shared by the rows of lists that carry nothing, as most do. */
const NOTHING = nothingCarried()
for (const list of Object.values(NOTHING)) Object.freeze(list)

/** The entries of a project or a meeting, by kind, as far as the caller knows their sponsors. */
export function shownTo(actor: Actor, carried: readonly CarriedRow[]): DimensionFields {
  if (carried.length === 0) return NOTHING
  const fields = nothingCarried()
  const seen = carriedSeen(actor)
  for (const { kind, orgId, isOwn, dimensionId, code, name } of carried) {
    if (!isSeen(seen, orgId)) continue
    fields[DIMENSION_FIELDS[kind].shown].push({ dimensionId, code, name })
    if (isOwn) fields[DIMENSION_FIELDS[kind].ids].push(dimensionId)
  }
  return fields
}

/** Whose entries a carrier may have: the main accounts of the project's sponsors, which the transaction has locked. */
export type SponsoredCarrier = Carrier & { sponsorUserIds: readonly number[] }

/** The entries that were asked for. One that is not of the project's sponsors or not known to the caller does not exist. */
async function chosen(
  trx: Db,
  actor: Actor,
  { projectId, sponsorUserIds, meetingId }: SponsoredCarrier,
  kind: DimensionKind,
  wanted: readonly number[],
): Promise<Entry[]> {
  const field = DIMENSION_FIELDS[kind].ids
  const seen = carriedSeen(actor)
  const entries = (await repository.entriesOf(trx, kind, wanted, sponsorUserIds)).filter(({ orgId }) =>
    isSeen(seen, orgId),
  )
  if (entries.length < wanted.length) throw unknownRecord(field)
  const disabled = entries.filter(({ status }) => status === '1')
  if (disabled.length === 0) return entries
  const carried = [
    ...(await repository.ownOf(trx, { projectId }, kind)),
    ...(meetingId === undefined ? [] : await repository.ownOf(trx, { projectId, meetingId }, kind)),
  ].map(({ dimensionId }) => dimensionId)
  const added = disabled.find(({ dimensionId }) => !carried.includes(dimensionId))
  if (added) throw refuseField('DIMENSION_DISABLED', field, { name: added.name })
  return entries
}

/** Replaces the entries of one kind, of the sponsors that the caller knows. */
async function replaceKind(
  trx: Db,
  actor: Actor,
  carrier: SponsoredCarrier,
  kind: DimensionKind,
  wanted: readonly number[],
): Promise<void> {
  const field = DIMENSION_FIELDS[kind].ids
  const seen = carriedSeen(actor)
  const entries = await chosen(trx, actor, carrier, kind, wanted)
  const before = await repository.ownOf(trx, carrier, kind)
  const had = new Set(before.map(({ dimensionId }) => dimensionId))
  const removed = before.filter(
    ({ dimensionId, orgId }) => isSeen(seen, orgId) && !wanted.includes(dimensionId),
  )
  await repository.removeOwn(
    trx,
    carrier,
    removed.map(({ dimensionId }) => dimensionId),
  )
  const added = entries.filter(({ dimensionId }) => !had.has(dimensionId))
  if (!(await repository.addOwn(trx, carrier, kind, added))) throw unknownRecord(field)
  const stray = await repository.strayOf(trx, carrier, kind)
  if (!stray) return
  const error = carrier.meetingId === undefined ? 'DIMENSION_NARROWED' : 'DIMENSION_BEYOND_PROJECT'
  throw refuseField(error, field, { name: stray.name })
}

/**
 * Replaces what a project or a meeting carries, of each kind that is given. The transaction holds the project, so that neither
 * its sponsors nor its own entries change meanwhile.
 */
export async function carry(
  trx: Db,
  actor: Actor,
  carrier: SponsoredCarrier,
  given: DimensionIds,
): Promise<void> {
  const kinds = DIMENSION_KINDS.filter((kind) => given[DIMENSION_FIELDS[kind].ids] !== undefined)
  for (const kind of kinds) await replaceKind(trx, actor, carrier, kind, given[DIMENSION_FIELDS[kind].ids]!)
}

/** Filters of a list of projects or meetings by what they carry; an entry that the caller does not know finds nothing. */
export const filtersBy = (
  actor: Actor,
  carrier: 'project' | 'meeting',
  query: { [K in DimensionKind as Fields[K]['filter']]?: number | undefined },
): Filter[] =>
  DIMENSION_KINDS.flatMap((kind) => {
    const dimensionId = query[DIMENSION_FIELDS[kind].filter]
    return dimensionId === undefined
      ? []
      : [repository.carries(carrier, carriedSeen(actor), kind, dimensionId)]
  })
