import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { IdentityQuestion } from '../src/infra/identity-verifier.ts'
import type { InvoiceQuestion } from '../src/infra/invoice-verifier.ts'

const TIMESTAMP_MAX_AGE_SECONDS = 300
const MS_PER_SECOND = 1000
const LONG_DELAY_MS = 60_000
const PATIENCE_MS = 15_000

/** A call as docs/verifier-webhook.md says. */
export interface VerifierCall extends InvoiceQuestion {
  id: string
  ask: 'invoice'
}

/** A call as docs/identity-webhook.md says. */
export interface IdentityCall extends IdentityQuestion {
  id: string
  ask: 'identity'
}

type Call = VerifierCall | IdentityCall

/** What a call is about, and its ending decides the answer: the number of an invoice, the phone of a person. */
const subjectOf = (call: Call): string => (call.ask === 'identity' ? call.phone : call.number)

/** What the server does with a call: an answer, or a way to fail. */
export type Behaviour =
  | {
      state: string
      fields?: Record<string, unknown> | unknown[] | null
      cost?: string
      retryAfterSeconds?: number
      /** The answer is filled up with blanks. */
      length?: number
    }
  | { status: number; headers?: Record<string, string> }
  | { body: string }
  /** Answers as if another call had been made. */
  | { replays: true }
  /** Says nothing for a long time, or until the server is told to answer. */
  | { hangs: true }

const ownFields = ({ code, number, date, amount, total }: VerifierCall) => ({
  invoiceNumber: number,
  issueDate: date,
  ...(code === null ? {} : { invoiceCode: code }),
  ...(amount === null ? {} : { amount }),
  ...(total === null ? {} : { totalAmount: total }),
})

/** What `npm run verifier` answers, by the last two digits of the number; all others are valid. */
export const BEHAVIOURS: Readonly<Record<string, { says: string; of: (call: VerifierCall) => Behaviour }>> = {
  '80': {
    says: 'valid, with another seller than is printed',
    of: (call) => ({ state: 'valid', fields: { ...ownFields(call), sellerName: '税务局登记的销售方' } }),
  },
  '81': { says: 'mismatch', of: () => ({ state: 'mismatch' }) },
  '82': { says: 'notFound', of: () => ({ state: 'notFound' }) },
  '83': { says: 'voided', of: (call) => ({ state: 'voided', fields: ownFields(call) }) },
  '84': { says: 'redFlushed', of: (call) => ({ state: 'redFlushed', fields: ownFields(call) }) },
  '85': { says: 'unsupported', of: () => ({ state: 'unsupported' }) },
  '86': { says: 'retryLater, after 30 seconds', of: () => ({ state: 'retryLater', retryAfterSeconds: 30 }) },
  '87': { says: 'valid, after 5 seconds', of: (call) => ({ state: 'valid', fields: ownFields(call) }) },
  '88': { says: 'nothing for a minute', of: () => ({ hangs: true }) },
  '89': { says: 'status 500', of: () => ({ status: 500 }) },
  '90': {
    says: 'status 503 with Retry-After: 60',
    of: () => ({ status: 503, headers: { 'retry-after': '60' } }),
  },
  '91': { says: 'status 403', of: () => ({ status: 403 }) },
  '92': { says: 'no JSON', of: () => ({ body: '<html>Bad gateway</html>' }) },
  '93': { says: 'fields of wrong types', of: () => ({ state: 'valid', fields: { amount: 'about ten' } }) },
  '94': {
    says: 'an answer about another invoice',
    of: () => ({ state: 'valid', fields: { invoiceNumber: '00000000000000000001' } }),
  },
  '95': { says: 'the answer to an earlier call', of: () => ({ replays: true }) },
  '96': { says: 'a state that there is not', of: () => ({ state: 'maybe' }) },
  '97': { says: 'an answer of a megabyte', of: () => ({ body: ' '.repeat(1024 * 1024) }) },
}
/** As `BEHAVIOURS`, by the last two digits of the phone; all others match. */
export const IDENTITY_BEHAVIOURS: Readonly<Record<string, { says: string; of: () => Behaviour }>> = {
  '80': { says: 'mismatch of the name', of: () => ({ state: 'mismatch', fields: ['name'] }) },
  '81': { says: 'mismatch, without saying of what', of: () => ({ state: 'mismatch' }) },
  '82': { says: 'unknown', of: () => ({ state: 'unknown' }) },
  '83': { says: 'mismatch of the phone', of: () => ({ state: 'mismatch', fields: ['phone'] }) },
  '84': {
    says: 'mismatch of number and phone',
    of: () => ({ state: 'mismatch', fields: ['number', 'phone'] }),
  },
  '86': { says: 'retryLater, after 30 seconds', of: () => ({ state: 'retryLater', retryAfterSeconds: 30 }) },
  '87': { says: 'match, after 5 seconds', of: () => ({ state: 'match' }) },
  '88': { says: 'nothing for a minute', of: () => ({ hangs: true }) },
  '89': { says: 'status 500', of: () => ({ status: 500 }) },
  '90': {
    says: 'status 503 with Retry-After: 60',
    of: () => ({ status: 503, headers: { 'retry-after': '60' } }),
  },
  '91': { says: 'status 403', of: () => ({ status: 403 }) },
  '92': { says: 'no JSON', of: () => ({ body: '<html>Bad gateway</html>' }) },
  '93': { says: 'fields that there are not', of: () => ({ state: 'mismatch', fields: ['birthDate'] }) },
  '94': { says: 'a match that names a field', of: () => ({ state: 'match', fields: ['name'] }) },
  '95': { says: 'the answer to an earlier call', of: () => ({ replays: true }) },
  '96': { says: 'a state that there is not', of: () => ({ state: 'maybe' }) },
  '97': { says: 'an answer of a megabyte', of: () => ({ body: ' '.repeat(1024 * 1024) }) },
}

