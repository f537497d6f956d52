import type { AttendeeCreate, KnownPhone } from '@consilium/contract/attendees/attendees.ts'
import { attendeeEvents } from '@consilium/contract/events/attendees.ts'
import type { LaborForm } from '@consilium/contract/agreements/labor-forms.ts'
import type { TaxResidence } from '@consilium/contract/persons/identity.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { refuseField } from '../../infra/refusal.ts'
import type { ExpertProfile } from '../experts/service.ts'
import { findMeeting, lockOpenMeeting, requireMeeting, type MeetingFacts } from '../meetings/service.ts'
import { accountsWith } from './known-repository.ts'
import * as replies from './reply-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

const INVITED_FOR: LaborForm = 'lecture'
export const NO_FEE_YET = '0.00'

export type InvitationTerms = { expertId: number; laborFee: string; laborForm: LaborForm }

type Invitation = Omit<repository.NewAttendee, 'meetingId' | 'createTime'> & {
  laborFee: string
  bankRegion: string | null
  feeMinutes?: number | null | undefined
  taxResidence: TaxResidence
}

/** Every agreement needs a payer from the start. */
function requirePayer({ execUserId }: Pick<MeetingFacts, 'execUserId'>, field: string): void {
  if (execUserId === null) throw refuseField('EXECUTOR_NOT_CHOSEN', field)
}

/** Inserts an attendee with its agreement and notifies the expert, who is locked as one that can be invited. */
async function add(
  scope: Scope,
  trx: Db,
  actorId: number | null,
  { meeting, ...invitation }: Invitation & { meeting: MeetingFacts },
): Promise<number> {
  const { agreements, fees, eventLog } = scope
  const { laborFee, feeMinutes = null, bankRegion, taxResidence: residence, ...attendee } = invitation
  const { meetingId } = meeting
  const attendeeId = await repository.insertAttendee(trx, {
    ...attendee,
    meetingId,
    createTime: scope.clock.wire(),
  })
  const conditions = await fees.conditionsFor(trx, meeting, laborFee)
  await agreements.open(trx, {
    attendeeId,
    payable: laborFee,
    feeMinutes,
    bankRegion,
    residence,
    ...conditions,
  })
  await eventLog.record(trx, attendeeEvents.invited, {
    recordId: attendeeId,
    actorId,
    fields: { meetingId, expertId: attendee.expertId },
  })
  return attendeeId
}

/** Adds the expert with this phone. An unknown phone gets an account and an expert in the same transaction. */
export const addByPhone = (scope: Scope, actor: Actor, body: AttendeeCreate): Promise<number> =>
  inTransaction(scope.db, async (trx) => {
    const { experts, files } = scope
    const meeting = await lockOpenMeeting(trx, actor, body.meetingId, { byKeys: true })
    requirePayer(meeting, 'meetingId')
    const photos = body.onSitePhotos ?? []
    await files.requireUsable(trx, actor, photos, [], 'onSitePhotos', files.isPicture)
    const expert = await experts.locateByPhone(trx, body)
    await scope.caps.lockPersonsOfLocked(trx, [expert.expertId])
    const {
      name = expert.name,
      unit = expert.unit,
      department = expert.department,
      title = expert.title,
      bankRegion = expert.bankRegion,
    } = body
    const { userId, expertId, taxResidence } = expert
    const who = { userId, expertId, name, unit, department, title, bankRegion, taxResidence }
    const attendeeId = await add(scope, trx, actor.userId, { ...body, ...who, meeting })
    await scope.budgets.requireFees(trx, meeting.meetingId, 'laborFee')
    await scope.caps.requireWithinCaps(trx, meeting.meetingId, [expertId], {
      fee: 'laborFee',
      who: 'phone',
      by: 'executor',
    })
    return attendeeId
  })

/** Who comes to a meeting without having been added to it. */
export interface Guest {
  phone: string
  /** Required if the phone has no account yet. */
  name?: string | undefined
  /** The account that lets the guest in; null if the guest signs in alone. */
  actorId: number | null
}

/**
 * The attendee with this phone, at a meeting that the caller has locked. Whoever was not invited is added without a fee,
 * and who had declined counts again; both need room, as an invitation does. The expert is locked, so that of the same guest
 * at two doors one is added and the other is found.
 */
export async function joinAtDoor(
  scope: Scope,
  trx: Db,
  meeting: MeetingFacts,
  { actorId, ...guest }: Guest,
): Promise<{ attendeeId: number; expertId: number }> {
  const { experts, caps, budgets, clock } = scope
  requirePayer(meeting, 'meetingId')
  const expert = await experts.locateByPhone(trx, guest)
  const { userId, expertId, name, unit, department, title, bankRegion, taxResidence } = expert
  await caps.lockPersonsOfLocked(trx, [expertId])
  const known = await replies.lockGuest(trx, meeting.meetingId, expertId, clock.wire())
  if (known?.counts) return { attendeeId: known.attendeeId, expertId }
  const who = { userId, expertId, name, unit, department, title, bankRegion, taxResidence }
  const added = {
    meeting,
    ...who,
    laborForm: INVITED_FOR,
    laborFee: NO_FEE_YET,
    summary: null,
  }
  const attendeeId = known?.attendeeId ?? (await add(scope, trx, actorId, added))
  if (known) await replies.saveReply(trx, attendeeId, { reply: 'accepted', reason: null, time: clock.wire() })
  await budgets.requireFees(trx, meeting.meetingId, 'phone')
  await caps.requireWithinCaps(trx, meeting.meetingId, [expertId], {
    fee: 'phone',
    who: 'phone',
    by: 'expert',
  })
  return { attendeeId, expertId }
}

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
  await scope.caps.lockPersons(trx, expertIds)
  const agreed = new Map(terms.map((term) => [term.expertId, term]))
  for (const { userId, expertId, name, unit, department, title, bankRegion } of invited) {
    const term = agreed.get(expertId)
    const { laborFee = NO_FEE_YET, laborForm = INVITED_FOR } = term ?? {}
    const namedBy = term ? 'invitations' : 'expertIds'
    const { taxResidence } = await scope.experts.requireInvitable(trx, expertId, namedBy)
    const who = { userId, expertId, name, unit, department, title, bankRegion, taxResidence }
    await add(scope, trx, actor.userId, { meeting, ...who, laborFee, laborForm, summary: null })
  }
  const named = terms.length > 0 ? 'invitations' : 'expertIds'
  await scope.budgets.requireFees(trx, meetingId, named)
  await scope.caps.requireWithinCaps(trx, meetingId, expertIds, { fee: named, who: named, by: 'executor' })
}

/** What adding these phones would find, each once, in their order. */
export async function knownPhones(
  { db }: Scope,
  actor: Actor,
  meetingId: number,
  phones: readonly string[],
): Promise<KnownPhone[]> {
  await requireMeeting(db, actor, meetingId)
  const known = new Map((await accountsWith(db, meetingId, phones)).map((row) => [row.phone, row.isAttendee]))
  return [...new Set(phones)].map((phone) => ({
    phone,
    hasAccount: known.has(phone),
    isAttendee: known.get(phone) ?? false,
  }))
}
