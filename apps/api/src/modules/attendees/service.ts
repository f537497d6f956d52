import { addressOf } from '@consilium/contract/addresses.ts'
import { agreementRoutes } from '@consilium/contract/agreements.ts'
import type {
  Attendee,
  AttendeeCreate,
  AttendeeQuery,
  AttendeeUpdate,
} from '@consilium/contract/attendees.ts'
import type { LaborForm } from '@consilium/contract/labor-forms.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../infra/http/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { maskPhone } from '../../infra/mask.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Agreements } from '../agreements/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { ExpertProfile, Experts } from '../experts/service.ts'
import type { Files } from '../files/service.ts'
import type { Messages } from '../messages/service.ts'
import type { Organizations } from '../organizations/service.ts'
import { exportColumns } from './export-columns.ts'
import { createFeeTerms } from './fee-terms.ts'
import { createNotices } from './notices.ts'
import { abilitiesOn, isClosedTo, readsAgreements, seesContact } from './policy.ts'
import * as repository from './repository.ts'
import type { MeetingFacts } from './repository.ts'

const INVITED_FOR = 'lecture'
const NO_FEE_YET = '0.00'

const documentAddress = (attendeeId: number) => addressOf(agreementRoutes.pdf, { attendeeId })

interface Modules {
  experts: Experts
  agreements: Agreements
  messages: Messages
  files: Files
  organizations: Organizations
  dictionaries: Dictionaries
}

/** What fees depend on and contracts say of a meeting. */
const FOLLOWED = [
  'execUserId',
  'meetingName',
  'scheduleStartTime',
  'scheduleEndTime',
  'scheduleLocation',
] as const
const WHEN_AND_WHERE = ['scheduleStartTime', 'scheduleEndTime', 'scheduleLocation'] as const
type FollowedFacts = Pick<MeetingFacts, 'meetingId' | (typeof FOLLOWED)[number]>

type InvitationTerms = { expertId: number; laborFee: string; laborForm: LaborForm }
type Invitation = Omit<repository.NewAttendee, 'meetingId'> & {
  laborFee: string
  bankRegion: string | null
  /** The field of the request that names the expert. */
  namedBy: 'phone' | 'expertIds' | 'invitations'
}

