/** What a new password may be refused for. */
export const NEW_PASSWORD_ERRORS = ['PASSWORD_GUESSABLE', 'SERVICE_BUSY'] as const

/** What whoever opens an account with a user name and a password may be refused for. */
export const OPENING_ERRORS = [
  'PHONE_TAKEN',
  'USER_NAME_TAKEN',
  'USER_NAME_ALIKE',
  ...NEW_PASSWORD_ERRORS,
] as const
