import { refuseField } from '../refusal.ts'

/** Pixels of a picture that is uploaded: more than most phones take. */
export const PICTURE_PIXELS_MAX = 60_000_000

/** Bytes of a colour profile, inflated: those of printing presses have about two megabytes. */
export const PROFILE_BYTES_MAX = 4 * 1024 * 1024

/** Parts of a picture before its pixels: programs write some dozens, and one for each 64 KB of what they add. */
export const PICTURE_PARTS_MAX = 2000

const FIELD = 'fileId'
const MILLION = 1_000_000

export const refuseUnreadable = () =>
  refuseField('PICTURE_UNREADABLE', FIELD, { pixels: String(PICTURE_PIXELS_MAX / MILLION) })

export const refuseSmall = (min: number, times: number) =>
  refuseField('PICTURE_TOO_SMALL', FIELD, { min: String(min), times: String(times) })
