import { DICTIONARY_LABELS } from '@consilium/contract/labels.ts'
import type { Words } from '@consilium/contract/errors.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { Context } from '../../context.ts'
import type { Attendance } from '../attendance/service.ts'
import type { Budgets } from '../budgets/service.ts'
import type { Caps } from '../caps/service.ts'
import type { Waivers } from '../waivers/service.ts'

/** Dependencies of the use cases of gates. */
export interface Scope extends Pick<Context, 'db' | 'clock' | 'eventLog'> {
  waivers: Waivers
  attendance: Pick<Attendance, 'toReview'>
  caps: Caps
  budgets: Pick<Budgets, 'overAt'>
}

export const stageLabel = (stage: MeetingStage): Words => DICTIONARY_LABELS.meeting_stage[stage]
