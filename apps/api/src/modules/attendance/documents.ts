import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { writeArchive, type ArchivePart } from '@consilium/archive/write-archive.ts'
import { SHEET_PEOPLE_MAX } from '@consilium/contract/attendance/attendance.ts'
import {
  MARK_METHOD_LABELS,
  PRESENCE_FLAG_LABELS,
  PRESENCE_REVIEW_LABELS,
} from '@consilium/contract/attendance/presence.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { PdfBlock, PdfParty } from '@consilium/pdf-layout/document.ts'
import { Refusal } from '../../infra/refusal.ts'
import { requireMeeting } from '../meetings/service.ts'
import { paperFileName, pdfAnswer, type Paper } from '../papers/service.ts'
import * as doors from './door-repository.ts'
import * as marks from './mark-repository.ts'
import { seesSignatures } from './policy.ts'
import { knownOf, knownOfAttendee, timeOf, type Known } from './reading.ts'
import { secondsOf, wireOf, type Scope } from './scope.ts'

const BLANK = '—'
const MINUTES = 'yyyy-MM-dd HH:mm'.length
/** Signatures side by side. */
const SIDE_BY_SIDE = 3
const ZIP = 'application/zip'

const shown = (scope: Scope, seconds: number | null): string =>
  seconds === null ? BLANK : wireOf(scope, seconds).slice(0, MINUTES)

/** When a meeting was, in words. */
const whenOf = ({ scheduleStartTime: start, scheduleEndTime: end }: doors.DoorMeeting): string =>
  start === null ? BLANK : `${start.slice(0, MINUTES)} 至 ${end?.slice(0, MINUTES) ?? BLANK}`

const aboutMeeting = (door: doors.DoorMeeting) => [
  { label: '会议', value: door.meetingName },
  { label: '会议时间', value: whenOf(door) },
  { label: '会议地点', value: door.scheduleLocation ?? BLANK },
]

const counting = ({ marks: own }: Known) => own.filter(({ replacedBy }) => replacedBy === null)

const methodsOf = (known: Known): string =>
  [...new Set(counting(known).map(({ method }) => MARK_METHOD_LABELS[method]['zh-CN']))].join('、') || BLANK

const reviewOf = ({ review, flags, decided }: Known): string => {
  const words = PRESENCE_REVIEW_LABELS[review]['zh-CN']
  const odd = flags.map((flag) => PRESENCE_FLAG_LABELS[flag]['zh-CN']).join('；')
  const by = decided && (review === 'accepted' || review === 'rejected') ? decided.reviewedByName : null
  return [words, odd, by && `复核人：${by}`].filter(Boolean).join('；')
}

/** The signatures that people drew at the door, as the parties of a document. */
async function signaturesOf(scope: Scope, known: readonly Known[]): Promise<PdfParty[]> {
  const parties: PdfParty[] = []
  for (const each of known) {
    const drawn = counting(each).find(({ handsignFileId }) => handsignFileId !== null)
    if (!drawn) continue
    const file = await scope.files.open(drawn.handsignFileId!)
    const image = (await buffer(await file.open())).toString('base64')
    parties.push({ caption: each.attendee.name, image, lines: [drawn.markTime] })
  }
  return parties
}

function* threes<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += SIDE_BY_SIDE) yield all.slice(at, at + SIDE_BY_SIDE)
}

