import { createHash, randomInt, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { portfolioRoutes } from '@consilium/contract/accounts/portfolios.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import { createClient, type CallInput, type Client } from '@consilium/contract/client.ts'
import { expertRoutes, type ExpertRegister } from '@consilium/contract/experts/experts.ts'
import type { AnonymousCodePurpose } from '@consilium/contract/login/verification.ts'
import { PHONE_PATTERN } from '@consilium/contract/fields.ts'
import { creditCodeCheck, organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes, type CreatableRole } from '@consilium/contract/persons/persons.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { startApp, type App } from '../src/app.ts'
import { loadConfig } from '../src/settings/config.ts'
import { createClock, type Clock } from '../src/infra/clock.ts'
import type { ReadRoom } from '../src/infra/storage/disks.ts'
import { createLog } from '../src/infra/log.ts'
import { PASSWORD_COST, setPasswordCost, type PasswordCost } from '../src/infra/passwords/password.ts'
import { consent, giveCode, openSession } from './beginning.ts'
import { fetchDeclared } from './every-route/declared-answers.ts'
import {
  createTestDatabase,
  ensureTemplateDatabase,
  testDatabaseUrl,
  type TestDatabase,
} from './db/test-engine.ts'
import { sharedThreads } from './shared-threads.ts'

const ADMIN_PASSWORD = 'admin-password'
/** For tests of races, and for those that hold a connection themselves: as many as a node usually has. */
export const MANY_CONNECTIONS = { DATABASE_CONNECTIONS: '10' }
export const SMS_CODE = '123456'
export const TEST_MASTER_KEY = Buffer.alloc(32, 'a key of tests ').toString('base64')
export const TIME_ZONE = 'Asia/Shanghai'
/** Tests register many users from one address; rate limits have their own tests. */
const UNLIMITED = '1000000'
/** The template is named after the version of the embedded engine, since their folder formats differ. */
const PACKAGE = readFileSync(new URL('../package.json', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** A logged-in user of the service under test. */
export interface User extends Client {
  token: string
  userId: number
  userName: string
  roleType: RoleType
  password: string
  phone: string
}
export type MainAccount = User & { orgId: number; orgName: string }
/** `version` is that of the profile when the test got it. */
export type ExpertUser = User & { expertId: number; name: string; version: number }
export type PersonUser = User & { personId: number }

export interface HarnessOptions {
  clock?: Clock
  heartbeatMs?: number
  /** Statements are planned for their values, as in production; for tests of what they read. */
  plansForValues?: boolean
  env?: Record<string, string>
  /** The mode of the first start, which decides the gate policy; the settings stay those of tests. */
  mode?: 'production'
  readRoom?: ReadRoom
  /** Sends the requests of the typed clients, in place of `fetchDeclared`. */
  send?: typeof fetchDeclared
  /** Nothing is logged by default. */
  log?: ReturnType<typeof createLog>
}

/** Full cost would use half of the processor time of all tests. */
const LOW_PASSWORD_COST: PasswordCost = { memoryKib: 64, passes: 1 }

/** For tests of the cost itself. */
export async function atFullPasswordCost<T>(work: () => Promise<T>): Promise<T> {
  setPasswordCost(PASSWORD_COST)
  try {
    return await work()
  } finally {
    setPasswordCost(LOW_PASSWORD_COST)
  }
}

let phones = randomInt(1_000_000) * 1000
/** Returns a phone that receives the fixed code and that no other test of this process uses. */
type Founding = CallInput<typeof organizationRoutes.registerExecutor>['body']

/** A unified social credit code that no other test of this process uses. */
export function freshCreditCode(): string {
  const first17 = `91110105${String(phones++).padStart(9, '0')}`
  return first17 + creditCodeCheck(first17)
}

/** As a Chinese keyboard may type digits. */
export const fullWidth = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0))

export const freshPhone = () => `10${String(phones++).padStart(9, '0')}`
export const freshName = (prefix: string) => `${prefix}${randomUUID().slice(0, 8)}`

export const STAFF_NAMES = { admin: '孙平台', manager: '钱项目', leader: '吴负责' } as const

const quietLog = () => createLog({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent', file: null })

const settingsFor = (
  dataDir: string,
  databaseUrl: string | null,
  env: Record<string, string | undefined>,
) => ({
  PORT: '0',
  DATA_DIR: dataDir,
  // The tests must not depend on whether the web app was built.
  WEB_DIR: join(dataDir, 'web'),
  ADMIN_PASSWORD,
  TIME_ZONE,
  // Shared, since the databases of embedded tests are copies of one.
  MASTER_KEY: TEST_MASTER_KEY,
  ANONYMOUS_REQUESTS_PER_MINUTE: UNLIMITED,
  ACCOUNT_REQUESTS_PER_MINUTE: UNLIMITED,
  // The fewest that a node may have, since each plans the statements and reads the catalogue anew.
  DATABASE_CONNECTIONS: '2',
  // Races show who wins, not how soon: on a busy machine the last of a hundred may wait longer than a user would.
  DATABASE_WAIT_SECONDS: '120',
  DATABASE_LOCK_SECONDS: '120',
  DATABASE_STATEMENT_SECONDS: '120',
  DATABASE_SILENCE_SECONDS: '150',
  // Some tests set a public address.
  ALLOW_PUBLIC_DEVELOPMENT: 'yes',
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  ...env,
})

const configFor = (...settings: Parameters<typeof settingsFor>) => loadConfig(settingsFor(...settings))

const onFatal = (error: Error) => {
  throw error
}

/** Settings that affect what the first start writes to the database. */
const WRITTEN_AT_FIRST_START = ['MASTER_KEY', 'ADMIN_PASSWORD', 'TIME_ZONE']

/** Returns a name for the current migrations and the data that a first start adds. */
function templateName(): string {
  const hash = createHash('sha256').update(PACKAGE).update(TEST_MASTER_KEY)
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}

/** Runs a first start of the service, which migrates the database. */
async function startOnce(dataDir: string, databaseUrl: string | null): Promise<void> {
  const app = await startApp({ config: configFor(dataDir, databaseUrl, {}), log: quietLog(), onFatal })
  await app.close()
}

let serverTemplate: Promise<string> | undefined

/** A database of the server after a first start; copying it is faster than migrating. */
function migratedDatabase(): Promise<string> {
  const make = async () => {
    const name = `template_${templateName()}`
    await ensureTemplateDatabase(name, async (url) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'consilium-template-'))
      await startOnce(dataDir, url).finally(() => rmSync(dataDir, { recursive: true, force: true }))
    })
    return name
  }
  serverTemplate ??= make()
  return serverTemplate
}

