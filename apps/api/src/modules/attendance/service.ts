import type {
  AttendanceEntries,
  DoorScreen,
  EntryResult,
  HandMark,
  OpenedScreen,
  PresenceDecision,
  PresenceQuery,
  SignInSetting,
  SignInSettingUpdate,
} from '@consilium/contract/attendance/attendance.ts'
import type { Presence, PresenceReview } from '@consilium/contract/attendance/presence.ts'
import type { SignInMark } from '@consilium/contract/attendance/sign-in.ts'
import type {
  ConferenceImport,
  ConferenceResult,
  ConferenceRow,
  ConferenceRowQuery,
  ConferenceSettlement,
} from '@consilium/contract/attendance/conference.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Attendees } from '../attendees/service.ts'
import type { Files } from '../files/service.ts'
import type { Papers } from '../papers/service.ts'
import { lockOpenMeeting, requireMeeting } from '../meetings/service.ts'
import { CODE_STEPS_BACK } from '@consilium/contract/attendance/sign-in.ts'
import { stepAt } from './codes.ts'
import { openRows } from './conference/conference-repository.ts'
import { listRows, readTitles, settle } from './conference/conference.ts'
import { importConference } from './conference/importing.ts'
import { identify, openTicket, sendCode, showScreen, signIn } from './door.ts'
import { certificate, certificates, sheetDocument } from './documents.ts'
import * as doors from './door-repository.ts'
import * as marks from './mark-repository.ts'
import { isShort } from './presence.ts'
import { find, knownOf, list, listAll } from './reading.ts'
import { recordByHand, sendEntries } from './recording.ts'
import { review } from './reviewing.ts'
import { secondsOf, type Scope } from './scope.ts'
import { endScreen, listScreens, openScreen } from './screens.ts'
import { attendanceSheet } from './sheet.ts'

interface Modules {
  accounts: Pick<Accounts, 'codes'>
  attendees: Attendees
  files: Files
  papers: Papers
}

/** Somebody whose presence waits for a review, with what a waiver covers of it. */
export interface OpenPresence {
  attendeeId: number
  name: string
  lastMarkId: number
}

/** Somebody who was there for less than the fee is for, with what a waiver covers of it. */
export interface ShortPresence {
  attendeeId: number
  name: string
  minutes: number | null
  feeMinutes: number | null
}

/** A row of a conference tool of which somebody has to say who it is. */
export interface OpenRow {
  rowId: number
  nickname: string
}

export interface AttendanceOfMeeting {
  rows: OpenRow[]
  open: OpenPresence[]
  short: ShortPresence[]
  isComplete: boolean
}

const settingOf = (door: doors.DoorMeeting): SignInSetting => ({
  meetingId: door.meetingId,
  signature: door.signature,
  latitude: door.latitude,
  longitude: door.longitude,
  version: door.settingVersion,
})

/** What visitors do, at the screen and on their phones. */
const doorUseCases = (scope: Scope) => ({
  showScreen: (token: string) => showScreen(scope, token),
  openTicket: (actor: Actor | null, code: string) => openTicket(scope, actor, code),
  sendCode: (token: string | null, phone: string) => sendCode(scope, token, phone),
  identify: (token: string | null, shown: { phone: string; smsCode: string }) =>
    identify(scope, token, shown),
  signIn: (token: string | null, mark: SignInMark, address: string) => signIn(scope, token, mark, address),
})

/** What becomes of the export of a conference tool. */
const conferenceUseCases = (scope: Scope) => ({
  conferenceTitles: (upload: Upload): Promise<string[]> => readTitles(scope, upload),
  importConference: (
    actor: Actor,
    given: ConferenceImport,
    sent: { upload: Upload; language: Language },
  ): Promise<ConferenceResult[]> => importConference(scope, actor, given, sent),
  conferenceRows: (actor: Actor, query: ConferenceRowQuery): Promise<Page<ConferenceRow>> =>
    listRows(scope, actor, query),
  settleRow: (actor: Actor, body: ConferenceSettlement): Promise<ConferenceRow> => settle(scope, actor, body),
})

/** The tablets at the door. */
const screenUseCases = (scope: Scope) => ({
  screens: (actor: Actor, meetingId: number): Promise<DoorScreen[]> => listScreens(scope, actor, meetingId),
  openScreen: (actor: Actor, meetingId: number): Promise<OpenedScreen> => openScreen(scope, actor, meetingId),
  endScreen: (actor: Actor, screenId: number): Promise<null> => endScreen(scope, actor, screenId),
})

