import type { AttendeeCreate } from '@consilium/contract/attendees.ts'
import { attendeeEvents } from '@consilium/contract/events/attendees.ts'
import type { LaborForm } from '@consilium/contract/labor-forms.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { refuseField } from '../../infra/refusal.ts'
import type { ExpertProfile } from '../experts/service.ts'
import { findMeeting, lockOpenMeeting, type MeetingFacts } from '../meetings/service.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

const INVITED_FOR = 'lecture'
export const NO_FEE_YET = '0.00'

export type InvitationTerms = { expertId: number; laborFee: string; laborForm: LaborForm }

type Invitation = Omit<repository.NewAttendee, 'meetingId' | 'createTime'> & {
  laborFee: string
  bankRegion: string | null
  /** The request field that a refusal about this expert names. */
  namedBy: 'phone' | 'expertIds' | 'invitations'
}

/** Every agreement needs a payer from the start. */
function requirePayer({ execUserId }: Pick<MeetingFacts, 'execUserId'>, field: string): void {
  if (execUserId === null) throw refuseField('EXECUTOR_NOT_CHOSEN', field)
}

/** Inserts an attendee with its agreement and notifies the expert. */
async function add(
  scope: Scope,
  trx: Db,
  actor: Actor,
  { meeting, ...invitation }: Invitation & { meeting: MeetingFacts },
): Promise<number> {
  const { experts, agreements, fees, eventLog } = scope
  const { laborFee, bankRegion, namedBy, ...attendee } = invitation
  const { meetingId } = meeting
  await experts.requireInvitable(trx, attendee.expertId, namedBy)
  const attendeeId = await repository.insertAttendee(trx, {
    ...attendee,
    meetingId,
    createTime: scope.clock.wire(),
  })
  const conditions = await fees.conditionsFor(trx, meeting, laborFee)
  await agreements.open(trx, { attendeeId, payable: laborFee, bankRegion, ...conditions })
  await eventLog.record(trx, attendeeEvents.invited, {
    recordId: attendeeId,
    actorId: actor.userId,
    fields: { meetingId, expertId: attendee.expertId },
  })
  return attendeeId
}

/** Adds the expert with this phone. An unknown phone gets an account and an expert in the same transaction. */
export const addByPhone = (scope: Scope, actor: Actor, body: AttendeeCreate): Promise<number> =>
  inTransaction(scope.db, async (trx) => {
    const { experts, files } = scope
    const meeting = await lockOpenMeeting(trx, actor, body.meetingId)
    requirePayer(meeting, 'meetingId')
    const { onSitePhotos = [], laborForm, laborFee, summary = null } = body
    await files.requireUsable(trx, actor, onSitePhotos, [], 'onSitePhotos', files.isPicture)
    const expert = await experts.locateByPhone(trx, body)
    await scope.caps.hold(trx, [expert.expertId])
    const {
      name = expert.name,
      unit = expert.unit,
      department = expert.department,
      title = expert.title,
      bankRegion = expert.bankRegion,
    } = body
    const { userId, expertId } = expert
    const who = { userId, expertId, name, unit, department, title, bankRegion, namedBy: 'phone' as const }
    const attendeeId = await add(scope, trx, actor, {
      meeting,
      ...who,
      laborForm,
      laborFee,
      summary,
      onSitePhotos,
    })
    await scope.budgets.requireFees(trx, meeting.meetingId, 'laborFee')
    await scope.caps.requireHeld(trx, meeting.meetingId, [expertId], {
      fee: 'laborFee',
      who: 'phone',
      by: 'executor',
    })
    return attendeeId
  })

export interface Invited {
  experts: readonly ExpertProfile[]
  terms: readonly InvitationTerms[]
}

/** Invites experts to a meeting that is being created. Experts without terms get a fee of zero until one is agreed. */
export async function inviteExperts(
  scope: Scope,
  trx: Db,
  actor: Actor,
  meetingId: number,
  { experts: invited, terms }: Invited,
): Promise<void> {
  const meeting = await findMeeting(trx, meetingId)
  requirePayer(meeting, 'execUserId')
  const expertIds = invited.map(({ expertId }) => expertId)
  await scope.caps.hold(trx, expertIds)
  const agreed = new Map(terms.map((term) => [term.expertId, term]))
  for (const { userId, expertId, name, unit, department, title, bankRegion } of invited) {
    const who = { userId, expertId, name, unit, department, title, bankRegion }
    const term = agreed.get(expertId)
    const { laborFee = NO_FEE_YET, laborForm = INVITED_FOR } = term ?? {}
    const namedBy = term ? 'invitations' : 'expertIds'
    await add(scope, trx, actor, {
      meeting,
      ...who,
      namedBy,
      laborFee,
      laborForm,
      summary: null,
      onSitePhotos: [],
    })
  }
  const named = terms.length > 0 ? 'invitations' : 'expertIds'
  await scope.budgets.requireFees(trx, meetingId, named)
  await scope.caps.requireHeld(trx, meetingId, expertIds, { fee: named, who: named, by: 'executor' })
}
