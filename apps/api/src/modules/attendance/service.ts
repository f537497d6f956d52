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
import { listRows, readTitles, settle } from './conference/conference.ts'
import { importConference } from './conference/importing.ts'
import { identify, openTicket, sendCode, showScreen, signIn } from './door.ts'
import { certificate, certificates, sheetDocument } from './documents.ts'
import * as doors from './door-repository.ts'
import { find, list, listAll } from './reading.ts'
import { recordByHand, sendEntries } from './recording.ts'
import { review } from './reviewing.ts'
import { secondsOf, type Scope } from './scope.ts'
import { endScreen, listScreens, openScreen } from './screens.ts'
import { attendanceSheet } from './sheet.ts'
import { reviewsAt, standingOf, type AttendanceOfMeeting } from './standing.ts'

export type { AttendanceOfMeeting, OpenPresence, OpenRow, ShortPresence } from './standing.ts'

interface Modules {
  accounts: Pick<Accounts, 'codes'>
  attendees: Attendees
  files: Files
  papers: Papers
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

    /** Whose presence at each meeting is still to be reviewed, who was there too short, and whether all who count were there. */
    toReview: (within: Db, meetingIds: readonly number[]): Promise<Map<number, AttendanceOfMeeting>> =>
      standingOf(scope, within, meetingIds),

    /** Where the review of each attendee of these meetings stands, but for meetings at which nobody signed in. */
    reviewsAt: (within: Db, meetingIds: readonly number[]): Promise<Map<number, PresenceReview>> =>
      reviewsAt(scope, within, meetingIds),

    /** Deletes codes and tickets that are good for nothing any more. */
    purge: (): Promise<void> =>
      doors.purgeDoor(db, { step: stepAt(secondsOf(scope)) - CODE_STEPS_BACK, now: clock.wire() }),
  }
}

export type Attendance = ReturnType<typeof createAttendance>
