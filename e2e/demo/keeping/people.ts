import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { listViewRoutes } from '@consilium/contract/list-views/list-views.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { portfolioRoutes } from '@consilium/contract/accounts/portfolios.ts'
import type { Calendar } from '../calendar.ts'
import type { OrganizationThere } from '../organizations.ts'
import { INITIAL_PASSWORD } from '../plan/plan-people.ts'
import { unlessThere, type Platform, type Player } from '../platform.ts'

const COMPLIANCE = { name: '唐慧敏', phone: '10077700001', position: '合规经理', department: '合规部' }

/** A person of a kind that no other part of the data has. */
async function addCompliance({ accounts }: Platform, { main, planned }: OrganizationThere): Promise<void> {
  const userName = `${planned.userName}.compliance1`
  if (accounts.has(userName)) return
  const body = { ...COMPLIANCE, userName, password: INITIAL_PASSWORD, role: 'compliance' as const }
  const { userId } = await main.call(personRoutes.create, { body })
  accounts.set(userName, { userId, mustChangePassword: true })
}

/** The last two people of the organization who have never logged in are disabled and archived. */
async function closeAccounts({ main, planned }: OrganizationThere): Promise<void> {
  const names = planned.people.filter(({ entered }) => !entered).map(({ userName }) => userName)
  const { rows } = await main.call(personRoutes.list, { query: { pageSize: 200 } })
  const [disabled, archived] = rows.filter(({ userName }) => names.slice(1).includes(userName ?? ''))
  if (disabled?.status === '0')
    await main.call(personRoutes.changeStatus, { body: { personId: disabled.personId, status: '1' } })
  if (archived)
    await main.call(personRoutes.archive, { body: { personId: archived.personId, archived: true } })
}

/** Experts whose review was refused are disabled and archived. */
async function closeExperts(manager: Player): Promise<void> {
  const query = { auditStatus: 'rejected' as const }
  const { rows } = await manager.call(expertRoutes.list, { query })
  const [disabled, archived] = rows.filter(({ status }) => status === '0')
  if (!disabled || !archived) return
  await manager.call(expertRoutes.changeStatus, { body: { expertId: disabled.expertId, status: '1' } })
  await manager.call(expertRoutes.archive, { body: { expertId: archived.expertId, archived: true } })
}

const VIEWS = [
  { list: 'experts', name: '待审核', query: 'auditStatus=pending&pageSize=50', columns: ['name', 'unit'] },
  {
    list: 'meetings',
    name: '待签协议',
    query: 'currentStage=agreements',
    columns: ['meetingName', 'currentStage'],
  },
]

async function saveViews({ call }: Player): Promise<void> {
  for (const body of VIEWS) await unlessThere('VIEW_NAME_TAKEN', call(listViewRoutes.create, { body }))
}

/** A manager is away next week, and another one decides meanwhile. */
async function goAway(away: Player, instead: Player, calendar: Calendar): Promise<void> {
  const body = {
    fromTime: calendar.time(7, '00:00'),
    toTime: calendar.time(14, '00:00'),
    delegateUserId: instead.userId,
  }
  await unlessThere('ABSENCE_OVERLAPS', away.call(approvalRoutes.createAbsence, { body }))
}

/** The last manager works for one sponsor only. */
async function limit({ admin }: Platform, userId: number, sponsor: OrganizationThere): Promise<void> {
  const { sponsors, version } = await admin.call(portfolioRoutes.get, { params: { userId } })
  if (sponsors.length > 0) return
  const body = { userId, version, sponsorAdminUserIds: [sponsor.main.userId] }
  await admin.call(portfolioRoutes.change, { body })
}

/** Accounts of every kind and state, and what people set for themselves. */
export async function fillPeople(
  platform: Platform,
  managers: readonly Player[],
  { sponsor, executor }: { sponsor: OrganizationThere; executor: OrganizationThere },
  calendar: Calendar,
): Promise<void> {
  const [first, second] = managers
  const last = managers.at(-1)
  if (!first || !second || !last) return
  await addCompliance(platform, sponsor)
  await closeAccounts(executor)
  await closeExperts(first)
  await saveViews(first)
  await goAway(second, first, calendar)
  await limit(platform, last.userId, sponsor)
}