/** What the first start writes is this test's own, so that no copy of another start will do. */
const isOwnStart = ({ env = {}, mode }: HarnessOptions): boolean =>
  mode !== undefined || WRITTEN_AT_FIRST_START.some((name) => name in env)

/** Creates a database on the server for one test; migrated unless the test needs its own first start. */
const createDatabaseFor = async (options: HarnessOptions): Promise<TestDatabase> =>
  createTestDatabase(isOwnStart(options) ? undefined : await migratedDatabase())

/** Returns a migrated, closed data folder that embedded tests copy, created once for each state of the migrations. */
async function embeddedTemplate(): Promise<string> {
  const folder = join(tmpdir(), `consilium-template-${templateName()}`)
  if (!existsSync(folder)) {
    const draft = mkdtempSync(`${folder}-`)
    await startOnce(draft, null)
    try {
      renameSync(draft, folder)
    } catch {
      // Another test file was faster; its folder is identical.
      rmSync(draft, { recursive: true, force: true })
    }
  }
  return join(folder, 'pg')
}

/** Sends any request, for what the typed client would not send. */
export const rawAt =
  (baseUrl: string) =>
  (path: string, { token, headers, ...init }: RequestInit & { token?: string } = {}): Promise<Response> =>
    fetchDeclared(baseUrl + path, {
      ...init,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(headers as object) },
    })

