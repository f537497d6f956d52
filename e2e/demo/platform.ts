import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import {
  CallFailed,
  createClient,
  type CallInput,
  type Client,
  type Outcome,
} from '@consilium/contract/client.ts'
import { PHONE_PATTERN } from '@consilium/contract/fields.ts'
import type { ErrorName } from '@consilium/contract/errors.ts'
import type { LightRoute } from '@consilium/contract/light-route.ts'
import type { Route } from '@consilium/contract/route.ts'
import { setTimeout as pause } from 'node:timers/promises'

const MAX_PAGE_SIZE = 200

export const DEMO_PASSWORD = 'Consilium-demo-1'
const FIXED_CODE = '123456'
const TOO_MANY_REQUESTS = 429
const DEFAULT_WAIT_SECONDS = 5
const MS_PER_SECOND = 1000

/** A logged-in account. */
export interface Player extends Client {
  userId: number
}

/** The installation to fill. */
export interface Platform {
  baseUrl: string
  anonymous: Client
  admin: Player
  /** All accounts by user name, including those created by this run. */
  accounts: Map<string, { userId: number; mustChangePassword: boolean }>
}

/** Waits as long as the service asks: this client exceeds the limits for logins and visitors of one address. */
function patient(client: Client): Client {
  async function attempt<R extends Route>(
    route: R | LightRoute<R>,
    input: CallInput<R>,
  ): Promise<Outcome<R>> {
    for (;;) {
      const outcome = await client.attempt(route, input)
      if (outcome.status !== TOO_MANY_REQUESTS) return outcome
      const seconds = Number(outcome.headers.get('retry-after') ?? DEFAULT_WAIT_SECONDS)
      await pause(seconds * MS_PER_SECOND)
    }
  }
  return { ...client, attempt, call: async (route, input) => (await attempt(route, input)).data }
}

const clientFor = (baseUrl: string, token: string | null = null) => patient(createClient({ baseUrl, token }))

const playerOf = (baseUrl: string, { token, userId }: LoginAnswer): Player => ({
  ...clientFor(baseUrl, token),
  userId,
})

/** Returns null if the record exists already, so that a run can continue an earlier one. */
export async function unlessThere<T>(refusal: ErrorName, call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof CallFailed && error.answer.error === refusal) return null
    throw error
  }
}

/** Reads all pages of a list. */
export async function readAll<T>(
  read: (page: { pageNum: number; pageSize: number }) => Promise<{ rows: T[]; total: number }>,
): Promise<T[]> {
  const found: T[] = []
  for (let pageNum = 1; ; pageNum++) {
    const { rows, total } = await read({ pageNum, pageSize: MAX_PAGE_SIZE })
    found.push(...rows)
    if (rows.length === 0 || found.length >= total) return found
  }
}

export async function openPlatform(baseUrl: string, adminPassword: string): Promise<Platform> {
  const anonymous = clientFor(baseUrl)
  const body = { username: 'admin', password: adminPassword }
  const data = await anonymous.call(accountRoutes.login, { body })
  const admin = playerOf(baseUrl, data)
  const accounts = await readAll((query) => admin.call(accountRoutes.list, { query }))
  return {
    baseUrl,
    anonymous,
    admin,
    accounts: new Map(accounts.map((account) => [account.userName, account])),
  }
}

/**
 * An initial password that equals the phone proves nothing, so the service asks for a code. Development mode fixes it.
 */
async function proofOf(player: Player, initialPassword: string) {
  if (!PHONE_PATTERN.test(initialPassword)) return { oldPassword: initialPassword }
  await player.call(accountRoutes.passwordCode, {})
  return { smsCode: process.env['SMS_FIXED_CODE'] ?? FIXED_CODE }
}

/** Logs in, and replaces an initial password by the demonstration's. */
export async function enter(
  { baseUrl, anonymous, accounts }: Platform,
  username: string,
  initialPassword: string,
): Promise<Player> {
  const isNew = accounts.get(username)?.mustChangePassword !== false
  const password = isNew ? initialPassword : DEMO_PASSWORD
  const first = await anonymous.call(accountRoutes.login, { body: { username, password } })
  const player = playerOf(baseUrl, first)
  if (!isNew) return player
  const body = { ...(await proofOf(player, initialPassword)), newPassword: DEMO_PASSWORD }
  const data = await player.call(accountRoutes.changePassword, { body })
  accounts.set(username, { userId: data.userId, mustChangePassword: false })
  return playerOf(baseUrl, data)
}
