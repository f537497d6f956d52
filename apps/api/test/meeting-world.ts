import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { meetingRoutes, type Meeting } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { PNG } from 'pngjs'
import { createClock } from '../src/infra/clock.ts'
import { moveStage } from '../src/modules/meetings/repository.ts'
import { copiesOf } from './input/bulk-rows.ts'
import { freshPhone, SMS_CODE, TIME_ZONE, type Api, type ExpertUser, type User } from './harness.ts'

export const ID_CARD_NO = '11010519491231002X'
export const BANK_ACCOUNT = '6222020200012345678'
export const IDENTITY = {
  idCardNo: ID_CARD_NO,
  bankName: '中国工商银行',
  bankAccount: BANK_ACCOUNT,
  bankRegion: '北京市 海淀区',
}

/** A late morning. */
export const SEASON_START = Date.parse('2026-11-20T03:00:00Z')
const started = Date.now()
/** A clock that runs from a day for which tax rules exist. */
export const seasonClock = createClock(TIME_ZONE, () => new Date(SEASON_START + Date.now() - started))

type MeetingGiven = Partial<CallInput<typeof meetingRoutes.create>['body']>

/** Time and place, without which nothing is signed. */
export const SCHEDULED = { scheduleStartTime: '2026-12-05 09:00:00', scheduleLocation: '北京国际会议中心' }

const FIRST_MEETING = '2026-11-01T00:00:00Z'
let hours = 0

const SIGNATURE_SIZE = { width: 320, height: 120 }
const PEN = 6
const OPAQUE_BLUE = [16, 32, 160, 255]

/** Returns a wave drawn in blue on a transparent background, as a data URL. */
export function drawnSignature(): string {
  const image = new PNG(SIGNATURE_SIZE)
  for (let x = 20; x < 300; x++) {
    const top = 56 + Math.round(30 * Math.sin(x / 20))
    for (let y = top; y < top + PEN; y++) image.data.set(OPAQUE_BLUE, (y * SIGNATURE_SIZE.width + x) * 4)
  }
  return `data:image/png;base64,${PNG.sync.write(image).toString('base64')}`
}

/** Returns the text of a PDF without white space. */
export const pdfText = (bytes: Uint8Array): string =>
  execFileSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' }).replace(/\s+/g, '')

