import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Channel, Outcome } from '../channels/channel.ts'
import type { OpenChannels } from '../channels/open-channels.ts'
import type { JobCount } from '../jobs/jobs.ts'
import type { Keys } from '../keys/keys.ts'
import type { OcrClient } from '../ocr/ocr-client.ts'
import { TIMESTAMP_PROBLEMS } from '@consilium/pades/timestamp-problem.ts'
import type { TimestampAuthority } from '@consilium/pades/timestamp-authority.ts'
import { TimestampRefused } from '@consilium/pades/timestamp.ts'
import type { Sms } from '../sms.ts'
import { IDENTITY_ANSWERS } from '@consilium/contract/experts/identity-check.ts'
import { VERIFICATION_PROBLEMS, VERIFIER_STATES } from '@consilium/contract/invoices/verification.ts'
import type { InvoiceVerifier } from '../invoice-verifier.ts'
import { CALL_PROBLEMS, VerifierFailed } from '../verifier-call.ts'
import type { IdentityVerifier } from '../identity-verifier.ts'

const MS_PER_SECOND = 1000
/** Recognition takes from a fraction of a second to a minute. */
const RECOGNITION_BUCKETS_SECONDS = [0.5, 2, 5, 15, 60]

/** What is read when the metrics are asked for. */
export interface MeasuredParts {
  /** Connections of the pool, and requests that wait for one. */
  pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }
  jobs: () => Promise<readonly JobCount[]>
  streams: () => number
  /** The end of the validity of the certificate that agreements are signed with. */
  signedUntil: Date
  /** By channel, for how long the notice that was due first has waited, in seconds. */
  noticesWaiting: () => Promise<ReadonlyMap<string, number>>
  /** By how much this machine's clock was ahead of the database's when they were last compared. */
  clockAheadMs: () => number
}

/** Metrics of the service's own parts, in the registry that `/metrics` serves. */
export function createMeasures() {
  const registry = new Registry()
  const registers = [registry]
  const messages = new Counter({
    name: 'sms_messages_total',
    help: 'Text messages by kind and result',
    labelNames: ['kind', 'result'] as const,
    registers,
  })
  const recognition = new Histogram({
    name: 'recognition_request_duration_seconds',
    help: 'Time of requests to the recognition service, by outcome',
    labelNames: ['outcome'] as const,
    buckets: RECOGNITION_BUCKETS_SECONDS,
    registers,
  })
  // Series that exist from the start let an alert see the first failure.
  for (const kind of ['code', 'notice'])
    for (const result of ['sent', 'failed']) messages.inc({ kind, result }, 0)
  for (const outcome of ['answered', 'unreadable', 'busy', 'refused', 'down']) recognition.zero({ outcome })

  return {
    registry,

    countTimestamps: timestampCounter(registers),

    countSeals: sealCounter(registers),

    countVerifications: verificationCounter(registers),
    countIdentities: identityCounter(registers),

    countCalls: channelCounter(registers),

    /** The same messages, counted. */
    countSms: (sms: Sms): Sms => ({
      ...sms,
      async deliver(message) {
        const count = (result: string) => messages.inc({ kind: message.kind, result })
        await sms.deliver(message).catch((error: unknown) => {
          count('failed')
          throw error
        })
        count('sent')
      },
    }),

    /** The same requests, timed. */
    timeOcr: (ocr: OcrClient): OcrClient => ({
      ...ocr,
      async recognize(file, signal) {
        const started = performance.now()
        const outcome = await ocr.recognize(file, signal)
        recognition.observe({ outcome: outcome.kind }, (performance.now() - started) / MS_PER_SECOND)
        return outcome
      },
    }),

    observe(parts: MeasuredParts): void {
      addGauges(registers, parts)
      addWaiting(registers, parts)
    },
  }
}

/** The same keys; values that they cannot open because somebody has changed or moved them are counted. */
function sealCounter(registers: Registry[]) {
  const broken = new Counter({
    name: 'sealed_values_invalid_total',
    help: 'Encrypted values that failed their integrity check, whether or not a request failed for it',
    registers,
  })
  return (keys: Keys): Keys => ({
    ...keys,
    open(sealed, place) {
      try {
        return keys.open(sealed, place)
      } catch (error) {
        broken.inc()
        throw error
      }
    },
  })
}

/** The same requests for timestamps, counted. */
function timestampCounter(registers: Registry[]) {
  const timestamps = new Counter({
    name: 'timestamps_total',
    help: 'Requests for the timestamp of a signature, by result: stamped, or what was wrong with the answer',
    labelNames: ['result'] as const,
    registers,
  })
  for (const result of ['stamped', ...TIMESTAMP_PROBLEMS]) timestamps.inc({ result }, 0)
  return (authority: TimestampAuthority): TimestampAuthority => ({
    async stamp(pdf, signal) {
      const stamped = await authority.stamp(pdf, signal).catch((error: unknown) => {
        if (error instanceof TimestampRefused) timestamps.inc({ result: error.problem })
        throw error
      })
      timestamps.inc({ result: 'stamped' })
      return stamped
    },
  })
}

