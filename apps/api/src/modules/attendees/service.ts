import type {
  Attendee,
  AttendeeCreate,
  AttendeeDetail,
  AttendeeReplying,
  AttendeeSummary,
  AttendeeUpdate,
  KnownPhone,
  Reminder,
  SheetRow,
} from '@consilium/contract/attendees/attendees.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Agreements } from '../agreements/service.ts'
import type { Budgets } from '../budgets/service.ts'
import type { Caps } from '../caps/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Experts } from '../experts/service.ts'
import type { Fees } from '../fees/service.ts'
import type { Files } from '../files/service.ts'
import {
  changeAttendee,
  followMeeting,
  remindAttendees,
  removeAttendees,
  withdrawAmendment,
  type FollowedFacts,
} from './changing.ts'
import { addByPhone, inviteExperts, joinAtDoor, knownPhones, type Guest, type Invited } from './joining.ts'
import type { MeetingFacts } from '../meetings/service.ts'
import { listing } from './listing.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { summaryOf } from './summary-repository.ts'
import { answerInvitation } from './replying.ts'
import { readSheet } from './sheets.ts'
import { detailOf } from './view.ts'

interface Modules {
  experts: Experts
  agreements: Agreements
  budgets: Pick<Budgets, 'requireFees'>
  caps: Caps
  fees: Fees
  files: Files
  dictionaries: Pick<Dictionaries, 'labels'>
}

/** Attendees are experts who take part in a meeting, each with a fee and an agreement. */
export function createAttendees(
  { db, clock, eventLog, sheets }: Context,
  { dictionaries, ...modules }: Modules,
) {
  const shown = { files: modules.files, clock }
  const scope: Scope = { ...modules, db, clock, eventLog }

  async function findRow(actor: Actor, attendeeId: number): Promise<repository.WholeAttendee> {
    const row = await repository.findAttendee(db, actor, attendeeId)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

  const find = async (actor: Actor, attendeeId: number): Promise<AttendeeDetail> =>
    detailOf(shown, actor, await findRow(actor, attendeeId))

  return {
    find,

    ...listing({ db, clock, files: modules.files, dictionaries }),

    create: async (actor: Actor, body: AttendeeCreate): Promise<Attendee> =>
      find(actor, await addByPhone(scope, actor, body)),

    invite: (trx: Db, actor: Actor, meetingId: number, invited: Invited): Promise<void> =>
      inviteExperts(scope, trx, actor, meetingId, invited),

    joinAtDoor: (trx: Db, meeting: MeetingFacts, guest: Guest) => joinAtDoor(scope, trx, meeting, guest),

    async update(actor: Actor, body: AttendeeUpdate): Promise<Attendee> {
      await changeAttendee(scope, actor, await findRow(actor, body.attendeeId), body)
      return find(actor, body.attendeeId)
    },

    /** Answers an invitation as its expert. */
    async reply(actor: Actor, body: AttendeeReplying): Promise<AttendeeDetail> {
      await answerInvitation(scope, actor, body)
      return find(actor, body.attendeeId)
    },

    async withdrawAmendment(actor: Actor, attendeeId: number): Promise<Attendee> {
      await withdrawAmendment(scope, actor, await findRow(actor, attendeeId))
      return find(actor, attendeeId)
    },

    followMeeting: (
      trx: Db,
      actor: Actor,
      before: FollowedFacts,
      change: Parameters<typeof followMeeting>[4],
    ): Promise<void> => followMeeting(scope, trx, actor, before, change),

    async summary(actor: Actor, meetingId: number): Promise<AttendeeSummary> {
      const summary = await summaryOf(db, actor, meetingId, clock.wire())
      if (!summary) throw new Refusal('NOT_FOUND')
      return summary
    },

    readSheet: (upload: Upload): Promise<SheetRow[]> => readSheet(sheets, upload),

    known: (actor: Actor, meetingId: number, phones: readonly string[]): Promise<KnownPhone[]> =>
      knownPhones(scope, actor, meetingId, phones),

    remind: (actor: Actor, attendeeIds: number[]): Promise<Reminder[]> =>
      remindAttendees(scope, actor, attendeeIds),

    openAgreements: (actor: Actor, attendeeIds: number[]): Promise<FileAnswer> =>
      modules.agreements.openDocuments(actor, attendeeIds),

    async remove(actor: Actor, attendeeIds: number[]): Promise<null> {
      await removeAttendees(scope, actor, attendeeIds)
      return null
    },
  }
}

export { attendeeIdsOf, lockAttendee, lockPeople, meetingsOfAttendees } from './facts-repository.ts'

export type Attendees = ReturnType<typeof createAttendees>
