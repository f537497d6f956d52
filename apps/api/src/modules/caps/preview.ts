import type { CapPolicyCreate, CapPolicyPreview } from '@consilium/contract/caps/caps.ts'
import { PREVIEWED_MEETINGS_MAX } from '@consilium/contract/gates/gate-routes.ts'
import type { Actor } from '../../domain/actor.ts'
import { ownerOf } from '../../domain/rule-owners.ts'
import { findingsAt, type CapCheck } from './holding.ts'
import { capsOf, tierOf, type OwnedCaps } from './policy-repository.ts'
import type { Scope } from './scope.ts'
import { findSponsor } from '../organizations/service.ts'
import { latestOpenMeetings } from '../meetings/service.ts'

const CHECKS: readonly CapCheck[] = ['tiers', 'caps', 'overlaps']

/** What caps and tiers of the caller's organization would open in the latest open meetings that is not open now. */
export async function previewOf(
  scope: Scope,
  actor: Actor,
  { overlaps, caps, tiers }: CapPolicyCreate,
): Promise<CapPolicyPreview> {
  const { db, clock } = scope
  const orgId = ownerOf(actor)
  const owner = orgId === null ? null : await findSponsor(db, orgId)
  const own: OwnedCaps = { owner, overlaps, caps, tiers: tiers.map(tierOf) }
  const open = await latestOpenMeetings(db, actor, PREVIEWED_MEETINGS_MAX + 1)
  const examined = open.slice(0, PREVIEWED_MEETINGS_MAX)
  const policies = await capsOf(
    db,
    clock.today(),
    examined.map(({ meetingId }) => meetingId),
  )
  const findingsWith = async (held: readonly OwnedCaps[], meetingId: number) =>
    (await findingsAt(scope, db, [meetingId], new Map([[meetingId, held]]))).get(meetingId)!
  const meetings: CapPolicyPreview['meetings'] = []
  for (const { meetingId, meetingName } of examined) {
    const now = policies.get(meetingId) ?? []
    const then = [...now.filter((policy) => policy.owner?.orgId !== owner?.orgId), own]
    const before = await findingsWith(now, meetingId)
    const after = await findingsWith(then, meetingId)
    const opened = CHECKS.map((check) => {
      const known = new Set(before[check].map(({ key }) => key))
      return { check, found: after[check].filter(({ key }) => !known.has(key)) }
    }).filter(({ found }) => found.length > 0)
    if (opened.length > 0)
      meetings.push({
        meetingId,
        meetingName,
        checks: opened.map(({ check }) => check),
        experts: [...new Set(opened.flatMap(({ found }) => found.flatMap(({ name }) => name ?? [])))],
      })
  }
  return { meetings, examined: examined.length, isExact: open.length <= PREVIEWED_MEETINGS_MAX }
}
