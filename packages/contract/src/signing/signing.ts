/** What the signing page needs before it loads the schemas of its forms. */
export const AGREEMENT_STEPS = ['fill', 'contract', 'success'] as const
export type AgreementStep = (typeof AGREEMENT_STEPS)[number]

/** What prevents an agreement from being filled in, drawn up and signed, in the order in which it is checked. */
export const AGREEMENT_OBSTACLES = [
  'expertNotApproved',
  'meetingClosed',
  'invitationDeclined',
  'feeMissing',
  'payerMissing',
  'payerCodeMissing',
  'meetingNotApproved',
  'timeMissing',
  'placeMissing',
  'consentMissing',
] as const
export type AgreementObstacle = (typeof AGREEMENT_OBSTACLES)[number]

/** Why nothing may be paid on an agreement. */
export const PAYMENT_OBSTACLES = [
  'unsigned',
  'amendmentPending',
  'consentWithdrawn',
  'unsealed',
  'attendanceOpen',
  'attendanceShort',
] as const
export type PaymentObstacle = (typeof PAYMENT_OBSTACLES)[number]

/** Longer side of the ink's bounding box in pixels: a name written in one stroke may be flat. */
export const HANDSIGN_MIN_EXTENT = 40

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

/** Agreements that are sealed in one request. */
export const SEALED_AT_ONCE_MAX = 50
/** Base64 of the key file of a seal: some thousand bytes with a chain of certificates. */
export const SEAL_KEY_MAX_CHARS = 64 * 1024
