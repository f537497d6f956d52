import {
  TICKET_MINUTES,
  type SignInMark,
  type SignInReceipt,
  type SignInScreen,
  type SignInTicket,
} from '@consilium/contract/attendance/sign-in.ts'
import type { CodeSent } from '@consilium/contract/login/verification.ts'
import { networkOf } from '../../infra/http/origin.ts'
import QRCode from 'qrcode'
import type { Actor } from '../../domain/actor.ts'
import { later } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { maskName } from '../../infra/mask.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import type { StagedFile } from '../files/service.ts'
import { findMeeting } from '../meetings/service.ts'
import {
  codeOf,
  hashOfCode,
  hashOfDevice,
  hashOfToken,
  isTaken,
  newToken,
  secondsLeft,
  stepAt,
} from './codes.ts'
import * as doors from './door-repository.ts'
import { lastMark } from './mark-repository.ts'
import { addMark, requireWithin } from './marking.ts'
import { isWithin, metresBetween, signInWindow } from './presence.ts'
import { knownOf, timeOf } from './reading.ts'
import { secondsOf, wireOf, type Scope } from './scope.ts'
import { phoneOf } from '../accounts/service.ts'
import { lockAttendee } from '../attendees/service.ts'

const MINUTE_MS = 60_000
const TICKET_SECONDS = TICKET_MINUTES * 60
const SIGN_IN_PATH = '/a'
/** Room around a QR code, in modules (ISO/IEC 18004 asks for four). */
const QUIET_ZONE = 4

/** The dark modules of a QR code as the path of an SVG picture. */
function drawQr(text: string): { path: string; size: number } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const rows = Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_column, column) =>
      modules.get(row, column) ? `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z` : '',
    ).join(''),
  )
  return { path: rows.join(''), size: modules.size + 2 * QUIET_ZONE }
}

/** What the screen with this token shows now. */
export async function showScreen(scope: Scope, token: string): Promise<SignInScreen> {
  const { config, db, keys } = scope
  const screen = await doors.findScreen(db, hashOfToken(token))
  const door = screen && (await doors.findDoor(db, screen.meetingId))
  const time = door && timeOf(door)
  const now = secondsOf(scope)
  if (!screen || !time || door.currentStage === 'closed') throw new Refusal('SCREEN_ENDED')
  const window = signInWindow(time)
  if (now > window.end) throw new Refusal('SCREEN_ENDED')
  const step = stepAt(now)
  const code = codeOf(keys, screen.screenId, step)
  const isOpen = isWithin(window, now)
  if (isOpen) await doors.noteCode(db, { codeHash: hashOfCode(keys, code), screenId: screen.screenId, step })
  const url = `${config.baseUrl}${SIGN_IN_PATH}/${code}`
  return {
    meetingName: door.meetingName,
    scheduleStartTime: wireOf(scope, time.start),
    scheduleEndTime: wireOf(scope, time.end),
    scheduleLocation: door.scheduleLocation,
    url,
    ...drawQr(url),
    seconds: secondsLeft(now),
    isOpen,
    inCount: await doors.countIn(db, door.meetingId),
    endsTime: wireOf(scope, window.end),
  }
}

async function ticketView(
  { db }: Scope,
  door: doors.DoorMeeting,
  { phone, seconds }: { phone: string | null; seconds: number },
): Promise<SignInTicket> {
  const guest = phone === null ? undefined : await doors.findGuest(db, door.meetingId, phone)
  return {
    meetingName: door.meetingName,
    scheduleStartTime: door.scheduleStartTime ?? '',
    scheduleEndTime: door.scheduleEndTime ?? '',
    scheduleLocation: door.scheduleLocation,
    signature: door.signature,
    asksPosition: door.latitude !== null,
    seconds,
    name: guest ? maskName(guest.name) : null,
    isNew: phone !== null && guest === undefined,
    isIn: guest?.isIn ?? false,
  }
}

/** A ticket for a code that is still taken. Whoever is logged in as an expert needs to show nothing more. */
export async function openTicket(
  scope: Scope,
  actor: Actor | null,
  code: string,
): Promise<{ token: string; seconds: number; ticket: SignInTicket }> {
  const { db, keys, clock } = scope
  const now = secondsOf(scope)
  const found = await doors.findCode(db, hashOfCode(keys, code))
  if (!found || !isTaken(found.step, now)) throw new Refusal('SIGN_IN_CODE_EXPIRED')
  const door = await doors.findDoor(db, found.meetingId)
  const expert = actor?.roleType === 'doctor' ? actor.userId : null
  const phone = expert === null ? null : await phoneOf(db, expert)
  const token = newToken()
  await doors.insertTicket(db, {
    ...found,
    phone,
    userId: expert,
    ticketHash: hashOfToken(token),
    expireTime: later(clock, TICKET_MINUTES * MINUTE_MS),
  })
  return {
    token,
    seconds: TICKET_SECONDS,
    ticket: await ticketView(scope, door, { phone, seconds: TICKET_SECONDS }),
  }
}

async function requireTicket({ db, clock }: Scope, token: string | null): Promise<doors.Ticket> {
  const ticket = token === null ? undefined : await doors.findTicket(db, hashOfToken(token), clock.wire())
  if (!ticket) throw new Refusal('SIGN_IN_TICKET_EXPIRED')
  return ticket
}

/** A code works for the phone, the ticket and the meeting that it was sent for. */
const codeFor = ({ ticketId, meetingId }: doors.Ticket, phone: string) =>
  ({ phone, purpose: 'signIn', requester: `ticket:${ticketId}`, binding: `meeting:${meetingId}` }) as const

function requireFree({ phone: owner }: doors.Ticket, phone: string): void {
  if (owner !== null && owner !== phone) throw new Refusal('SIGN_IN_TICKET_TAKEN')
}

