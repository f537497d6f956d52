import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { DICTIONARY_LABELS } from '@consilium/contract/labels.ts'
import {
  MEETING_STAGES,
  type Meeting,
  type MeetingCreate,
  type MeetingOverview,
  type MeetingQuery,
  type MeetingStageChange,
  type MeetingUpdate,
  OVERVIEW_DAYS,
} from '@consilium/contract/meetings.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../infra/http/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Agreements } from '../agreements/service.ts'
import type { Attendees } from '../attendees/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Experts } from '../experts/service.ts'
import type { Projects } from '../projects/service.ts'
import { exportColumns } from './export-columns.ts'
import { isFinal, mayHandTo, permissionsOn, runnerOf } from './policy.ts'
import * as repository from './repository.ts'
import { stepBetween } from './states.ts'

const STAGES = DICTIONARY_LABELS.meeting_stage

interface Rooms {
  projects: Projects
  attendees: Attendees
  agreements: Agreements
  experts: Experts
  dictionaries: Dictionaries
}

export function createMeetings(context: Context, rooms: Rooms) {
  const { db, clock } = context
  const { projects, attendees, agreements, experts, dictionaries } = rooms
  const view = (actor: Actor, { everSigned, ...row }: repository.MeetingRow): Meeting => ({
    ...row,
    ...permissionsOn(actor, { ...row, everSigned }),
  })

  /** The meeting, within the caller's reach; otherwise NOT_FOUND. */
  async function find(actor: Actor, meetingId: number): Promise<Meeting> {
    const row = await repository.findMeeting(db, actor, meetingId)
    if (!row) throw new Refusal('NOT_FOUND')
    return view(actor, row)
  }

  async function invite(trx: Db, meetingId: number, expertIds: readonly number[]): Promise<void> {
    if (expertIds.length === 0) return
    const found = await experts.findMany(trx, expertIds)
    const unknown = expertIds.filter((expertId) => !found.some((expert) => expert.expertId === expertId))
    if (unknown.length > 0) throw refuseField('EXPERT_UNKNOWN', 'expertIds', { ids: unknown.join(', ') })
    await attendees.invite(trx, meetingId, found)
  }

  return {
    find,

    async list(actor: Actor, query: MeetingQuery): Promise<Page<Meeting>> {
      const { total, rows } = await repository.listMeetings(db, actor, query)
      return { total, rows: rows.map((row) => view(actor, row)) }
    },

    async overview(actor: Actor): Promise<MeetingOverview> {
      const [stages, supervisions] = await Promise.all([
        repository.countByStage(db, actor),
        repository.countSupervisions(db, actor, clock.today(), OVERVIEW_DAYS),
      ])
      const counts = new Map(stages.map(({ currentStage, count }) => [currentStage, count]))
      return {
        stages: MEETING_STAGES.map((stage) => ({ currentStage: stage, count: counts.get(stage) ?? 0 })),
        supervisions,
      }
    },

    /** The records of `list`, as a file. */
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
          const { rows, next } = await repository.batchOfMeetings(db, actor, query, after)
          return { rows: rows.map((row) => view(actor, row)), next }
        },
      })
    },

    /** Creates a meeting under the project's name, and invites the experts with it or not at all. */
    async create(actor: Actor, body: MeetingCreate): Promise<Meeting> {
      const project = await projects.find(actor, body.projectId)
      const { projectName } = project
      if (body.meetingName !== undefined && body.meetingName !== projectName)
        throw refuseField('MEETING_NAME_FIXED', 'meetingName')
      const execUserId = runnerOf(actor, project, body.execUserId)
      if (execUserId === undefined) throw refuseField('EXECUTOR_NOT_ASSIGNED', 'execUserId')
      const meeting = { ...body, projectName, execUserId, createUserId: actor.userId }
      const meetingId = await inTransaction(db, async (trx) => {
        const created = await repository.insertMeeting(trx, meeting)
        await invite(trx, created, body.expertIds ?? [])
        return created
      })
      return find(actor, meetingId)
    },

    async update(actor: Actor, body: MeetingUpdate): Promise<Meeting> {
      const meeting = await find(actor, body.meetingId)
      if (isFinal(actor, meeting)) throw new Refusal('MEETING_CLOSED')
      if (body.execUserId !== undefined && !mayHandTo(actor, meeting, body.execUserId))
        throw refuseField('EXECUTOR_NOT_ASSIGNED', 'execUserId')
      // A stage change raises the version too, so a meeting closed since it was found is not changed.
      if (meeting.version !== body.version) throw new Refusal('STALE_RECORD')
      await inTransaction(db, async (trx) => {
        const changed = await repository.updateMeeting(trx, meeting.projectId, body)
        if (!changed) throw new Refusal('STALE_RECORD')
        await attendees.followMeeting(trx, meeting)
      })
      return find(actor, body.meetingId)
    },

    async changeStage(
      actor: Actor,
      { meetingId, currentStage: to, reason }: MeetingStageChange,
    ): Promise<Meeting> {
      const { currentStage: from } = await find(actor, meetingId)
      const step = stepBetween(from, to)
      if (!step)
        throw new Refusal('STAGE_NOT_REACHABLE', {
          params: { from: STAGES[from], to: STAGES[to] },
        })
      if (!step.roles.includes(actor.roleType)) throw new Refusal('FORBIDDEN')
      if (step.kind === 'back' && !reason) throw refuseField('STAGE_NEEDS_REASON', 'reason')
      const moved = await repository.moveStage(db, meetingId, { from, to, reason: reason ?? null })
      if (!moved) throw new Refusal('STALE_RECORD')
      return find(actor, meetingId)
    },

    /** Deletes all of the meetings with their attendees, or none. */
    async remove(actor: Actor, meetingIds: number[]): Promise<null> {
      await inTransaction(db, async (trx) => {
        const meetings = await repository.holdMeetings(trx, actor, meetingIds)
        if (meetings.length !== meetingIds.length) throw new Refusal('NOT_FOUND')
        if (meetings.some((meeting) => isFinal(actor, meeting))) throw new Refusal('MEETING_CLOSED')
        await agreements.requireNeverSigned(trx, await repository.attendeeIdsOf(trx, meetingIds))
        await repository.deleteMeetings(trx, meetingIds)
      })
      return null
    },
  }
}

export type Meetings = ReturnType<typeof createMeetings>
