import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { forEach } from '../crew.ts'
import type { ExpertThere } from '../experts.ts'

const DECLARED = 12
/** Of so many experts one has interests to declare. */
const CONFLICT_EACH = 4
const STATEMENTS = ['担任一家医疗器械企业的顾问，年酬劳约五万元', '配偶任职于一家药品流通企业']

/** Some experts have declared their interests for this year. */
export async function fillDeclarations(experts: readonly ExpertThere[]): Promise<void> {
  const declaring = experts.flatMap(({ player }) => player ?? []).slice(0, DECLARED)
  await forEach(declaring, async ({ call }, place) => {
    if (await call(capRoutes.ownDeclaration, {})) return
    const hasConflict = place % CONFLICT_EACH === 1
    const statement = hasConflict ? STATEMENTS[Math.floor(place / CONFLICT_EACH) % STATEMENTS.length]! : null
    await call(capRoutes.declare, { body: { hasConflict, statement } })
  })
}
