import { z } from 'zod'
import type { Words } from '../errors.ts'
import * as f from '../fields.ts'
import { MeetingStage } from '../meetings/meetings.ts'
import { choice } from '../words.ts'

/** Sign-ins count from so long before the meeting begins until so long after it ends. */
export const WINDOW_HOURS = 2
/** Somebody who comes later, or leaves earlier, than this is looked at. */
export const LATE_MINUTES = 15
/** Somebody who signs in farther from the place than this is looked at. */
export const FAR_METRES = 500
/** Networks from which one code may be used before its use is looked at: one less than so many. */
export const SPREAD_NETWORKS = 3
/** A device whose clock is farther off than this is looked at. */
export const CLOCK_OFFSET_MINUTES = 5

export const MARK_KINDS = ['in', 'out'] as const
export const MarkKind = choice(MARK_KINDS, {
  in: { 'zh-CN': '签到', en: 'In' },
  out: { 'zh-CN': '签退', en: 'Out' },
})
export type MarkKind = z.infer<typeof MarkKind>

/** How somebody was signed in. */
export const MARK_METHOD_LABELS = {
  code: { 'zh-CN': '扫码并短信验证', en: 'Code and text message' },
  session: { 'zh-CN': '扫码并登录', en: 'Code and login' },
  helper: { 'zh-CN': '现场人员登记', en: 'By a helper at the door' },
  hand: { 'zh-CN': '事后补登', en: 'By hand afterwards' },
  import: { 'zh-CN': '会议软件记录', en: 'From the conference tool' },
} as const satisfies Record<string, Words>
export const MARK_METHODS = ['code', 'session', 'helper', 'hand', 'import'] as const
export const MarkMethod = choice(MARK_METHODS, MARK_METHOD_LABELS)
export type MarkMethod = z.infer<typeof MarkMethod>

/** What makes a sign-in worth a look. None of it proves presence or absence. */
export const PRESENCE_FLAG_LABELS = {
  NO_POSITION: { 'zh-CN': '未提供位置', en: 'No position was given' },
  FAR: { 'zh-CN': '距会议地点超过500米', en: 'More than 500 m from the place' },
  DEVICE_SHARED: { 'zh-CN': '同一设备为多人签到', en: 'One device signed in several people' },
  CODE_SPREAD: {
    'zh-CN': '同一签到码来自三个及以上网络',
    en: 'One code was used from three networks or more',
  },
  LATE: { 'zh-CN': '迟到超过15分钟', en: 'Came more than 15 minutes late' },
  LEFT_EARLY: { 'zh-CN': '早退超过15分钟', en: 'Left more than 15 minutes early' },
  NO_SIGN_OUT: { 'zh-CN': '没有签退', en: 'Did not sign out' },
  OFFLINE_CLOCK: { 'zh-CN': '离线登记，设备时钟不准', en: 'Kept offline by a device whose clock is off' },
  BY_HAND: { 'zh-CN': '事后补登，须另一人确认', en: 'Entered by hand; a second person confirms it' },
} as const satisfies Record<string, Words>
export const PRESENCE_FLAGS = [
  'NO_POSITION',
  'FAR',
  'DEVICE_SHARED',
  'CODE_SPREAD',
  'LATE',
  'LEFT_EARLY',
  'NO_SIGN_OUT',
  'OFFLINE_CLOCK',
  'BY_HAND',
] as const
export const PresenceFlag = choice(PRESENCE_FLAGS, PRESENCE_FLAG_LABELS)
export type PresenceFlag = z.infer<typeof PresenceFlag>

/** Where the review of somebody's presence stands. */
export const PRESENCE_REVIEW_LABELS = {
  absent: { 'zh-CN': '未签到', en: 'Not signed in' },
  clear: { 'zh-CN': '无需复核', en: 'Nothing to review' },
  open: { 'zh-CN': '待复核', en: 'To review' },
  accepted: { 'zh-CN': '已认可', en: 'Accepted' },
  rejected: { 'zh-CN': '不认可', en: 'Rejected' },
} as const satisfies Record<string, Words>
export const PRESENCE_REVIEWS = ['absent', 'clear', 'open', 'accepted', 'rejected'] as const
export const PresenceReview = choice(PRESENCE_REVIEWS, PRESENCE_REVIEW_LABELS)
export type PresenceReview = z.infer<typeof PresenceReview>

export const AttendanceMark = z
  .object({
    markId: f.id,
    kind: MarkKind,
    method: MarkMethod,
    markTime: z.string(),
    distance: z.int().nullable().meta({
      description: 'Metres from the place of the meeting; null if no position or no place is known',
    }),
    clockOffset: z.int().nullable().meta({
      description: 'Seconds by which the clock of an offline device was ahead; null for others',
    }),
    recordedBy: f.id.nullable().meta({ description: 'Account that entered it; null for the expert' }),
    recordedByName: z.string().nullable(),
    reason: z.string().nullable(),
    photoUrl: z.string().nullable().meta({ description: 'Signed, expiring address of the photo' }),
    signatureUrl: z.string().nullable().meta({
      description: 'Signed, expiring address of the drawn signature; for those who run the meeting',
    }),
    replacedBy: f.id
      .nullable()
      .meta({ description: 'The mark that corrects this one; null while it counts' }),
    createTime: z.string(),
  })
  .meta({ id: 'AttendanceMark' })
export type AttendanceMark = z.infer<typeof AttendanceMark>

/** Whether and how long one attendee was there. */
export const Presence = z
  .object({
    attendeeId: f.id,
    meetingId: f.id,
    currentStage: MeetingStage,
    name: z.string(),
    unit: z.string().nullable(),
    firstIn: z.string().nullable(),
    lastOut: z.string().nullable(),
    minutes: z.int().nullable().meta({
      description: 'Minutes within the time of the meeting; null without a sign-out',
    }),
    feeMinutes: z.int().nullable().meta({
      description: 'Minutes that the fee is for; null if none are agreed',
    }),
    review: PresenceReview,
    flags: z.array(PresenceFlag).meta({ description: 'What a review has to look at' }),
    reviewReason: z.string().nullable(),
    reviewedByName: z.string().nullable(),
    reviewedTime: z.string().nullable(),
    marks: z
      .array(AttendanceMark)
      .meta({ description: 'In the order of their times, corrected ones included' }),
    abilities: f.abilities('review', 'record'),
  })
  .meta({ id: 'Presence' })
export type Presence = z.infer<typeof Presence>
