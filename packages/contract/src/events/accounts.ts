import { z } from 'zod'
import { event } from './event.ts'

const NONE = z.object({})

export const accountEvents = {
  phoneChangeStarted: event('account.phoneChangeStarted', { version: 1, record: 'account', fields: NONE }),
  phoneChanged: event('account.phoneChanged', { version: 1, record: 'account', fields: NONE }),
  passwordReset: event('account.passwordReset', { version: 1, record: 'account', fields: NONE }),
  factorsReset: event('account.factorsReset', { version: 1, record: 'account', fields: NONE }),
  /** A manager reaches other sponsors than before. */
  portfolioChanged: event('account.portfolioChanged', { version: 1, record: 'account', fields: NONE }),
} as const
