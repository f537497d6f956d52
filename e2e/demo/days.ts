import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import { deliveryRoutes } from '@consilium/contract/notices/deliveries.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { SET_CLOCK_COMMAND } from '../../apps/api/src/commands/set-clock.ts'
import { askHolder } from '../../apps/api/src/infra/control.ts'
import type { Calendar } from './calendar.ts'
import type { Days, Player } from './platform.ts'

/** A week with today. */
export const DAYS_BACK = 6
/** Some seconds, in case a notice takes its time; what does not leave then leaves on another day. */
const LOOKS = 20
const LOOK_MS = 150
/** What was just done becomes a notice a moment later, so that one look that finds nothing proves nothing. */
const QUIET_LOOKS = 4
const HOUR_MS = 3_600_000
/** A session that was opened days ago ends before this moment; one that was opened just now does not. */
const SESSION_MS = 12 * HOUR_MS

const folderOf = (env: NodeJS.ProcessEnv): string | null =>
  env['DATA_DIR'] ?? (env['URL'] === undefined ? './data' : null)

async function setClock(dataDir: string, daysBack: number): Promise<boolean> {
  const asked = { command: SET_CLOCK_COMMAND, args: [String(daysBack)] }
  return askHolder(dataDir, asked, () => {}).catch(() => false)
}

/** What is due leaves within moments; what waits for the end of quiet hours or for a summary is not waited for. */
async function untilSent({ call }: Player, now: () => string): Promise<void> {
  let quiet = 0
  for (let look = 0; look < LOOKS && quiet < QUIET_LOOKS; look++) {
    const query = { state: 'queued', pageSize: 200 } as const
    const { rows } = await call(deliveryRoutes.list, { query })
    quiet = rows.some(({ dueTime }) => dueTime !== null && dueTime <= now()) ? 0 : quiet + 1
    await pause(LOOK_MS)
  }
}

/**
 * Takes hold of the clock of a new installation on this machine that runs in development with the embedded database. Any other
 * gets all its data today, and one that an earlier run left in the past is put right.
 */
export async function openDays(
  admin: Player,
  logIn: () => Promise<LoginAnswer>,
  calendar: Calendar,
): Promise<Days | null> {
  const dataDir = folderOf(process.env)
  if (dataDir === null || !existsSync(join(dataDir, 'control.sock'))) return null
  const { total } = await admin.call(organizationRoutes.list, {})
  const isNew = total === 0
  if (!(await setClock(dataDir, isNew ? DAYS_BACK : 0)) || !isNew) return null
  let back = DAYS_BACK
  // The folder may be that of another service.
  const { expiresAt } = await logIn()
  if (expiresAt > calendar.now(SESSION_MS - HOUR_MS)) {
    await setClock(dataDir, 0)
    return null
  }
  return {
    dataDir,
    async be(daysBack) {
      if (daysBack === back) return
      await untilSent(admin, () => calendar.now(-back * 24 * HOUR_MS))
      if (!(await setClock(dataDir, daysBack)))
        throw new Error('The clock of the service could not be set: restart the service')
      back = daysBack
    },
  }
}
