/** Sign-ins that a helper sends in one request. More are sent in several. */
export const ENTRIES_MAX = 100

/** Paths of signing in, apart from their schemas, so that the pages of visitors load none. */
export const SIGN_IN_PATHS = {
  screen: '/business/publicity/signIn/screen/{token}',
  open: '/business/publicity/signIn/open',
  sendCode: '/business/publicity/signIn/smsCode',
  identify: '/business/publicity/signIn/who',
  mark: '/business/publicity/signIn',
} as const
