import { keepsBack } from '@consilium/contract/gates/gates.ts'
import {
  PREVIEWED_MEETINGS_MAX,
  type GatePolicy,
  type GatePreview,
} from '@consilium/contract/gates/gate-routes.ts'
import { MEETING_STAGES, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { Actor } from '../../domain/actor.ts'
import { ownerOf } from '../../domain/rule-owners.ts'
import { evaluateAll } from './evaluation.ts'
import * as policies from './policy-repository.ts'
import type { Scope } from './scope.ts'
import { findSponsor } from '../organizations/service.ts'
import { latestOpenMeetings } from '../meetings/service.ts'

type Ruled = Pick<GatePolicy['rules'][number], 'stage' | 'check' | 'mode'>

const modeIn = (rules: readonly Ruled[], { stage, check }: Ruled) =>
  rules.find((rule) => rule.stage === stage && rule.check === check)?.mode ?? 'off'

function changesBetween(before: readonly Ruled[], after: readonly Ruled[]): GatePreview['changes'] {
  const all = new Map([...before, ...after].map((rule) => [`${rule.stage} ${rule.check}`, rule]))
  return [...all.values()]
    .map((rule) => ({
      stage: rule.stage,
      check: rule.check,
      before: modeIn(before, rule),
      after: modeIn(after, rule),
    }))
    .filter((change) => change.before !== change.after)
    .toSorted((one, other) => MEETING_STAGES.indexOf(one.stage) - MEETING_STAGES.indexOf(other.stage))
}

/** What rules of the caller's organization would change, and which of the latest open meetings they would keep from their next stage. */
export async function previewOf(
  scope: Scope,
  actor: Actor,
  wanted: GatePolicy['rules'],
  stageAfter: (current: MeetingStage) => MeetingStage,
): Promise<GatePreview> {
  const { db, clock } = scope
  const ownerOrgId = ownerOf(actor)
  const before = (await policies.policyOf(db, clock.today(), ownerOrgId))?.rules ?? []
  const open = await latestOpenMeetings(db, actor, PREVIEWED_MEETINGS_MAX + 1)
  const examined = open.slice(0, PREVIEWED_MEETINGS_MAX)
  const owner = ownerOrgId === null ? null : await findSponsor(db, ownerOrgId)
  const ids = examined.map(({ meetingId }) => meetingId)
  const found = await evaluateAll(scope, db, ids, stageAfter, { owner, rules: wanted })
  const meetings: GatePreview['meetings'] = []
  for (const { meetingId, meetingName, currentStage } of examined) {
    const held = (found.get(meetingId)?.checks ?? []).filter(keepsBack).map(({ id }) => id)
    if (held.length > 0)
      meetings.push({ meetingId, meetingName, stage: stageAfter(currentStage), checks: held })
  }
  return {
    changes: changesBetween(before, wanted),
    meetings,
    examined: examined.length,
    isExact: open.length <= PREVIEWED_MEETINGS_MAX,
  }
}
