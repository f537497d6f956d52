import type { Client } from '@consilium/contract/client.ts'
import type { Service } from '../service.ts'

/** How the service answered one request of an attack. */
export interface Answered {
  /** 0 where the connection ended without an answer. */
  status: number
  /** Of the envelope; null where the answer has none. */
  error: string | null
  /** The fields that the envelope's details name. */
  fields: string[]
  /** Seconds of Retry-After. */
  retryAfter: number | null
  ms: number
}

export interface Request {
  method?: string
  /** Begins with a slash: `/common/upload`. */
  path: string
  /** A session; null sends none. The administrator's where it is left out. */
  token?: string | null
  headers?: Record<string, string>
  /** A form is sent as multipart, bytes and text as they are, anything else as JSON. */
  body?: unknown
  signal?: AbortSignal
}

/** The product under attack, started as users run it. */
export interface Target {
  /** With `/api` at its end. */
  baseUrl: string
  service: Service
  dataDir: string
  admin: Client
  adminToken: string
  adminPassword: string
  anonymous: Client
  /** Sends one request and waits for its answer. Does not throw when the connection breaks. */
  send(request: Request): Promise<Answered>
  /** Bytes of memory that the service's process holds now. */
  memory(): number
}

/**
 * One row of the table. `attack` makes what it needs and sends the attack; it may run twice, so it makes new records
 * each time. `expect` throws where the answers are not those a safe service gives, or where something was written.
 */
export interface Attack {
  /** Of the finding, as it stands in the test's title: `SEC-1`. */
  id: string
  title: string
  attack(target: Target): Promise<Answered[]>
  expect(answers: readonly Answered[], target: Target): void | Promise<void>
  /** Settings of the product that the row needs; it then gets a service of its own. */
  settings?: Record<string, string>
}
