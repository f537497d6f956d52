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
const NOT_LOGGED_IN = 401
const DEFAULT_WAIT_SECONDS = 5
const MS_PER_SECOND = 1000

/** A logged-in account. */
export interface Player extends Client {
  userId: number
}

/** The clock of the installation, which stands some days back while data comes into being that is of those days. */
export interface Days {
  /** The folder of the installation's data, with the mails that development writes to a file. */
  dataDir: string
  /** Lets the service be so many days before today, once the notices of its present day have left. */
  be(daysBack: number): Promise<void>
}

/** The installation to fill. */
export interface Platform {
  baseUrl: string
  anonymous: Client
  admin: Player
  /** The days over which data comes into being; null: all of it does today. */
  days: Days | null
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

/** Its session ends while the days of the data go by; it then logs in again. */
function playerOf(
  baseUrl: string,
  { token, userId }: LoginAnswer,
  logIn: () => Promise<LoginAnswer>,
): Player {
  let client = clientFor(baseUrl, token)
  let renewing: Promise<void> | null = null
  const renew = async () => {
    client = clientFor(baseUrl, (await logIn()).token)
  }
  async function attempt<R extends Route>(
    route: R | LightRoute<R>,
    input: CallInput<R>,
  ): Promise<Outcome<R>> {
    const used = client
    const outcome = await used.attempt(route, input)
    if (outcome.status !== NOT_LOGGED_IN) return outcome
    if (used === client) await (renewing ??= renew().finally(() => (renewing = null)))
    return client.attempt(route, input)
  }
  return {
    open: (route, input) => client.open(route, input),
    attempt,
    call: async (route, input) => (await attempt(route, input)).data,
    userId,
  }
}

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

export async function openPlatform(
  baseUrl: string,
  adminPassword: string,
  openDays: (admin: Player, logIn: () => Promise<LoginAnswer>) => Promise<Days | null> = async () => null,
): Promise<Platform> {
  const anonymous = clientFor(baseUrl)
  const body = { username: 'admin', password: adminPassword }
  const logIn = () => anonymous.call(accountRoutes.login, { body })
  const admin = playerOf(baseUrl, await logIn(), logIn)
  const accounts = await readAll((query) => admin.call(accountRoutes.list, { query }))
  return {
    baseUrl,
    anonymous,
    admin,
    days: await openDays(admin, logIn),
    accounts: new Map(accounts.map((account) => [account.userName, account])),
  }
}

/**
 * An initial password that equals the phone proves nothing, so the service asks for a code. Development mode fixes it.
 */
async function proofOf(player: Client, initialPassword: string) {
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
  const logInBy = (given: string) =>
    anonymous.call(accountRoutes.login, { body: { username, password: given } })
  const logIn = () => logInBy(DEMO_PASSWORD)
  const first = await logInBy(password)
  if (!isNew) return playerOf(baseUrl, first, logIn)
  const newcomer = clientFor(baseUrl, first.token)
  const body = { ...(await proofOf(newcomer, initialPassword)), newPassword: DEMO_PASSWORD }
  const data = await newcomer.call(accountRoutes.changePassword, { body })
  accounts.set(username, { userId: data.userId, mustChangePassword: false })
  return playerOf(baseUrl, data, logIn)
}
