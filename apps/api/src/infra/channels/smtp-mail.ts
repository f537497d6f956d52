import { createTransport } from 'nodemailer'
import { createBoundedQueue } from '../threads/bounded-queue.ts'
import type { Channel, Outcome, Outgoing } from './channel.ts'
import { PARAM_INVALID } from './channel.ts'
import { refused, refusedForGood, type Refused } from './provider-call.ts'

export interface SmtpMail {
  /** `smtp://user:password@host:587` with STARTTLS, or `smtps://…:465`. */
  url: string
  /** `Consilium <notices@example.com>` */
  from: string
  /** Certificates in PEM that are trusted besides those of the system; null: none. */
  ca: string | null
  /** The domain of message ids. */
  domain: string
}

/** Connections of this node. */
export const SMTP_CONNECTIONS = 5
/** Mails that wait for a connection of this node. */
const WAITING_MAX = 1000
/** How long a mail may take, with the wait for a connection. */
const MAIL_TIMEOUT_MS = 20_000
/** Bytes of a subject line that no mail program cuts (RFC 5322, section 2.1.1, for the encoded line). */
const RULES = { subjectMax: 200, textMax: 20_000 } as const

const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,190}$/
/** Line breaks and other control characters, which could begin a header of their own. */
const CONTROL = /\p{Cc}/u
/** What would be loaded when the mail is opened. A link is not: it is opened by whoever taps it. */
const LOADED =
  /<(?:img|link|script|iframe|object|embed|video|audio|source|base|form|input)\b|url\s*\(|@import/i

function unsendable({ to, subject = '', text, html = '' }: Outgoing): string | null {
  if (!ADDRESS.test(to)) return 'to'
  if (CONTROL.test(subject) || [...subject].length > RULES.subjectMax) return 'subject'
  if ([...text].length > RULES.textMax) return 'text'
  return LOADED.test(html) ? 'html' : null
}

interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
}

/** What a server says about this mail or its recipient, and not about the whole service, such as a login that it refuses. */
const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])

/** A 5xx about the mail ends it; a 4xx, and what says nothing about the mail, is repeated. */
function outcomeOf(error: unknown): Refused {
  const { code = 'UNKNOWN', responseCode } = error as SmtpError
  if (responseCode === undefined) return refused(`SMTP ${code}`)
  const reason = `SMTP ${responseCode}`
  return responseCode >= 500 && ABOUT_THE_MAIL.has(code)
    ? refusedForGood(reason)
    : refused(`${reason} ${code}`)
}

/** Rejects with the reason of the signal, or answers null after the time, while `work` goes on by itself. */
async function within<T>(work: Promise<T>, signal: AbortSignal, ms: number): Promise<T | null> {
  const { promise, resolve, reject } = Promise.withResolvers<T | null>()
  const onAbort = () => reject(signal.reason as Error)
  const timer = setTimeout(() => resolve(null), ms)
  signal.addEventListener('abort', onAbort)
  work.then(resolve, reject)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/** One click in the mail program ends this kind of mail (RFC 8058). */
const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/** Mail over SMTP, encrypted and to a server whose certificate is verified. The caller ends it by `close`. */
export function createSmtpMail(
  { url, from, ca, domain }: SmtpMail,
  timeoutMs = MAIL_TIMEOUT_MS,
): Channel & { close: () => void } {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const transport = createTransport({
    pool: true,
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(ca === null ? {} : { ca }) },
    maxConnections: SMTP_CONNECTIONS,
    // A mail whose connection broke may have arrived: whoever sends decides whether it is repeated.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const overConnection = createBoundedQueue({ atOnce: SMTP_CONNECTIONS, waiting: WAITING_MAX })
  return {
    name: 'mail',
    provider: 'smtp',
    rules: RULES,
    close: () => transport.close(),
    async send(message: Outgoing, signal: AbortSignal): Promise<Outcome> {
      signal.throwIfAborted()
      const invalid = unsendable(message)
      if (invalid !== null) return refusedForGood(`${PARAM_INVALID} ${invalid}`)
      const { id, to, subject = '', text, html, unsubscribeUrl } = message
      const mail = {
        from,
        to: { name: '', address: to },
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
      }
      let isGivenUp = false
      // What was given up while it waited is repeated by whoever sends, and must not leave then as well.
      const sending = overConnection(async () => (isGivenUp ? null : transport.sendMail(mail)))
      try {
        const sent = await within(sending, signal, timeoutMs)
        return sent === null ? refused('TIMEOUT') : { accepted: true, providerId: sent.messageId }
      } catch (error) {
        signal.throwIfAborted()
        return outcomeOf(error)
      } finally {
        isGivenUp = true
      }
    },
  }
}