/** The same channels, their calls counted: `again` is tried once more, `final` is refused for good. */
function channelCounter(registers: Registry[]) {
  const calls = new Counter({
    name: 'notice_calls_total',
    help: 'Calls of channels of notices, by channel and result',
    labelNames: ['channel', 'result'] as const,
    registers,
  })
  const resultOf = (outcome: Outcome) => (outcome.accepted ? 'accepted' : outcome.final ? 'final' : 'again')
  return (channels: OpenChannels): OpenChannels => {
    const counted = (channel: Channel): Channel => {
      for (const result of ['accepted', 'again', 'final']) calls.inc({ channel: channel.name, result }, 0)
      return {
        ...channel,
        async send(message, signal) {
          const outcome = await channel.send(message, signal).catch((error: unknown) => {
            calls.inc({ channel: channel.name, result: 'again' })
            throw error
          })
          calls.inc({ channel: channel.name, result: resultOf(outcome) })
          return outcome
        },
      }
    }
    const { close, sms, ...others } = channels
    const rest = Object.entries(others).map(([name, channel]) => [name, counted(channel)])
    return { ...(Object.fromEntries(rest) as typeof others), sms: counted(sms), close }
  }
}

export type Measures = ReturnType<typeof createMeasures>

/** The same calls, counted, with what their answers say that they cost. */
function verificationCounter(registers: Registry[]) {
  const calls = new Counter({
    name: 'invoice_verifications_total',
    help: 'Calls of the verifier of invoices, by result: the state that it answered, or what was wrong with the call',
    labelNames: ['result'] as const,
    registers,
  })
  const cost = new Counter({
    name: 'invoice_verification_cost_total',
    help: 'What the verifier of invoices said that its answers cost, in yuan',
    registers,
  })
  for (const result of [...VERIFIER_STATES, ...VERIFICATION_PROBLEMS]) calls.inc({ result }, 0)
  return (verifier: InvoiceVerifier): InvoiceVerifier => ({
    async verify(callId, question, signal) {
      const answer = await verifier.verify(callId, question, signal).catch((error: unknown) => {
        if (error instanceof VerifierFailed) calls.inc({ result: error.problem })
        throw error
      })
      calls.inc({ result: answer.state })
      cost.inc(Number(answer.cost ?? 0))
      return answer
    },
  })
}

function identityCounter(registers: Registry[]) {
  const calls = new Counter({
    name: 'identity_verifications_total',
    help: 'Calls of the verifier of identities, by result: the state that it answered, or what was wrong with the call',
    labelNames: ['result'] as const,
    registers,
  })
  for (const result of [...IDENTITY_ANSWERS, ...CALL_PROBLEMS]) calls.inc({ result }, 0)
  return (verifier: IdentityVerifier): IdentityVerifier => ({
    ...verifier,
    async verify(callId, question, signal) {
      const answer = await verifier.verify(callId, question, signal).catch((error: unknown) => {
        if (error instanceof VerifierFailed) calls.inc({ result: error.problem })
        throw error
      })
      calls.inc({ result: answer.state })
      return answer
    },
  })
}

/** The same services, measured. */
export const measured = (
  measures: Measures,
  {
    channels,
    sms,
    ocr,
    keys,
    timestamps,
    invoiceVerifier,
    identityVerifier,
  }: {
    channels: OpenChannels
    sms: Sms
    ocr: OcrClient
    keys: Keys
    timestamps: TimestampAuthority | null
    invoiceVerifier: InvoiceVerifier | null
    identityVerifier: IdentityVerifier | null
  },
) => ({
  channels: measures.countCalls(channels),
  keys: measures.countSeals(keys),
  sms: measures.countSms(sms),
  ocr: measures.timeOcr(ocr),
  timestamps: timestamps && measures.countTimestamps(timestamps),
  invoiceVerifier: invoiceVerifier && measures.countVerifications(invoiceVerifier),
  identityVerifier: identityVerifier && measures.countIdentities(identityVerifier),
})

function addWaiting(registers: Registry[], { noticesWaiting }: MeasuredParts): void {
  new Gauge({
    name: 'notice_waiting_seconds',
    help: 'For how long the notice that was due first has waited, of all nodes, by channel',
    labelNames: ['channel'],
    registers,
    async collect() {
      this.reset()
      for (const [channel, seconds] of await noticesWaiting().catch(() => [])) this.set({ channel }, seconds)
    },
  })
}

function addGauges(
  registers: Registry[],
  { pool, jobs, streams, signedUntil, clockAheadMs }: MeasuredParts,
): void {
  const add = (
    name: string,
    help: string,
    collect: (gauge: Gauge) => void | Promise<void>,
    labelNames: string[] = [],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        await collect(this)
      },
    })
  add(
    'db_pool_connections',
    'Database connections of this node, by state',
    (gauge) => {
      gauge.set({ state: 'idle' }, pool.idleCount)
      gauge.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    },
    ['state'],
  )
  add('db_pool_waiting', 'Requests that wait for a database connection', (gauge) =>
    gauge.set(pool.waitingCount),
  )
  add(
    'signing_certificate_not_after_seconds',
    'When the certificate that agreements are signed with expires, in seconds since 1970',
    (gauge) => gauge.set(signedUntil.getTime() / MS_PER_SECOND),
  )
  add('event_streams_open', 'Open notification streams of this node', (gauge) => gauge.set(streams()))
  add(
    'jobs',
    'Jobs of all nodes, by queue and state',
    async (gauge) => {
      // Without an answer of the database there is no number, rather than an old one.
      gauge.reset()
      for (const { queue, state, count } of await jobs().catch(() => [])) gauge.set({ queue, state }, count)
    },
    ['queue', 'state'],
  )
  add(
    'clock_ahead_seconds',
    "How far the clock of this machine is ahead of the database's; below 0 it is behind",
    (gauge) => gauge.set(clockAheadMs() / MS_PER_SECOND),
  )
}