/** Experts who take part in a meeting, each with a fee and an agreement. */
export function createAttendees(context: Context, modules: Modules) {
  const { db, clock } = context
  const { experts, agreements, files, dictionaries } = modules
  const fees = createFeeTerms(context, modules)
  const notices = createNotices(modules.messages)

  function view(
    actor: Actor,
    { handsignFileId, ...row }: repository.AttendeeRow & { laborProtocol?: string | null },
  ): Attendee {
    const sees = seesContact(actor)
    const reads = readsAgreements(actor)
    const isSigned = row.signatureStatus === 'signed'
    return {
      ...row,
      phone: sees ? row.phone : maskPhone(row.phone),
      bankRegion: sees ? row.bankRegion : null,
      handsign: sees && handsignFileId !== null ? files.personalUrlOf(actor, handsignFileId) : null,
      laborProtocol: reads ? (row.laborProtocol ?? null) : null,
      laborProtocolUrl: isSigned && reads ? documentAddress(row.attendeeId) : null,
      onSitePhotoUrls: row.onSitePhotos.map((fileId) => files.urlOf(fileId)),
      abilities: abilitiesOn(actor, row),
    }
  }

  async function findRow(actor: Actor, attendeeId: number): Promise<repository.WholeAttendee> {
    const row = await repository.findAttendee(db, actor, attendeeId)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

  const find = async (actor: Actor, attendeeId: number): Promise<Attendee> =>
    view(actor, await findRow(actor, attendeeId))

  async function add(trx: Db, meeting: MeetingFacts, invitation: Invitation): Promise<number> {
    const { laborFee, bankRegion, namedBy, ...attendee } = invitation
    const { meetingId } = meeting
    await experts.requireInvitable(trx, attendee.expertId, namedBy)
    const attendeeId = await repository.insertAttendee(trx, { ...attendee, meetingId })
    const terms = await fees.termsFor(trx, meeting, laborFee)
    await agreements.open(trx, { attendeeId, payable: laborFee, bankRegion, ...terms })
    await notices.tellInvited(trx, meeting, { attendeeId, userId: attendee.userId })
    return attendeeId
  }

  async function holdOpenMeeting(trx: Db, actor: Actor, meetingId: number): Promise<MeetingFacts> {
    const meeting = await repository.holdMeeting(trx, actor, meetingId)
    if (!meeting) throw refuseField('NOT_FOUND', 'meetingId')
    if (isClosedTo(actor, meeting)) throw new Refusal('MEETING_CLOSED')
    return meeting
  }

  /** An agreement names who pays from its first draft on. */
  function requirePayer({ execUserId }: Pick<MeetingFacts, 'execUserId'>, field: string): void {
    if (execUserId === null) throw refuseField('EXECUTOR_NOT_CHOSEN', field)
  }

  const sightOf = (actor: Actor) => ({ masked: !seesContact(actor), today: clock.today() })

  return {
    find,

    async list(actor: Actor, query: AttendeeQuery): Promise<Page<Attendee>> {
      const sight = sightOf(actor)
      const { total, rows } = await repository.listAttendees(db, actor, query, sight)
      return { total, rows: rows.map((row) => view(actor, row)) }
    },

    /** The records of `list`, as a file. */
    async export(
      actor: Actor,
      query: Omit<AttendeeQuery, 'pageNum' | 'pageSize'>,
      language: Language,
    ): Promise<FileAnswer> {
      const sight = sightOf(actor)
      return exportFile({
        name: { 'zh-CN': '参会专家', en: 'attendees' },
        language,
        today: clock.today(),
        columns: exportColumns(await dictionaries.labels(language)),
        async batch(after) {
          const { rows, next } = await repository.batchOfAttendees(db, actor, query, sight, after)
          return { rows: rows.map((row) => view(actor, row)), next }
        },
      })
    },

    /** Adds the expert of a phone; where there is none, account and expert are made in the same transaction. */
    async create(actor: Actor, body: AttendeeCreate): Promise<Attendee> {
      const attendeeId = await inTransaction(db, async (trx) => {
        const meeting = await holdOpenMeeting(trx, actor, body.meetingId)
        requirePayer(meeting, 'meetingId')
        const { onSitePhotos = [], laborForm, laborFee, summary = null } = body
        await files.requireUsable(trx, actor, onSitePhotos, [], 'onSitePhotos', files.isPicture)
        const expert = await experts.locateByPhone(trx, body)
        const {
          name = expert.name,
          unit = expert.unit,
          department = expert.department,
          title = expert.title,
          bankRegion = expert.bankRegion,
        } = body
        const { userId, expertId } = expert
        const who = { userId, expertId, name, unit, department, title, bankRegion, namedBy: 'phone' as const }
        return add(trx, meeting, { ...who, laborForm, laborFee, summary, onSitePhotos })
      })
      return find(actor, attendeeId)
    },

    /** Invites experts to a meeting that is being created, each on the terms given; the others' fees are agreed later. */
    async invite(
      trx: Db,
      meetingId: number,
      invited: readonly ExpertProfile[],
      terms: readonly InvitationTerms[],
    ): Promise<void> {
      const meeting = await repository.findMeeting(trx, meetingId)
      requirePayer(meeting, 'execUserId')
      const agreed = new Map(terms.map((term) => [term.expertId, term]))
      for (const { userId, expertId, name, unit, department, title, bankRegion } of invited) {
        const who = { userId, expertId, name, unit, department, title, bankRegion }
        const term = agreed.get(expertId)
        const { laborFee = NO_FEE_YET, laborForm = INVITED_FOR } = term ?? {}
        const namedBy = term ? 'invitations' : 'expertIds'
        await add(trx, meeting, { ...who, namedBy, laborFee, laborForm, summary: null, onSitePhotos: [] })
      }
    },

    /** Another fee undoes a signature. */
    async update(actor: Actor, { attendeeId, version, ...change }: AttendeeUpdate): Promise<Attendee> {
      const { laborFee, bankRegion, ...fields } = change
      const row = await findRow(actor, attendeeId)
      await inTransaction(db, async (trx) => {
        const meeting = await holdOpenMeeting(trx, actor, row.meetingId)
        await files.requireUsable(
          trx,
          actor,
          fields.onSitePhotos ?? [],
          row.onSitePhotos,
          'onSitePhotos',
          files.isPicture,
        )
        const changed = await repository.updateAttendee(trx, { attendeeId, version }, fields)
        if (!changed) throw new Refusal('STALE_RECORD')
        const isReworded = fields.laborForm !== undefined && fields.laborForm !== row.laborForm
        if (laborFee === undefined && bankRegion === undefined && !isReworded) return
        const terms = await fees.termsFor(trx, meeting, laborFee ?? NO_FEE_YET)
        const { userId } = actor
        await agreements.change(trx, attendeeId, {
          payable: laborFee,
          bankRegion,
          isReworded,
          userId,
          ...terms,
        })
      })
      return find(actor, attendeeId)
    },

    /**
     * Adapts the attendees to a meeting that has just changed, in its transaction: what is not signed yet is computed
     * for the new executor and date, and a changed time or place is told. Throws FEE_RULE_MISSING where that day has no
     * rules, EXECUTOR_NEEDED where the payer of those invited is taken away.
     */
    async followMeeting(trx: Db, before: FollowedFacts): Promise<void> {
      const meeting = await repository.findMeeting(trx, before.meetingId)
      if (FOLLOWED.every((fact) => meeting[fact] === before[fact])) return
      const present = await repository.attendeesOf(trx, [meeting.meetingId])
      if (present.length > 0 && before.execUserId !== null && meeting.execUserId === null)
        throw refuseField('EXECUTOR_NEEDED', 'execUserId')
      const attendeeIds = present.map(({ attendeeId }) => attendeeId)
      await agreements.recompute(trx, attendeeIds, await fees.termsOf(trx, meeting))
      if (WHEN_AND_WHERE.some((fact) => meeting[fact] !== before[fact]))
        await notices.tellMoved(trx, meeting, present)
    },

    /** Tells the experts of meetings that are about to be deleted. */
    async tellCancelled(trx: Db, meetingIds: readonly number[]): Promise<void> {
      await notices.tellRemoved(trx, await repository.attendeesOf(trx, meetingIds))
    },

    calculateFee: fees.calculate,

    /** Removes all of the attendees, or none where one has ever signed. */
    async remove(actor: Actor, attendeeIds: number[]): Promise<null> {
      await inTransaction(db, async (trx) => {
        const held = await repository.holdAttendees(trx, actor, attendeeIds)
        if (held.length < attendeeIds.length) throw new Refusal('NOT_FOUND')
        if (held.some((attendee) => isClosedTo(actor, attendee))) throw new Refusal('MEETING_CLOSED')
        await agreements.requireNeverSigned(trx, attendeeIds)
        await notices.tellRemoved(trx, held)
        await repository.deleteAttendees(trx, attendeeIds)
      })
      return null
    },
  }
}

export type Attendees = ReturnType<typeof createAttendees>
