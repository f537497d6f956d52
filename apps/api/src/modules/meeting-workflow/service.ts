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
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Agreements } from '../agreements/service.ts'
import type { Attendees } from '../attendees/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Experts } from '../experts/service.ts'
import * as meetings from '../meetings/service.ts'
import type { Messages } from '../messages/service.ts'
import type { Projects } from '../projects/service.ts'
import * as approvers from './approver-repository.ts'
import { exportColumns } from './export-columns.ts'
import { mayHandTo, permissionsOn, runnerOf } from './policy.ts'
import * as repository from './repository.ts'
import { mayApprove, stepBetween } from './states.ts'

const STAGES = DICTIONARY_LABELS.meeting_stage

interface Modules {
  projects: Projects
  attendees: Attendees
  agreements: Agreements
  experts: Experts
  dictionaries: Dictionaries
  messages: Pick<Messages, 'send'>
}

/** At most this many approvers are notified of a new meeting. */
const APPROVERS_TOLD_MAX = 100

export function createMeetingWorkflow(context: Context, modules: Modules) {
  const { db, clock } = context
  const { projects, attendees, agreements, experts, dictionaries, messages } = modules
  const view = (actor: Actor, { everSigned, ...row }: repository.MeetingRow): Meeting => ({
    ...row,
    ...permissionsOn(actor, { ...row, everSigned }),
  })

  async function find(actor: Actor, meetingId: number): Promise<Meeting> {
    const row = await repository.findMeeting(db, actor, meetingId)
    if (!row) throw new Refusal('NOT_FOUND')
    return view(actor, row)
  }

  /** Invites the experts of both lists, each once. Those of `invitations` have agreed terms. */
  async function invite(
    trx: Db,
    meetingId: number,
    { invitations = [], expertIds = [] }: Pick<MeetingCreate, 'invitations' | 'expertIds'>,
  ): Promise<void> {
    const agreed = invitations.map(({ expertId }) => expertId)
    const wanted = [...new Set([...agreed, ...expertIds])]
    if (wanted.length === 0) return
    const found = await experts.findMany(trx, wanted)
    const unknown = wanted.filter((expertId) => !found.some((expert) => expert.expertId === expertId))
    const field = unknown.some((expertId) => agreed.includes(expertId)) ? 'invitations' : 'expertIds'
    if (unknown.length > 0) throw refuseField('EXPERT_UNKNOWN', field, { ids: unknown.join(', ') })
    await attendees.invite(trx, meetingId, found, invitations)
  }

  /** Notifies the approvers, unless the creator can approve the meeting. */
  async function tellApprovers(trx: Db, actor: Actor, meetingId: number, projectId: number): Promise<void> {
    if (mayApprove(actor.roleType)) return
    const { meetingName, orgName } = await approvers.namesOf(trx, meetingId)
    for (const userId of await approvers.approversOf(trx, projectId, APPROVERS_TOLD_MAX))
      await messages.send(trx, {
        userId,
        kind: 'meetingAwaitsApproval',
        params: { meetingName, orgName: orgName ?? '' },
        link: { resource: 'meeting', id: meetingId },
      })
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
          const { rows, next } = await repository.batchOfMeetings(db, actor, query, after)
          return { rows: rows.map((row) => view(actor, row)), next }
        },
      })
    },

    /** Creates a meeting with the project's name and invites the experts in the same transaction. */
    async create(actor: Actor, body: MeetingCreate): Promise<Meeting> {
      const project = await projects.find(actor, body.projectId)
      const { projectName } = project
      if (body.meetingName !== undefined && body.meetingName !== projectName)
        throw refuseField('MEETING_NAME_FIXED', 'meetingName')
      const execUserId = runnerOf(actor, project, body.execUserId)
      if (execUserId === undefined) throw refuseField('EXECUTOR_NOT_ASSIGNED', 'execUserId')
      const meeting = { ...body, projectName, execUserId, createUserId: actor.userId }
      const meetingId = await inTransaction(db, async (trx) => {
        const created = await meetings.insertMeeting(trx, meeting)
        await invite(trx, created, body)
        await tellApprovers(trx, actor, created, body.projectId)
        return created
      })
      return find(actor, meetingId)
    },

    async update(actor: Actor, body: MeetingUpdate): Promise<Meeting> {
      const meeting = await find(actor, body.meetingId)
      meetings.requireOpen(actor, [meeting])
      if (body.execUserId !== undefined && !mayHandTo(actor, meeting, body.execUserId))
        throw refuseField('EXECUTOR_NOT_ASSIGNED', 'execUserId')
      // A stage change increments the version too, so a meeting closed after it was read is not changed.
      if (meeting.version !== body.version) throw new Refusal('STALE_RECORD')
      await inTransaction(db, async (trx) => {
        const changed = await meetings.updateMeeting(trx, meeting.projectId, body)
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
      await inTransaction(db, async (trx) => {
        const moved = await meetings.moveStage(trx, meetingId, { from, to, reason: reason ?? null })
        if (!moved) throw new Refusal('STALE_RECORD')
        if (from === 'draft')
          await agreements.tellReady(trx, await repository.attendeeIdsOf(trx, [meetingId]))
      })
      return find(actor, meetingId)
    },

    /** Deletes all of the meetings and their attendees, or none. */
    async remove(actor: Actor, meetingIds: number[]): Promise<null> {
      await inTransaction(db, async (trx) => {
        const locked = await meetings.lockMeetings(trx, actor, meetingIds)
        if (locked.length !== meetingIds.length) throw new Refusal('NOT_FOUND')
        meetings.requireOpen(actor, locked)
        await agreements.requireNeverSigned(trx, await repository.attendeeIdsOf(trx, meetingIds))
        await attendees.tellCancelled(trx, meetingIds)
        await meetings.deleteMeetings(trx, meetingIds)
      })
      return null
    },
  }
}

export type MeetingWorkflow = ReturnType<typeof createMeetingWorkflow>
