import type { Filled } from '../fill.ts'
import { fillDeclarations } from './declarations.ts'
import { fillHospitals } from './hospitals.ts'

/** What compliance looks at: where experts work and what they declare. */
export async function fillOversight({ staff, experts }: Filled): Promise<void> {
  const manager = staff.find(({ roleType }) => roleType === 'manager')?.player
  if (!manager) return
  await fillHospitals(manager)
  await fillDeclarations(experts)
}
