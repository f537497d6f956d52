import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  Meeting,
  MeetingCreate,
  MeetingDetail,
  MeetingOverview,
  MeetingQuery,
  MeetingStageChange,
  MeetingUpdate,
} from '@consilium/contract/meetings/meetings.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import { changeMeeting, changeStage, removeMeetings } from './changing.ts'
import { createMeeting } from './creating.ts'
import { exportColumns } from './export-columns.ts'
import { overviewFor } from './overview.ts'
import { plansServedBy } from './plan-approval.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { requireDetail, viewOf } from './view.ts'

interface Modules extends Omit<Scope, 'db' | 'clock' | 'eventLog'> {
  dictionaries: Dictionaries
}

export function createMeetingWorkflow(
  { db, clock, eventLog }: Context,
  { dictionaries, ...modules }: Modules,
) {
  const scope: Scope = { ...modules, db, clock, eventLog }
  const find = (actor: Actor, meetingId: number): Promise<MeetingDetail> =>
    requireDetail(scope, actor, meetingId)

  return {
    approvals: [plansServedBy(scope)],
    find,
    overview: (actor: Actor): Promise<MeetingOverview> => overviewFor(scope, actor),

    async list(actor: Actor, query: MeetingQuery): Promise<Page<Meeting>> {
      const page = await repository.listMeetings(db, actor, query, clock.wire())
      return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
    },

    /** Exports the records of `list` as a spreadsheet. */
    async export(
      actor: Actor,
      query: Omit<MeetingQuery, 'pageNum' | 'pageSize'>,
      language: Language,
    ): Promise<FileAnswer> {
      return exportFile({
        name: { 'zh-CN': '会议', en: 'meetings' },
        language,
        today: clock.today(),
        columns: exportColumns(await dictionaries.labels(language)),
        async batch(after) {
          const { rows, next } = await repository.batchOfMeetings(db, actor, query, clock.wire(), after)
          return { rows: rows.map((row) => viewOf(actor, row)), next }
        },
      })
    },

    create: async (actor: Actor, body: MeetingCreate): Promise<MeetingDetail> =>
      find(actor, await createMeeting(scope, actor, body)),

    async update(actor: Actor, body: MeetingUpdate): Promise<MeetingDetail> {
      await changeMeeting(scope, actor, body)
      return find(actor, body.meetingId)
    },

    async changeStage(actor: Actor, body: MeetingStageChange): Promise<MeetingDetail> {
      await changeStage(scope, actor, body)
      return find(actor, body.meetingId)
    },

    async remove(actor: Actor, meetingIds: number[]): Promise<null> {
      await removeMeetings(scope, actor, meetingIds)
      return null
    },
  }
}

export type MeetingWorkflow = ReturnType<typeof createMeetingWorkflow>
