import { z } from 'zod'
import * as f from '../fields.ts'
import { MeetingStage } from '../meetings/meetings.ts'
import { event } from './event.ts'

export const meetingEvents = {
  created: event('meeting.created', {
    version: 1,
    record: 'meeting',
    fields: z.object({ projectId: f.id, needsApproval: z.boolean() }),
  }),
  changed: event('meeting.changed', { version: 1, record: 'meeting', fields: z.object({}) }),
  /** Its time or its place changed. */
  moved: event('meeting.moved', { version: 1, record: 'meeting', fields: z.object({}) }),
  /** Written before its rows are deleted. */
  deleted: event('meeting.deleted', { version: 1, record: 'meeting', fields: z.object({}) }),
  stageChanged: event('meeting.stageChanged', {
    version: 1,
    record: 'meeting',
    fields: z.object({ from: MeetingStage, to: MeetingStage }),
  }),
} as const
