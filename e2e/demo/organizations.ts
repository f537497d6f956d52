import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { organizationRoutes, type Organization } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { forEach } from './crew.ts'
import type { DataSet, PlannedOrganization, PlannedPerson, StaffMember } from './data-set.ts'
import { INITIAL_PASSWORD } from './plan/plan-people.ts'
import { enter, readAll, type Platform, type Player } from './platform.ts'
import type { Report } from './report.ts'

export interface Staff extends StaffMember {
  player: Player
}

export interface OrganizationThere {
  planned: PlannedOrganization
  record: Organization
  main: Player
  supervisor: Player | null
}

async function makeStaff(platform: Platform, member: StaffMember): Promise<Staff> {
  const { admin, accounts } = platform
  const { userName } = member
  if (!accounts.has(userName)) {
    const body = { ...member, password: INITIAL_PASSWORD }
    const data = await admin.call(accountRoutes.create, { body })
    accounts.set(userName, data)
  }
  return { ...member, player: await enter(platform, userName, INITIAL_PASSWORD) }
}

export async function fillStaff(platform: Platform, { staff }: DataSet, report: Report): Promise<Staff[]> {
  const there: Staff[] = []
  const counting = report.part('managers and leads', staff.length)
  await forEach(staff, async (member, place) => {
    there[place] = await makeStaff(platform, member)
  })
  counting.end()
  return there
}

async function makePerson(platform: Platform, main: Player, person: PlannedPerson): Promise<Player | null> {
  const { entered, ...body } = person
  if (!platform.accounts.has(person.userName)) {
    const data = await main.call(personRoutes.create, { body })
    platform.accounts.set(data.userName, { userId: data.userId, mustChangePassword: true })
  }
  return entered ? enter(platform, person.userName, INITIAL_PASSWORD) : null
}

async function makeRecord(
  platform: Platform,
  manager: Player,
  planned: PlannedOrganization,
): Promise<Organization> {
  const { orgType, orgName, businessNature, creditCode, userName, phone, name, surchargeRate } = planned
  const founding = { orgType, orgName, businessNature, creditCode, userName, phone, name, surchargeRate }
  const body = { ...founding, password: INITIAL_PASSWORD }
  const data = await manager.call(organizationRoutes.create, { body })
  platform.accounts.set(data.mainUserName, { userId: data.mainUserId, mustChangePassword: true })
  return data
}

/** An organization of an earlier run, with the credit code that signing needs. */
async function complete(
  manager: Player,
  { creditCode }: PlannedOrganization,
  record: Organization | undefined,
): Promise<Organization | undefined> {
  if (!record || record.creditCode !== null) return record
  const { orgId, version } = record
  return manager.call(organizationRoutes.update, { body: { orgId, version, creditCode } })
}

/** Managers create the organizations; their main accounts then create the staff accounts. */
export async function fillOrganizations(
  platform: Platform,
  { organizations }: DataSet,
  managers: readonly Player[],
  report: Report,
): Promise<OrganizationThere[]> {
  const known = await readAll((query) => platform.admin.call(organizationRoutes.list, { query }))
  const there: OrganizationThere[] = []
  const counting = report.part('organizations', organizations.length)
  await forEach(organizations, async (planned, place) => {
    const manager = managers[place % managers.length]!
    const record =
      (await complete(
        manager,
        planned,
        known.find(({ orgName }) => orgName === planned.orgName),
      )) ?? (await makeRecord(platform, manager, planned))
    const main = await enter(platform, planned.userName, INITIAL_PASSWORD)
    const people: (Player | null)[] = []
    for (const person of planned.people) people.push(await makePerson(platform, main, person))
    const supervisor = planned.people.findIndex(({ role, entered }) => entered && role === 'supervisor')
    there[place] = { planned, record, main, supervisor: people[supervisor] ?? null }
  })
  counting.end()
  return there
}
