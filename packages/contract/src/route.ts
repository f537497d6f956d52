import type { z } from 'zod'
import { isByOrgType, ROLES_BY_ORG_TYPE, type AccessRole, type RoleType } from './accounts/roles.ts'
import type { ErrorName } from './errors.ts'
import type { RateGroup } from './rate-limits.ts'

/** Who may call: anyone, anyone logged in, or the named roles. */
export type Access = 'public' | 'session' | readonly AccessRole[]

/** The answer of a route. */
export type Answer =
  | { kind: 'data'; schema: z.ZodType }
  | { kind: 'page'; schema: z.ZodType }
  | { kind: 'file'; mediaType: string }
  | { kind: 'stream' }

/** Limits of several uploaded files. */
export interface UploadLimits {
  readonly max: number
  readonly fileBytes: number
  readonly bytes: number
}

/** Why some routes that are no GET keep no `Idempotency-Key`. */
export const KEYLESS_REASONS = {
  computed: 'Nothing is written, so that a repetition does no harm.',
  secret: 'The answer holds a secret, which is shown once and not kept.',
  session: 'It begins, ends or proves a session, and wrong proofs are counted even if the request fails.',
  code: 'A code is sent while no transaction is open; a repetition sends another one, within the same limits.',
  each: 'Each row is settled on its own; a repetition finds what is done and says so for each.',
} as const
export type Keyless = keyof typeof KEYLESS_REASONS

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base address, parameters in braces: `/business/org/{orgId}`. */
  readonly path: string
  /** Fields of path, body or answer that the operation log records as the target of a call. */
  readonly target?: readonly string[]
  readonly access: Access
  /**
   * Only a person who is logged in may call: what binds, decides, proves or belongs to an account itself. A machine with a
   * key of its organization may call every other route that the main account of the organization may call.
   */
  readonly caller?: 'person'
  /**
   * It tells or changes what belongs to no sponsor alone, such as the ledger of a payer: a manager who is limited to a
   * portfolio may not call it.
   */
  readonly beyondPortfolio?: true
  readonly tag: string
  /** One line for the API document. */
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The body may be a form, as programs of mail send it. */
  readonly takesForm?: true
  /** The body is multipart with one file in the field `file`. */
  readonly upload?: true
  /** The body is multipart with files in the field `files`, and with the fields of `body` as text. */
  readonly uploads?: UploadLimits
  /** The work continues after the answer, whose status is 202. */
  readonly accepted?: true
  readonly answer: Answer
  /** Errors of this route besides those that every route shares. */
  readonly errors?: readonly ErrorName[]
  /** It creates, or does what must not be done twice: always one transaction, with the entry of the log. */
  readonly creates?: true
  /** Why a route that writes keeps no `Idempotency-Key`; every other one does. */
  readonly keyless?: Keyless
  /** Allowed before the account has changed its initial password. */
  readonly initialPassword?: true
  /** Allowed before the account has set up a required second factor. */
  readonly beforeEnrolment?: true
  /** A read that is recorded in the operation log; writes always are. */
  readonly logged?: true
  /** Group of routes that are counted together and limited by 429; every public JSON route has one. */
  readonly rateLimit?: RateGroup
  readonly deprecated?: string
}

export type RouteTable = Readonly<Record<string, Route>>

/** Why a route keeps no `Idempotency-Key`; null for one that keeps it, and for one that only reads. */
export function keylessReason({
  method,
  keyless,
  answer,
}: Pick<Route, 'method' | 'keyless'> & { answer: Pick<Answer, 'kind'> }): Keyless | null {
  if (method === 'GET') return null
  // A POST that answers a file takes its filters in the body.
  return keyless ?? (answer.kind === 'file' ? 'computed' : null)
}

/** True if a repetition of a request with the same `Idempotency-Key` gets the first answer. */
export const keepsKey = (route: Parameters<typeof keylessReason>[0]): boolean =>
  route.method !== 'GET' && keylessReason(route) === null

export const data = <T extends z.ZodType>(schema: T) => ({ kind: 'data', schema }) as const
export const page = <T extends z.ZodType>(schema: T) => ({ kind: 'page', schema }) as const
export const file = (mediaType: string) => ({ kind: 'file', mediaType }) as const

/** What decides whether an account may call a route. */
export interface Standing {
  readonly roleType: RoleType
  /** The type of its organization; null for accounts without one. */
  readonly orgType: 'sponsor' | 'executor' | null
}

function isNamed(name: AccessRole, { roleType, orgType }: Standing): boolean {
  if (name === roleType) return true
  if (!isByOrgType(name)) return false
  const wanted = ROLES_BY_ORG_TYPE[name]
  return wanted.roleType === roleType && wanted.orgType === orgType
}

/** True if an account may call the route, unless a portfolio keeps it from that. */
export function allows(access: Access, caller: Standing | null): boolean {
  if (access === 'public') return true
  if (caller === null) return false
  return access === 'session' || access.some((name) => isNamed(name, caller))
}

/** True if the account is a manager whose portfolio keeps it from a route that its role may call. */
export const isBeyond = (
  { beyondPortfolio }: Pick<Route, 'beyondPortfolio'>,
  { isLimited }: { isLimited: boolean },
): boolean => beyondPortfolio === true && isLimited
