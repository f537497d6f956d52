import { z } from 'zod'
import { data, type RouteTable } from '../route.ts'
import { said } from '../words.ts'

/** How long the link works that a mail address is confirmed by. */
export const MAIL_LINK_HOURS = 24
/** Links that one account may have sent a day, to whichever address. */
export const MAIL_LINKS_PER_DAY_MAX = 5
/** Mails that a server refused for good within so many days: then nothing is sent to the address any more. */
export const MAIL_FAILURES_MAX = 3
export const MAIL_FAILURE_DAYS = 7

const ADDRESS_MAX = 254
const TOKEN_MAX = 64

/** An address that mail programs and servers read alike: no quotes, comments or line breaks. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/
export const mailAddress = z
  .string()
  .trim()
  .max(ADDRESS_MAX)
  .regex(
    ADDRESS,
    said('请输入邮箱地址，如 wang@example.com', 'Enter a mail address such as wang@example.com'),
  )
  .meta({ example: 'wang@example.com' })

export const OwnMail = z
  .object({
    address: z.string().nullable().meta({ description: 'Where notices go by mail; null: nowhere' }),
    pendingAddress: z
      .string()
      .nullable()
      .meta({
        description: `An address that counts once the link that was sent to it is opened, within ${MAIL_LINK_HOURS} hours`,
      }),
    pendingUntil: z.string().nullable().meta({ description: 'Until when the link works' }),
    unreachableSince: z
      .string()
      .nullable()
      .meta({
        description: `Nothing is sent to the address since this time, as its server refused ${MAIL_FAILURES_MAX} mails within ${MAIL_FAILURE_DAYS} days`,
      }),
    isOffered: z.boolean().meta({ description: 'Whether this service sends mail' }),
  })
  .meta({ id: 'OwnMail' })
export type OwnMail = z.infer<typeof OwnMail>

const tag = 'Accounts'

export const ownMailRoutes = {
  get: {
    method: 'GET',
    path: '/account/mail',
    access: 'session',
    caller: 'person',
    tag,
    summary: "The caller's mail address, and a proposed one that waits for confirmation",
    answer: data(OwnMail),
  },
  propose: {
    method: 'POST',
    path: '/account/mail',
    access: 'session',
    caller: 'person',
    tag,
    summary:
      "Propose a mail address: a link is sent to it, and the caller's former address stays until it is opened",
    body: z.strictObject({ address: mailAddress }),
    keyless: 'code',
    answer: data(OwnMail),
    errors: ['TOO_MANY_REQUESTS', 'MAIL_UNAVAILABLE', 'MAIL_NOT_OFFERED'],
  },
  confirm: {
    method: 'POST',
    path: '/account/mail/confirm',
    access: 'public',
    tag,
    summary: 'Confirm a mail address by the token of the link that was sent to it; it works once',
    body: z.strictObject({ token: z.string().min(1).max(TOKEN_MAX) }),
    answer: data(z.null()),
    errors: ['MAIL_LINK_EXPIRED'],
    rateLimit: 'credentials',
  },
  remove: {
    method: 'DELETE',
    path: '/account/mail',
    access: 'session',
    caller: 'person',
    tag,
    summary: "Remove the caller's mail address and a proposed one",
    answer: data(OwnMail),
  },
} as const satisfies RouteTable
