import type { Outcome } from './channel.ts'

/** What a provider answers is a few fields; more is not read. */
const ANSWER_MAX_BYTES = 64 * 1024
const MS_PER_SECOND = 1000
/** A provider cannot make a message wait longer than this by its Retry-After. */
export const RETRY_AFTER_MAX_MS = 3_600_000

export interface ProviderCall {
  url: string
  headers: Record<string, string>
  body: string
  /** How long the provider may take. */
  timeoutMs: number
}

export interface ProviderAnswer {
  status: number
  /** The fields of the answer; null if it is no JSON object. */
  fields: Record<string, unknown> | null
  /** Of the header, bounded. */
  retryAfterMs: number | undefined
}

export type Refused = Extract<Outcome, { accepted: false }>

export const refused = (reason: string, retryAfterMs?: number): Refused => ({
  accepted: false,
  final: false,
  reason,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})

export const refusedForGood = (reason: string): Refused => ({ accepted: false, final: true, reason })

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * MS_PER_SECOND : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS)
}

async function readFields(response: Response): Promise<ProviderAnswer['fields']> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) return null
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

const isAnswer = (result: ProviderAnswer | Refused): result is ProviderAnswer => 'status' in result

/** One call of a provider. Rejects only if `signal` aborts it; a provider that hangs or cannot be reached is a refusal. */
async function call(
  { url, headers, body, timeoutMs }: ProviderCall,
  signal: AbortSignal,
): Promise<ProviderAnswer | Refused> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, limit]),
    })
    const retryAfterMs = retryAfterOf(response.headers.get('retry-after'))
    return { status: response.status, fields: await readFields(response), retryAfterMs }
  } catch (error) {
    signal.throwIfAborted()
    return refused(limit.aborted ? 'TIMEOUT' : `UNREACHABLE ${(error as Error).name}`)
  }
}

/**
 * Calls a provider and lets `judge` say what its answer means. What means the same for every provider is settled here: too
 * many calls (429) and failures of the provider (5xx) may be repeated.
 */
export async function callProvider(
  request: ProviderCall,
  signal: AbortSignal,
  judge: (answer: ProviderAnswer) => Outcome,
): Promise<Outcome> {
  const answer = await call(request, signal)
  if (!isAnswer(answer)) return answer
  if (answer.status === 429 || answer.status >= 500)
    return refused(`HTTP ${answer.status}`, answer.retryAfterMs)
  return judge(answer)
}

/** A field of an answer as text; what is no text or number is left out. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
