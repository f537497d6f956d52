import type { Calendar } from '../calendar.ts'
import type { Filled } from '../fill.ts'
import type { Platform } from '../platform.ts'
import { closeOrganizations } from './organizations.ts'
import { fillPeople } from './people.ts'
import { closeDepartment, fillBot, fillBranches, fillForms, fillTemplates } from './settings.ts'

/** What people set for themselves and for their organizations. A manager is limited here, so that this comes last. */
export async function fillKeeping(
  platform: Platform,
  { staff, organizations }: Filled,
  calendar: Calendar,
): Promise<void> {
  const managers = staff.flatMap(({ roleType, player }) => (roleType === 'manager' ? [player] : []))
  const [sponsor, executor] = (['sponsor', 'executor'] as const).map((orgType) =>
    organizations.find(({ planned }) => planned.orgType === orgType),
  )
  if (!managers[0] || !sponsor || !executor) return
  await fillBranches(managers[0])
  await fillBot(executor.main)
  await fillForms(executor.main, calendar.date(0))
  await fillTemplates(sponsor.main)
  await closeDepartment(sponsor.main)
  await closeOrganizations(platform, managers[0])
  await fillPeople(platform, managers, { sponsor, executor }, calendar)
}
