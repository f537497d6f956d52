import { shownFor } from '@consilium/api/test/money/authenticator.ts'
import { bankFileRoutes } from '@consilium/contract/bank-files/bank-files.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import type { ShownAccount } from '../accounts.ts'
import type { OrganizationThere } from '../organizations.ts'
import { INITIAL_PASSWORD } from '../plan/plan-people.ts'
import { DEMO_PASSWORD, enter, unlessThere, type Platform, type Player } from '../platform.ts'

/** Who locks, and who releases. */
const PEOPLE = [
  { name: '许静怡', phone: '10066600001', position: '出纳' },
  { name: '何明远', phone: '10066600002', position: '财务主管' },
] as const
const ACCOUNT = { bankName: '中国工商银行北京海淀支行', bankAccount: '0200001234567890129' }

const userNameOf = ({ planned }: OrganizationThere, place: number) =>
  `${planned.userName}.finance${place + 1}`

/** Sets up an authenticator app, which counts as proven for the next ten minutes. */
async function setUpSecondFactor({ call }: Player): Promise<void> {
  await call(secondFactorRoutes.confirm, { body: { password: DEMO_PASSWORD } })
  const { secret } = await call(secondFactorRoutes.beginTotp, {})
  await call(secondFactorRoutes.confirmTotp, { body: { code: shownFor(secret, new Date()) } })
}

/** Whoever looks at the data logs in without an app, and sets up an own one to lock and to release. */
export const removeSecondFactor = ({ call }: Player): Promise<null> => call(secondFactorRoutes.removeTotp, {})

async function financeOf(platform: Platform, payer: OrganizationThere, place: number): Promise<Player> {
  const { admin, accounts } = platform
  const userName = userNameOf(payer, place)
  const known = accounts.get(userName)
  // A run that was stopped has left the app.
  if (known)
    await unlessThere('NOT_FOUND', admin.call(secondFactorRoutes.reset, { body: { userId: known.userId } }))
  else {
    const person = { ...PEOPLE[place]!, userName, password: INITIAL_PASSWORD, department: '财务部' }
    const { userId } = await payer.main.call(personRoutes.create, { body: { ...person, role: 'finance' } })
    accounts.set(userName, { userId, mustChangePassword: true })
  }
  const player = await enter(platform, userName, INITIAL_PASSWORD)
  await setUpSecondFactor(player)
  return player
}

/** Two people of finance of a payer, with a second factor, and the account that it pays from. */
export async function openFinance(
  platform: Platform,
  payer: OrganizationThere,
): Promise<{ locker: Player; releaser: Player }> {
  const [locker, releaser] = [await financeOf(platform, payer, 0), await financeOf(platform, payer, 1)]
  const account = await locker.call(bankFileRoutes.account, { query: {} })
  if (account === null) {
    const body = { accountName: payer.record.orgName, ...ACCOUNT }
    await locker.call(bankFileRoutes.changeAccount, { body })
  }
  return { locker, releaser }
}

export const financeAccounts = (payer: OrganizationThere): ShownAccount[] =>
  PEOPLE.map(({ name, position }, place) => ({
    role: 'finance',
    userName: userNameOf(payer, place),
    password: DEMO_PASSWORD,
    note: `${name}，${position}: sets up an authenticator app before locking or releasing`,
  }))
