import { NOTICE_KINDS } from '@consilium/contract/notices/notice-kinds.ts'

/**
 * The templates that an operator registers with a provider of SMS: those of accounts, and one of each kind of notice.
 * docs/operating.md has their texts. Links stand in the fixed text before a placeholder, as `PUBLIC_URL/n/{link}`, since no
 * value may hold an address.
 */
export const SMS_TEMPLATES: readonly string[] = [
  'code',
  'phoneChangeStarted',
  'phoneChanged',
  'passwordReset',
  ...Object.keys(NOTICE_KINDS),
  'digest',
]
