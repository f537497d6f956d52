import type { Client } from '@consilium/contract/client.ts'
import type { Service } from '../service.ts'

/** The service's answer to one request of an attack. */
export interface Answered {
  /** The HTTP status, or 0 if the connection ended without an answer. */
  status: number
  /** The error name of the envelope, or null. */
  error: string | null
  /** The fields named in the envelope's details. */
  fields: string[]
  /** Retry-After in seconds. */
  retryAfter: number | null
  ms: number
}

export interface Request {
  method?: string
  /** Starts with a slash: `/common/upload`. */
  path: string
  /** The session token; null sends none. Defaults to the administrator's. */
  token?: string | null
  headers?: Record<string, string>
  /** A FormData is sent as multipart, bytes and text unchanged, anything else as JSON. */
  body?: unknown
  signal?: AbortSignal
}

/** The product under attack. */
export interface Target {
  /** The base address, ending in `/api`. */
  baseUrl: string
  service: Service
  dataDir: string
  admin: Client
  adminToken: string
  adminPassword: string
  anonymous: Client
  /** Sends one request and waits for its answer. Does not throw when the connection breaks. */
  send(request: Request): Promise<Answered>
  /** The resident memory of the service's process, in bytes. */
  memory(): number
}

/**
 * One attack. `attack` creates the records it needs and sends the requests; it may run twice, so it creates new records
 * each time. `expect` throws if an answer is not that of a safe service, or if something was written.
 */
export interface Attack {
  /** The id of the finding for the test's title: `SEC-1`. */
  id: string
  title: string
  attack(target: Target): Promise<Answered[]>
  expect(answers: readonly Answered[], target: Target): void | Promise<void>
  /** What the report tells besides. */
  note?(answers: readonly Answered[]): string
  /** Settings that the attack needs. Attacks in a row with the same ones share a service, which no others use. */
  settings?: Record<string, string>
}
