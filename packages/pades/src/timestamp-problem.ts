/** Why a timestamp authority gave no usable timestamp. */
export const TIMESTAMP_PROBLEMS = [
  'unreachable',
  'rejected',
  'unreadable',
  'otherDocument',
  'otherRequest',
  'badSignature',
  'badTime',
  'tooLarge',
  'wrongPurpose',
  'certificateExpired',
  'wrongPolicy',
  'untrustedAuthority',
] as const
export type TimestampProblem = (typeof TIMESTAMP_PROBLEMS)[number]