/** Documents that are issued of who was there. */
const documentUseCases = (scope: Scope) => ({
  sheetDocument: (actor: Actor, meetingId: number): Promise<FileAnswer> =>
    sheetDocument(scope, actor, meetingId),
  certificate: (actor: Actor, attendeeId: number): Promise<FileAnswer> =>
    certificate(scope, actor, attendeeId),
  certificates: (actor: Actor, meetingId: number): Promise<FileAnswer> =>
    certificates(scope, actor, meetingId),
})

/** What stands open at a meeting, and whether everybody was there. */
async function standingOf(scope: Scope, within: Db, meetingId: number): Promise<AttendanceOfMeeting> {
  const door = await doors.findDoor(within, meetingId)
  const all = await marks.attendeesOf(within, scope.clock.wire(), { meetingId })
  const known = await knownOf(scope, within, door, all)
  const open = known.filter((each) => each.review === 'open')
  return {
    rows: await openRows(within, meetingId),
    isComplete:
      known.length > 0 && known.every((each) => each.review === 'clear' || each.review === 'accepted'),
    open: open.map(({ attendee: { attendeeId, name }, marks: own }) => ({
      attendeeId,
      name,
      lastMarkId: Math.max(...own.map(({ markId }) => markId)),
    })),
    short: known
      .filter((each) => isShort(each, each.attendee.feeMinutes))
      .map(({ attendee: { attendeeId, name, feeMinutes }, minutes }) => ({
        attendeeId,
        name,
        minutes,
        feeMinutes,
      })),
  }
}

/** Who was at a meeting: screens and codes at the door, marks, and the review of what is odd. */
export function createAttendance(
  { config, db, clock, eventLog, fileWork, keys, sheets }: Context,
  { accounts, attendees, files, papers }: Modules,
) {
  const scope: Scope = {
    config,
    db,
    clock,
    eventLog,
    fileWork,
    keys,
    sheets,
    codes: accounts.codes,
    attendees,
    files,
    papers,
  }

  return {
    ...doorUseCases(scope),
    ...conferenceUseCases(scope),
    ...documentUseCases(scope),
    ...screenUseCases(scope),
    list: (actor: Actor, query: PresenceQuery): Promise<Page<Presence>> => list(scope, actor, query),

    sheet: async (actor: Actor, meetingId: number, language: Language): Promise<FileAnswer> =>
      attendanceSheet(await listAll(scope, actor, { meetingId }), { language, today: clock.today() }),

    async setting(actor: Actor, meetingId: number): Promise<SignInSetting> {
      await requireMeeting(db, actor, meetingId)
      return settingOf(await doors.findDoor(db, meetingId))
    },

    async changeSetting(actor: Actor, change: SignInSettingUpdate): Promise<SignInSetting> {
      return inTransaction(db, async (trx) => {
        await lockOpenMeeting(trx, actor, change.meetingId)
        if (!(await doors.saveSetting(trx, change))) throw new Refusal('STALE_RECORD')
        return settingOf(await doors.findDoor(trx, change.meetingId))
      })
    },

    sendEntries: (actor: Actor, body: AttendanceEntries, language: Language): Promise<EntryResult[]> =>
      sendEntries(scope, actor, body, language),

    async recordByHand(actor: Actor, body: HandMark): Promise<Presence> {
      await recordByHand(scope, actor, body)
      return find(scope, actor, body.attendeeId)
    },

    async review(actor: Actor, body: PresenceDecision): Promise<Presence> {
      await review(scope, actor, body)
      return find(scope, actor, body.attendeeId)
    },

    /** Whose presence at a meeting is still to be reviewed, who was there too short, and whether all who count were there. */
    toReview: (within: Db, meetingId: number): Promise<AttendanceOfMeeting> =>
      standingOf(scope, within, meetingId),

    /** Where the review of each attendee stands; empty for a meeting at which nobody signed in. */
    async reviewsAt(within: Db, meetingId: number): Promise<Map<number, PresenceReview>> {
      const door = await doors.findDoor(within, meetingId)
      const all = await marks.attendeesOf(within, scope.clock.wire(), { meetingId })
      const known = await knownOf(scope, within, door, all)
      if (known.every(({ review: found }) => found === 'absent')) return new Map()
      return new Map(known.map((each) => [each.attendee.attendeeId, each.review]))
    },

    /** Deletes codes and tickets that are good for nothing any more. */
    purge: (): Promise<void> =>
      doors.purgeDoor(db, { step: stepAt(secondsOf(scope)) - CODE_STEPS_BACK, now: clock.wire() }),
  }
}

export type Attendance = ReturnType<typeof createAttendance>