/** The sign-in sheet of a meeting: times, how people signed in, the review, and what they drew. */
export async function sheetDocument(scope: Scope, actor: Actor, meetingId: number): Promise<FileAnswer> {
  await requireMeeting(scope.db, actor, meetingId)
  const door = await doors.findDoor(scope.db, meetingId)
  const attendees = await marks.attendeesOf(scope.db, scope.clock.wire(), { meetingId })
  if (attendees.length > SHEET_PEOPLE_MAX)
    throw new Refusal('PRESENCE_SHEET_LONG', { params: { max: SHEET_PEOPLE_MAX } })
  const known = await knownOf(scope, scope.db, [door], attendees)
  const parties = seesSignatures(actor) ? await signaturesOf(scope, known) : []
  const present = known.filter(({ marks: own }) => own.length > 0).length
  const blocks: PdfBlock[] = [
    {
      kind: 'fields',
      rows: [...aboutMeeting(door), { label: '人数', value: `应到${known.length}人，签到${present}人` }],
    },
    {
      kind: 'table',
      columns: ['姓名', '单位', '签到', '签退', '分钟', '签到方式', '复核'].map((title) => ({ title })),
      rows: known.map((each) => [
        each.attendee.name,
        each.attendee.unit ?? BLANK,
        shown(scope, each.firstIn),
        shown(scope, each.lastOut),
        each.minutes === null ? BLANK : String(each.minutes),
        methodsOf(each),
        reviewOf(each),
      ]),
    },
    ...(parties.length > 0 ? [{ kind: 'heading' as const, text: '手写签名' }] : []),
    ...[...threes(parties)].map((group) => ({ kind: 'signatures' as const, parties: group })),
  ]
  const paper: Paper = { kind: 'attendanceSheet', subject: door.meetingName, blocks }
  return pdfAnswer(paperFileName(paper), await scope.papers.issue(actor, paper))
}

/** Whether it is certain that somebody was there: nothing odd is left, and the meeting is over. */
const isProven = (scope: Scope, door: doors.DoorMeeting, { review }: Known): boolean => {
  const time = timeOf(door)
  return (review === 'clear' || review === 'accepted') && time !== null && secondsOf(scope) > time.end
}

const certificateOf = (scope: Scope, door: doors.DoorMeeting, known: Known): Paper => ({
  kind: 'attendanceCertificate',
  subject: `${known.attendee.name} ${door.meetingName}`,
  blocks: [
    {
      kind: 'paragraph',
      indent: true,
      text: `兹证明${known.attendee.name}${known.attendee.unit === null ? '' : `（${known.attendee.unit}）`}参加了以下会议。`,
    },
    {
      kind: 'fields',
      rows: [
        ...aboutMeeting(door),
        { label: '签到时间', value: shown(scope, known.firstIn) },
        { label: '签退时间', value: shown(scope, known.lastOut) },
        { label: '参会时长', value: known.minutes === null ? BLANK : `${known.minutes}分钟` },
        { label: '签到方式', value: methodsOf(known) },
      ],
    },
  ],
})

/** The certificate of one attendee. Throws PRESENCE_UNPROVEN. */
export async function certificate(scope: Scope, actor: Actor, attendeeId: number): Promise<FileAnswer> {
  const known = await knownOfAttendee(scope, scope.db, actor, attendeeId)
  const door = await doors.findDoor(scope.db, known.attendee.meetingId)
  if (!isProven(scope, door, known)) throw new Refusal('PRESENCE_UNPROVEN')
  const paper = certificateOf(scope, door, known)
  return pdfAnswer(paperFileName(paper), await scope.papers.issue(actor, paper))
}

/** The certificates of all who were at a meeting, drawn one after the other while the archive is read. */
export async function certificates(scope: Scope, actor: Actor, meetingId: number): Promise<FileAnswer> {
  await requireMeeting(scope.db, actor, meetingId)
  const proven = await provenAt(scope, scope.db, meetingId)
  if (proven.known.length === 0) throw new Refusal('PRESENCE_UNPROVEN')
  async function* parts(): AsyncGenerator<ArchivePart> {
    for (const known of proven.known) {
      const paper = certificateOf(scope, proven.door, known)
      const content = await scope.papers.issue(actor, paper)
      const name = `${known.attendee.attendeeId}-${paperFileName(paper)}`
      yield { name, content: Readable.from([content], { objectMode: false }) }
    }
  }
  return {
    name: `参会证明-${scope.clock.today()}.zip`,
    mediaType: ZIP,
    size: null,
    inline: false,
    open: () => Promise.resolve(Readable.from(writeArchive(parts()), { objectMode: false })),
  }
}

async function provenAt(
  scope: Scope,
  within: Db,
  meetingId: number,
): Promise<{ door: doors.DoorMeeting; known: Known[] }> {
  const door = await doors.findDoor(within, meetingId)
  const attendees = await marks.attendeesOf(within, scope.clock.wire(), { meetingId })
  const known = await knownOf(scope, within, [door], attendees)
  return { door, known: known.filter((each) => isProven(scope, door, each)) }
}