/** Starts the whole service with its own database on a free port. */
export async function startApi(options: HarnessOptions = {}) {
  setPasswordCost(LOW_PASSWORD_COST)
  const dataDir = mkdtempSync(join(tmpdir(), 'consilium-test-'))
  const database = testDatabaseUrl ? await createDatabaseFor(options) : null
  const databaseUrl = database?.url ?? null
  const template = database || isOwnStart(options) ? {} : { databaseTemplate: await embeddedTemplate() }
  const extraDatabases: TestDatabase[] = []
  const startNode = (url = databaseUrl, env: Record<string, string | undefined> = {}): Promise<App> =>
    startApp({
      config: {
        ...configFor(dataDir, url, { ...options.env, ...env }),
        ...(options.mode ? { mode: options.mode } : {}),
      },
      log: options.log ?? quietLog(),
      onFatal,
      plansOnce: options.plansForValues !== true,
      ...template,
      ...sharedThreads(),
      ...(options.clock ? { clock: options.clock } : {}),
      ...(options.readRoom ? { readRoom: options.readRoom } : {}),
      ...(options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs }),
    })
  const app = await startNode()
  const baseUrl = app.url + BASE_PATH

  const { send = fetchDeclared } = options
  const anonymous = createClient({ baseUrl, repeats: 0, fetch: send })
  const as = (token: string, language?: Language) =>
    createClient({ baseUrl, token, repeats: 0, fetch: send, ...(language ? { language } : {}) })

  async function login(username: string, password: string): Promise<User> {
    const data = await anonymous.call(accountRoutes.login, { body: { username, password } })
    const { token, userId, userName, roleType } = data
    return { ...as(token), token, userId, userName, roleType, password, phone: '' }
  }

  /** Proof for an account whose initial password is its phone: a code sent to that phone. */
  async function proofOf(user: User, initial: string) {
    if (!PHONE_PATTERN.test(initial)) return { oldPassword: initial }
    await user.call(accountRoutes.passwordCode, {})
    return { smsCode: SMS_CODE }
  }

  /** Logs in with an initial password and changes it, as new users must. */
  async function firstLogin(username: string, initial: string): Promise<User> {
    const user = await login(username, initial)
    const password = freshName('Pw-')
    const body = { ...(await proofOf(user, initial)), newPassword: password }
    const { token } = await user.call(accountRoutes.changePassword, { body })
    return { ...user, ...as(token), token, password }
  }

  const clock = options.clock ?? createClock(options.env?.['TIME_ZONE'] ?? TIME_ZONE)
  /** An account that a test begins with, in a session of its own. */
  async function begin({ userName, password, phone }: Pick<User, 'userName' | 'password' | 'phone'>) {
    const session = await openSession(app.db, clock, userName)
    return { ...as(session.token), ...session, password, phone }
  }

  const sendCode = async (phone: string, purpose?: AnonymousCodePurpose) => {
    const body = { phone, ...(purpose ? { purpose } : {}) }
    const data = await anonymous.call(accountRoutes.smsCode, { body })
    return data
  }

  const registrationCode = (phone: string) => {
    const masterKey = options.env?.['MASTER_KEY'] ?? TEST_MASTER_KEY
    return giveCode(app.db, clock, { masterKey, phone, code: SMS_CODE })
  }

  let boss: Promise<User> | undefined
  /** Reuses one session, since an account can have only a few and the tests use them. */
  async function createAccount(body: CallInput<typeof accountRoutes.create>['body']): Promise<void> {
    boss ??= login('admin', ADMIN_PASSWORD)
    let reply = await (await boss).attempt(accountRoutes.create, { body })
    if (reply.status === 401) {
      boss = login('admin', ADMIN_PASSWORD)
      reply = await (await boss).attempt(accountRoutes.create, { body })
    }
    return void reply.data
  }

  async function staff(roleType: 'admin' | 'manager' | 'leader'): Promise<User> {
    const userName = freshName(`${roleType}-`)
    const account = { userName, password: 'initial-1', phone: freshPhone() }
    await createAccount({ ...account, roleType, name: STAFF_NAMES[roleType] })
    return begin(account)
  }

  async function organization(kind: 'sponsor' | 'executor', given: Partial<Founding>): Promise<MainAccount> {
    const body = {
      userName: freshName(`${kind}-`),
      password: 'secret-1',
      phone: freshPhone(),
      orgName: freshName(kind === 'sponsor' ? '申办方' : '执行单位'),
      businessNature: '医药',
      name: '王晓明',
      ...(kind === 'executor' ? { creditCode: freshCreditCode() } : {}),
      ...given,
      smsCode: SMS_CODE,
    }
    await registrationCode(body.phone)
    const route =
      kind === 'sponsor' ? organizationRoutes.registerSponsor : organizationRoutes.registerExecutor
    const { orgId, orgName } = await anonymous.call(route, { body })
    return { ...(await begin(body)), orgId, orgName }
  }

  return {
    app,
    /** Starts another node with the same files, on the same or another database. */
    startNode,
    /** Settings of the service, for another process. */
    settings: settingsFor(dataDir, databaseUrl, options.env ?? {}),
    /** Returns an empty database on the server. */
    async emptyDatabase() {
      const made = await createTestDatabase()
      extraDatabases.push(made)
      return made
    },
    db: app.db,
    engine: app.engine,
    dataDir,
    baseUrl,
    anonymous,
    as,
    login,
    begin,
    firstLogin,
    sendCode,
    admin: () => login('admin', ADMIN_PASSWORD),
    /** An additional administrator. */
    secondAdmin: () => staff('admin'),
    manager: () => staff('manager'),
    /** A manager that is limited to these sponsors. */
    async limited(sponsors: readonly User[]): Promise<User> {
      const [admin, manager] = [await staff('admin'), await staff('manager')]
      const { version } = await admin.call(portfolioRoutes.get, { params: { userId: manager.userId } })
      const sponsorAdminUserIds = sponsors.map(({ userId }) => userId)
      await admin.call(portfolioRoutes.change, {
        body: { userId: manager.userId, version, sponsorAdminUserIds },
      })
      return manager
    },
    leader: () => staff('leader'),
    sponsor: (given: Partial<Founding> = {}) => organization('sponsor', given),
    executor: (given: Partial<Founding> = {}) => organization('executor', given),

    /** A registered expert who agrees to the use of identity and bank data, which signing needs. */
    async expert(given: Partial<ExpertRegister> = {}): Promise<ExpertUser> {
      const body = {
        phone: freshPhone(),
        password: 'secret-1',
        name: '李文博',
        unit: '首都医院',
        department: '心内科',
        title: '主任医师',
        ...given,
        smsCode: SMS_CODE,
      }
      await registrationCode(body.phone)
      const { expertId, name, version } = await anonymous.call(expertRoutes.register, { body })
      const user = await begin({ ...body, userName: body.phone })
      await consent(app.db, clock, user.userId)
      return { ...user, expertId, name, version }
    },

    /** A logged-in person of the main account's organization. */
    async person(main: MainAccount, role: CreatableRole): Promise<PersonUser> {
      const body = {
        name: '赵敏',
        phone: freshPhone(),
        userName: freshName('person-'),
        password: 'initial-1',
        role,
        department: '会务部',
      }
      const { personId } = await main.call(personRoutes.create, { body })
      return { ...(await begin(body)), personId }
    },

    raw: rawAt(baseUrl),

    async close(): Promise<void> {
      await app.close()
      for (const made of extraDatabases) await made.drop()
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Api = Awaited<ReturnType<typeof startApi>>