export async function sendCode(scope: Scope, token: string | null, phone: string): Promise<CodeSent> {
  const ticket = await requireTicket(scope, token)
  requireFree(ticket, phone)
  const { expiresInSeconds, retryAfterSeconds } = await scope.codes.send(codeFor(ticket, phone))
  return { expiresInSeconds, retryAfterSeconds }
}

/** Gives the ticket to the phone whose code is shown. */
export async function identify(
  scope: Scope,
  token: string | null,
  { phone, smsCode }: { phone: string; smsCode: string },
): Promise<SignInTicket> {
  const { db, codes } = scope
  const ticket = await requireTicket(scope, token)
  requireFree(ticket, phone)
  const checked = await codes.check({ ...codeFor(ticket, phone), code: smsCode })
  await inTransaction(db, async (trx) => {
    await codes.spend(trx, checked)
    if (!(await doors.giveTicket(trx, ticket.ticketId, phone))) throw new Refusal('SIGN_IN_TICKET_TAKEN')
  })
  const door = await doors.findDoor(db, ticket.meetingId)
  return ticketView(scope, door, { phone, seconds: TICKET_SECONDS })
}

const distanceOf = ({ latitude, longitude }: doors.DoorMeeting, { position }: SignInMark): number | null =>
  latitude === null || longitude === null || !position
    ? null
    : metresBetween({ latitude, longitude }, position)

async function drawnBy(scope: Scope, door: doors.DoorMeeting, mark: SignInMark): Promise<StagedFile | null> {
  const { handsign, kind } = mark
  if (kind === 'out' || door.signature === 'off') return null
  if (handsign === undefined && door.signature === 'required')
    throw refuseField('SIGN_IN_SIGNATURE_MISSING', 'handsign')
  if (handsign === undefined) return null
  const { png } = await scope.fileWork.readSignature(handsign)
  return scope.files.stage({
    userId: null,
    personal: true,
    bytes: png,
    originalName: 'sign-in.png',
    mediaType: 'image/png',
  })
}

interface Coming {
  ticket: doors.Ticket & { phone: string }
  mark: SignInMark
  drawn: StagedFile | null
  address: string
}

/** Signs the owner of the ticket in or out. Whoever is in already, or out, changes nothing by doing it again. */
const markWithTicket = (
  scope: Scope,
  { ticket, mark, drawn, address }: Coming,
): Promise<{ attendeeId: number; expertId: number; time: string; isRepeated: boolean }> =>
  inTransaction(scope.db, async (trx) => {
    const { attendees, clock, files, keys } = scope
    const { meetingId, phone, userId, step } = ticket
    const door = await doors.lockDoor(trx, meetingId)
    if (!door || door.currentStage === 'closed') throw new Refusal('MEETING_CLOSED')
    requireWithin(scope, door, secondsOf(scope))
    const guest = await attendees.joinAtDoor(trx, await findMeeting(trx, meetingId), {
      phone,
      name: mark.name,
      actorId: null,
    })
    const { attendeeId, expertId } = guest
    await lockAttendee(trx, attendeeId)
    const last = await lastMark(trx, attendeeId)
    const isRepeated = mark.kind === 'in' ? last?.kind === 'in' : last?.kind !== 'in'
    if (isRepeated && last) return { ...guest, time: last.markTime, isRepeated }
    if (drawn) await files.commit(trx, drawn)
    const time = clock.wire()
    await addMark(
      scope,
      trx,
      {
        meetingId,
        attendeeId,
        kind: mark.kind,
        method: userId === null ? 'code' : 'session',
        markTime: time,
        createTime: time,
        step,
        network: coarse(address),
        deviceHash: mark.device === undefined ? null : hashOfDevice(keys, meetingId, mark.device),
        distance: distanceOf(door, mark),
        handsignFileId: drawn?.fileId ?? null,
      },
      expertId,
    )
    return { ...guest, time, isRepeated: false }
  })

/** The network of an address: the first 24 bits of IPv4, 48 of IPv6. */
export function coarse(address: string): string {
  const network = networkOf(address)
  return network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : `${network.split('.').slice(0, 3).join('.')}.0/24`
}

/** Signs in or out with the ticket of this token. */
export async function signIn(
  scope: Scope,
  token: string | null,
  mark: SignInMark,
  address: string,
): Promise<SignInReceipt> {
  const { db, files } = scope
  const ticket = await requireTicket(scope, token)
  const { phone, meetingId } = ticket
  if (phone === null) throw new Refusal('SIGN_IN_PHONE_MISSING')
  const door = await doors.findDoor(db, meetingId)
  requireWithin(scope, door, secondsOf(scope))
  const known = await doors.findGuest(db, meetingId, phone)
  if (!known && mark.name === undefined) throw refuseField('SIGN_IN_NAME_MISSING', 'name')
  const drawn = await drawnBy(scope, door, mark)
  const done = await markWithTicket(scope, { ticket: { ...ticket, phone }, mark, drawn, address }).catch(
    async (error: unknown) => {
      // Only a refusal proves that nothing was committed; other files are collected later.
      if (error instanceof Refusal && drawn) await files.discard([drawn])
      throw error
    },
  )
  const guest = await doors.findGuest(db, meetingId, phone)
  const attendee = {
    ...done,
    meetingId,
    currentStage: door.currentStage,
    name: '',
    unit: null,
    feeMinutes: null,
  }
  const [presence] = await knownOf(scope, db, [door], [attendee])
  return {
    kind: mark.kind,
    name: maskName(guest?.name ?? ''),
    time: done.time,
    minutes: presence?.minutes ?? null,
    isRepeated: done.isRepeated,
  }
}
