import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { MAX_PAGE_SIZE } from '@consilium/contract/envelope.ts'
import { PREFIX } from '../../e2e/demo/plan/plan.ts'
import { DEMO_PASSWORD } from '../../e2e/demo/platform.ts'

/** Somebody who looks at the pages, and their client for finding records to look at. */
export interface Viewer {
  userName: string
  password: string
  client: Client
}

/** An account of each role of the demonstration, and experts by what waits for them. */
export async function castOf(baseUrl: string, adminPassword: string) {
  const anonymous = createClient({ baseUrl })
  async function enter(userName: string, password = DEMO_PASSWORD): Promise<Viewer> {
    const { token } = await anonymous.call(accountRoutes.login, { body: { username: userName, password } })
    return { userName, password, client: createClient({ baseUrl, token }) }
  }
  const of = (name: string) => enter(`${PREFIX}.${name}`)
  const [admin, manager] = [await enter('admin', adminPassword), await of('manager1')]

  const query = { pageNum: 1, pageSize: MAX_PAGE_SIZE, orderByColumn: 'attendeeId' as const }
  const { rows: attendees } = await manager.client.call(attendeeRoutes.list, { query })
  const experts = new Map<string, Promise<Viewer | null>>()
  const expertOf = (phone: string) => {
    const known = experts.get(phone) ?? enter(phone).catch(() => null)
    experts.set(phone, known)
    return known
  }

  /** The first attendee that fits whose expert has an account with the demonstration's password. */
  async function attendance(fits: (attendee: Attendee) => boolean) {
    for (const attendee of attendees.filter(fits)) {
      const expert = await expertOf(attendee.phone)
      if (expert) return { expert, attendee }
    }
    return null
  }

  return {
    anonymous,
    admin,
    manager,
    leader: await of('leader1'),
    sponsor: await of('sponsor1'),
    executor: await of('executor1'),
    finance: await of('executor1.finance1'),
    releaser: await of('executor1.finance2'),
    supervisor: await of('executor1.supervisor1'),
    meetingExecutor: await of('executor1.meeting2'),
    attendance,
  }
}

export type Cast = Awaited<ReturnType<typeof castOf>>
