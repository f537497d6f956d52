import { randomInt, randomUUID } from 'node:crypto'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { PHONE_PATTERN } from '@consilium/contract/fields.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { chapter, step } from './narrator.ts'

/** A logged-in participant of the walkthrough. */
export interface Player extends Client {
  userId: number
  token: string
}
export type MainAccount = Player & { orgId: number; orgName: string }
export type ExpertPlayer = Player & { expertId: number; name: string; phone: string }

export interface Stage {
  baseUrl: string
  smsCode: string
  anonymous: Client
  admin: Player
  /** Distinguishes this run's people from those of earlier runs. */
  run: string
}

export const PASSWORD = 'Walk-through-1'

/** A phone to which development mode sends the fixed code. */
export const newPhone = () => `10${String(randomInt(1_000_000_000)).padStart(9, '0')}`

const player = (stage: Pick<Stage, 'baseUrl'>, { token, userId }: LoginAnswer): Player => ({
  ...createClient({ baseUrl: stage.baseUrl, token }),
  token,
  userId,
})

export async function logIn(
  stage: Pick<Stage, 'baseUrl'>,
  username: string,
  password: string,
): Promise<Player> {
  const anonymous = createClient({ baseUrl: stage.baseUrl })
  const data = await anonymous.call(accountRoutes.login, { body: { username, password } })
  return player(stage, data)
}

/** Logs in with an initial password and sets a new one, as the service requires. */
export async function firstLogIn(stage: Stage, username: string, initial: string): Promise<Player> {
  const first = await logIn(stage, username, initial)
  const isPhone = PHONE_PATTERN.test(initial)
  if (isPhone) await first.call(accountRoutes.passwordCode, {})
  const proof = isPhone ? { smsCode: stage.smsCode } : { oldPassword: initial }
  const body = { ...proof, newPassword: PASSWORD }
  const data = await first.call(accountRoutes.changePassword, { body })
  return player(stage, data)
}

export async function openStage(baseUrl: string, adminPassword: string, smsCode: string): Promise<Stage> {
  const admin = await logIn({ baseUrl }, 'admin', adminPassword)
  return { baseUrl, smsCode, anonymous: createClient({ baseUrl }), admin, run: randomUUID().slice(0, 6) }
}

const sendCode = (stage: Stage, phone: string) =>
  stage.anonymous.call(accountRoutes.smsCode, { body: { phone } })

export async function registerOrganization(
  stage: Stage,
  kind: 'sponsor' | 'executor',
  name: string,
): Promise<MainAccount> {
  const [phone, orgName] = [newPhone(), `${name}（${stage.run}）`]
  const userName = `${kind}_${phone}`
  await sendCode(stage, phone)
  const route = kind === 'sponsor' ? organizationRoutes.registerSponsor : organizationRoutes.registerExecutor
  const body = {
    userName,
    password: PASSWORD,
    phone,
    smsCode: stage.smsCode,
    orgName,
    businessNature: '医药',
    name: '王晓明',
    creditCode: '91350100M000100Y43',
  }
  const data = await stage.anonymous.call(route, { body })
  return { ...(await logIn(stage, userName, PASSWORD)), orgId: data.orgId, orgName }
}

async function registerExpert(stage: Stage, name: string): Promise<ExpertPlayer> {
  const phone = newPhone()
  await sendCode(stage, phone)
  const body = {
    phone,
    smsCode: stage.smsCode,
    password: PASSWORD,
    name,
    unit: '首都医科大学附属医院',
    department: '心内科',
    title: '主任医师',
  }
  const data = await stage.anonymous.call(expertRoutes.register, { body })
  return { ...(await logIn(stage, phone, PASSWORD)), expertId: data.expertId, name, phone }
}

export interface Cast {
  sponsor: MainAccount
  executors: [MainAccount, MainAccount]
  experts: [ExpertPlayer, ExpertPlayer, ExpertPlayer]
  manager: Player
  lead: Player
  /** The account of the second executor's organization. */
  supervisor: Player
}

const STAFF_NAMES = { manager: '钱卫东', leader: '吴佳宁' } as const

export async function makeStaff(
  stage: Stage,
  roleType: 'manager' | 'leader',
  name: string = STAFF_NAMES[roleType],
): Promise<Player> {
  const phone = newPhone()
  const body = { userName: `${roleType}_${phone}`, name, password: 'Initial-1', phone, roleType }
  await stage.admin.call(accountRoutes.create, { body })
  return firstLogIn(stage, body.userName, body.password)
}

async function makeSupervisor(stage: Stage, main: MainAccount): Promise<Player> {
  const phone = newPhone()
  const body = {
    name: '周敏',
    phone,
    userName: `supervisor_${phone}`,
    password: 'Initial-1',
    role: 'supervisor' as const,
  }
  await main.call(personRoutes.create, { body })
  return firstLogIn(stage, body.userName, body.password)
}

const showOrganization = (org: MainAccount) =>
  `organization ${org.orgId} “${org.orgName}”, main account ${org.userId}`
const showExpert = (expert: ExpertPlayer) =>
  `expert ${expert.expertId} ${expert.name}, account ${expert.userId}`

/** Everyone registers or gets an account from the responsible account. */
export async function assembleCast(stage: Stage): Promise<Cast> {
  chapter('A sponsor, two executors and three experts register with an SMS code')
  const organization = (kind: 'sponsor' | 'executor', name: string) =>
    step(`the ${kind} ${name} registers`, () => registerOrganization(stage, kind, name), showOrganization)
  const expert = (name: string) =>
    step(`the expert ${name} registers`, () => registerExpert(stage, name), showExpert)
  const sponsor = await organization('sponsor', '康宁制药')
  const first = await organization('executor', '仁和会务')
  const second = await organization('executor', '博远会务')
  const experts: Cast['experts'] = [await expert('陈堃'), await expert('孙文博'), await expert('吴佳')]
  const manager = await step(
    'the administrator makes a manager',
    () => makeStaff(stage, 'manager'),
    ({ userId }) => `account ${userId}`,
  )
  const lead = await step(
    'and a project lead',
    () => makeStaff(stage, 'leader'),
    ({ userId }) => `account ${userId}`,
  )
  const supervisor = await step(
    'the second executor makes a supervisor',
    () => makeSupervisor(stage, second),
    ({ userId }) => `sub-account ${userId}`,
  )
  return { sponsor, executors: [first, second], experts, manager, lead, supervisor }
}