/** A project with a sponsor and two executors; the first of them runs its meetings. */
export async function openWorld(api: Api) {
  const [manager, sponsor, executor, rival] = await Promise.all([
    api.manager(),
    api.sponsor(),
    api.executor(),
    api.executor(),
  ])
  const project = await manager.call(projectRoutes.create, {
    body: { projectName: '心衰诊疗提升' },
  })
  await manager.call(projectRoutes.assignSponsors, {
    params: project,
    body: { sponsorAdminUserIds: [sponsor.userId] },
  })
  await manager.call(projectRoutes.assignExecutors, {
    params: project,
    body: { execAdminUserIds: [executor.userId, rival.userId] },
  })

  /**
   * Creates an approved meeting, so that its agreements can be signed. Its approval has tests of its own: here the meeting only moves,
   * and nobody gets a message, unless somebody is invited with it already.
   */
  async function meeting(given: MeetingGiven = {}): Promise<Meeting> {
    const made = await draft(given)
    const { meetingId, version } = made
    if (given.expertIds || given.invitations) return approveMeeting(meetingId)
    const move = { from: 'draft', to: 'approved', reason: null, by: manager.userId } as const
    await moveStage(api.db, meetingId, move)
    return { ...made, version: version + 1, currentStage: 'approved' }
  }

  const approveMeeting = (meetingId: number): Promise<Meeting> =>
    manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'approved' } })

  /** The ids of approved meetings that are alike, for races among many: the first is made by requests, the others are copies. */
  async function meetings(count: number, given: MeetingGiven = {}): Promise<number[]> {
    const { meetingId } = await meeting(given)
    const original = { table: 'meeting', key: 'meeting_id', id: meetingId }
    const changes = Array.from({ length: count - 1 }, () => ({ business_id: randomUUID() }))
    return [meetingId, ...(await copiesOf(api.db, original, changes))]
  }

  /** Adds the same attendee to each of these meetings, the first by requests; a new expert unless a phone is given. */
  async function attendees(
    meetingIds: readonly number[],
    laborFee: string,
    given: { phone?: string } = {},
  ): Promise<Attendee[]> {
    const [first = 0, ...others] = meetingIds
    const made = await attendee(first, { laborFee, ...given })
    const { attendeeId } = made
    const ids = await copiesOf(
      api.db,
      { table: 'meeting_attendee', key: 'attendee_id', id: attendeeId },
      others.map((meetingId) => ({ meeting_id: meetingId })),
    )
    await copiesOf(
      api.db,
      { table: 'labor_agreement', key: 'attendee_id', id: attendeeId },
      ids.map((id) => ({ attendee_id: id })),
    )
    return [made, ...ids.map((id, place) => ({ ...made, attendeeId: id, meetingId: others[place]! }))]
  }

  /** The phones of approved experts without an identity number, so that each is a person of its own. */
  async function phones(count: number): Promise<string[]> {
    const { expertId, userId, phone } = await approvedExpert({}, null)
    const others = Array.from({ length: count - 1 }, freshPhone)
    const users = await copiesOf(
      api.db,
      { table: 'sys_user', key: 'user_id', id: userId },
      others.map((other) => ({ user_name: other, name_skeleton: other, phone: other })),
    )
    const original = { table: 'expert', key: 'expert_id', id: expertId }
    await copiesOf(
      api.db,
      original,
      users.map((id) => ({ user_id: id })),
    )
    return [phone, ...others]
  }

  async function draft(given: MeetingGiven = {}): Promise<Meeting> {
    const body = { projectId: project.projectId, execUserId: executor.userId, ...given }
    const data = await manager.call(meetingRoutes.create, { body })
    return data
  }

  /** Approves the profile as it is, adding the identity number if it is given. */
  const audit = (profile: { expertId: number; version: number }, idCardNo?: string | null) =>
    manager.call(expertRoutes.update, {
      body: {
        expertId: profile.expertId,
        version: profile.version,
        auditStatus: 'approved',
        // Where identities are verified, it need not wait for a match.
        identityReason: '已当面核对证件',
        idCardNo,
      },
    })

  async function approve({ expertId }: ExpertUser, audited: string | null = ID_CARD_NO): Promise<void> {
    const data = await manager.call(expertRoutes.get, { params: { expertId } })
    // What the expert fills in later must be what was audited.
    await audit(data, data.idCardNo === null ? audited : undefined)
  }

  /**
   * Registers an approved expert with an audited identity number, who can sign. All have the same one; null for none,
   * so that each is a person of its own.
   */
  async function approvedExpert(
    given: Parameters<Api['expert']>[0] = {},
    audited: string | null = ID_CARD_NO,
  ): Promise<ExpertUser> {
    const made = await api.expert(given)
    const { version } = await audit(made, audited)
    return { ...made, version }
  }

  /** Adds an attendee as the executor, with a new expert unless a phone is given. */
  async function attendee(
    meetingId: number,
    given: Partial<CallInput<typeof attendeeRoutes.create>['body']> = {},
    by: User = executor,
  ): Promise<Attendee> {
    const phone = given.phone ?? (await approvedExpert()).phone
    const body = { meetingId, laborFee: '5000', ...given, phone }
    const data = await by.call(attendeeRoutes.create, { body })
    return data
  }

  /** Requests the code for signing the current contract: SMS_CODE for the phones of tests. */
  async function requestCode(expert: User, attendeeId: number): Promise<void> {
    await expert.call(agreementRoutes.signCode, { body: { attendeeId } })
  }

  /**
   * Gives the meeting of an agreement the time and place that a contract needs, unless it has them: each its own hour
   * before today, so that no two of an expert overlap and the fee is estimated for today as before. Set directly in the
   * database, so that the meeting keeps its version and nobody gets a message.
   */
  const schedule = (attendeeId: number) =>
    sql`update meeting set
      schedule_start_time = coalesce(schedule_start_time, ${FIRST_MEETING}::timestamptz + ${hours++} * interval '1 hour'),
      schedule_location = coalesce(schedule_location, '线上')
      where meeting_id = (select meeting_id from meeting_attendee where attendee_id = ${attendeeId})
        and (schedule_start_time is null or schedule_location is null)`.execute(api.db)

  /** Fills in the agreement and reads its contract, without requesting a code. */
  async function readContract(expert: User, attendeeId: number): Promise<void> {
    await schedule(attendeeId)
    await expert.call(agreementRoutes.fill, { body: { attendeeId, ...IDENTITY } })
    const data = await expert.call(agreementRoutes.contract, { body: { attendeeId } })
    assert.ok(data.laborProtocol)
  }

  /** Prepares the agreement of the expert's own attendee for signing. */
  async function drawUp(expert: User, attendeeId: number): Promise<void> {
    await readContract(expert, attendeeId)
    await requestCode(expert, attendeeId)
  }

  /** Signs the prepared contract. */
  async function signDrawnUp(expert: User, attendeeId: number): Promise<void> {
    const body = {
      attendeeId,
      handsign: drawnSignature(),
      smsCode: SMS_CODE,
      consent: true as const,
    }
    const data = await expert.call(agreementRoutes.sign, { body })
    assert.equal(data.signatureStatus, 'signed')
  }

  /** Reads and signs the amendment that waits for the expert. */
  async function signAmendment(expert: User, attendeeId: number): Promise<void> {
    const { amendment } = await expert.call(agreementRoutes.contract, { body: { attendeeId } })
    assert.ok(amendment?.laborProtocol)
    await requestCode(expert, attendeeId)
    await signDrawnUp(expert, attendeeId)
  }

  async function sign(expert: User, attendeeId: number): Promise<void> {
    await drawUp(expert, attendeeId)
    await signDrawnUp(expert, attendeeId)
  }

  return {
    manager,
    sponsor,
    executor,
    rival,
    project,
    meeting,
    approveMeeting,
    meetings,
    draft,
    audit,
    approve,
    expert: approvedExpert,
    phones,
    attendee,
    attendees,
    schedule,
    readContract,
    requestCode,
    drawUp,
    signDrawnUp,
    signAmendment,
    sign,
  }
}
