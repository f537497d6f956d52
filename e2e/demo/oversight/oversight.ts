import type { Calendar } from '../calendar.ts'
import type { Filled } from '../fill.ts'
import { fillDeclarations } from './declarations.ts'
import { fillHospitals } from './hospitals.ts'
import { fillRules } from './rules.ts'
import { fillWaivers } from './waivers.ts'

/** What compliance looks at: where experts work, what they declare, limits of fees, and waivers of what meetings lack. */
export async function fillOversight(
  { staff, organizations, experts, meetings }: Filled,
  calendar: Calendar,
): Promise<void> {
  const manager = staff.find(({ roleType }) => roleType === 'manager')?.player
  const sponsor = organizations.find(({ planned }) => planned.orgType === 'sponsor')
  if (!manager) return
  await fillHospitals(manager)
  await fillDeclarations(experts)
  await fillWaivers(meetings, manager)
  if (sponsor) await fillRules(sponsor.main, calendar)
}
