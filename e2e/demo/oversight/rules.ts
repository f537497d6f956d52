import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import type { Calendar } from '../calendar.ts'
import type { Player } from '../platform.ts'

/** Near what some experts of this data are paid in a year. */
const HIGHEST_A_YEAR = '10000.00'

/** A sponsor sets limits of its own, which some experts are near to and some above, and asks more of meetings. */
export async function fillRules(sponsor: Player, calendar: Calendar): Promise<void> {
  const validFrom = calendar.date(0)
  const caps = await sponsor.call(capRoutes.listPolicies, { query: {} })
  if (!caps.rows.some(({ createUserId }) => createUserId === sponsor.userId)) {
    const body = {
      validFrom,
      note: '集团合规部年度标准',
      overlaps: 'warn' as const,
      caps: [
        {
          scope: 'sponsor' as const,
          period: 'calendarYear' as const,
          measure: 'amount' as const,
          limit: HIGHEST_A_YEAR,
        },
      ],
      tiers: [
        { title: '主任医师', minutes: 60, highest: '4000.00' },
        { title: '副主任医师', minutes: 60, highest: '3000.00' },
      ],
    }
    await sponsor.call(capRoutes.createPolicy, { body })
  }
  const gates = await sponsor.call(gateRoutes.listPolicies, { query: {} })
  if (gates.rows.some(({ createUserId }) => createUserId === sponsor.userId)) return
  const rules = [
    { stage: 'closed' as const, check: 'attendanceReviewed' as const, mode: 'warn' as const },
    { stage: 'closed' as const, check: 'conflicts' as const, mode: 'warn' as const },
  ]
  await sponsor.call(gateRoutes.createPolicy, { body: { validFrom, note: '结项须完成签到复核', rules } })
}
