import { refuseField } from './refusal.ts'

/** Pixels of a picture that is shown to the public: more than most phones take. */
export const PICTURE_PIXELS_MAX = 60_000_000

const FIELD = 'fileId'
const MILLION = 1_000_000

export const refuseUnreadable = () =>
  refuseField('PICTURE_UNREADABLE', FIELD, { pixels: String(PICTURE_PIXELS_MAX / MILLION) })

export const refuseSmall = (min: number, times: number) =>
  refuseField('PICTURE_TOO_SMALL', FIELD, { min: String(min), times: String(times) })