const SLOW_ENDING = '87'
const SLOW_MS = 5000
const WELL = { invoice: 'valid', identity: 'match' } as const

const byEnding = (call: Call): Behaviour => {
  const ending = subjectOf(call).slice(-2)
  if (call.ask === 'identity') return IDENTITY_BEHAVIOURS[ending]?.of() ?? { state: 'match' }
  return BEHAVIOURS[ending]?.of(call) ?? { state: 'valid', fields: ownFields(call) }
}

export interface VerifierOptions {
  port?: number
  secret?: string | null
  /** What a call costs, in yuan. */
  cost?: string
  /** What is answered about what nothing was told of; by default the endings decide. */
  otherwise?: Behaviour
  onCall?: (call: Call, did: string) => void
}

/**
 * A verifier that follows docs/verifier-webhook.md and docs/identity-webhook.md: it checks signatures, and knows repeated calls
 * by their ids.
 */
export async function startVerifierServer({
  port = 0,
  secret = null,
  cost,
  otherwise,
  onCall,
}: VerifierOptions = {}) {
  const calls: Call[] = []
  const told = new Map<string, Behaviour>()
  const answered = new Map<string, { body: string; answer: string }>()
  let refusals = 0
  let released = Promise.withResolvers<void>()

  async function textOf(request: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  }

  function isSigned({ headers }: IncomingMessage, body: string): boolean {
    if (secret === null) return true
    const timestamp = String(headers['x-consilium-timestamp'] ?? '')
    const age = Math.abs(Date.now() / MS_PER_SECOND - Number(timestamp))
    if (!/^\d+$/.test(timestamp) || age > TIMESTAMP_MAX_AGE_SECONDS) return false
    const wanted = `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
    const given = Buffer.from(String(headers['x-consilium-signature'] ?? ''))
    return given.length === wanted.length && timingSafeEqual(given, Buffer.from(wanted))
  }

  function reply(response: ServerResponse, status: number, body: string, headers = {}): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }

  async function behave(response: ServerResponse, call: Call, body: string): Promise<string> {
    const subject = subjectOf(call)
    const behaviour = told.get(subject) ?? otherwise ?? byEnding(call)
    if (!told.has(subject) && subject.endsWith(SLOW_ENDING)) await delay(SLOW_MS)
    if ('hangs' in behaviour) {
      await Promise.race([released.promise, delay(LONG_DELAY_MS, undefined, { ref: false })])
      if (told.get(subject) === behaviour) told.delete(subject)
      const other = subject.replace(/88$/, '00')
      const next = call.ask === 'identity' ? { ...call, phone: other } : { ...call, number: other }
      return behave(response, next, body)
    }
    if ('status' in behaviour) {
      reply(response, behaviour.status, '{}', behaviour.headers)
      return `status ${behaviour.status}`
    }
    if ('body' in behaviour) {
      reply(response, 200, behaviour.body)
      return 'no answer of the protocol'
    }
    const id = 'replays' in behaviour ? '00000000-0000-0000-0000-000000000000' : call.id
    const { length = 0, ...said } = 'replays' in behaviour ? { state: WELL[call.ask] } : behaviour
    const answer = JSON.stringify({ id, ...(cost === undefined ? {} : { cost }), ...said }).padEnd(length)
    answered.set(call.id, { body, answer })
    reply(response, 200, answer)
    return said.state
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request)
    if (request.method !== 'POST' || !isSigned(request, body)) {
      refusals += 1
      return reply(response, 401, '{}')
    }
    const call = JSON.parse(body) as Call
    if (!(call.ask in WELL)) return reply(response, 400, '{}')
    const earlier = answered.get(call.id)
    // One id with another question was forged, or sent again by somebody who has read it.
    if (earlier && earlier.body !== body) return reply(response, 409, '{}')
    if (earlier) return reply(response, 200, earlier.answer)
    calls.push(call)
    const did = await behave(response, call, body)
    onCall?.(call, did)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')

  const made = <Ask extends Call['ask']>(ask: Ask) =>
    calls.filter((call): call is Extract<Call, { ask: Ask }> => call.ask === ask)

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: (number?: string) =>
      made('invoice').filter((call) => number === undefined || call.number === number),
    identityCalls: (phone?: string) =>
      made('identity').filter((call) => phone === undefined || call.phone === phone),
    /** Calls that were not signed with the secret. */
    refusals: () => refusals,
    /** From now on calls about this number or phone are treated so; null: as by its ending. */
    tell(subject: string, behaviour: Behaviour | null): void {
      if (behaviour) told.set(subject, behaviour)
      else told.delete(subject)
    },
    /** Lets those that hang have an answer. */
    release(): void {
      released.resolve()
      released = Promise.withResolvers()
    },
    /** Resolves once so many calls about the number or phone have come. */
    async untilCalled(subject: string, count = 1): Promise<void> {
      const deadline = Date.now() + PATIENCE_MS
      while (calls.filter((call) => subjectOf(call) === subject).length < count) {
        if (Date.now() > deadline) throw new Error(`no call ${count} about ${subject} has come`)
        await delay(20)
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
