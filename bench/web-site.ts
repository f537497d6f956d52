import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { SESSION_COOKIE, SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import { startApi, type Api, type User } from '../apps/api/test/harness.ts'
import { openWorld, seasonClock } from '../apps/api/test/meeting-world.ts'
import { DIST } from '../apps/office/test/portal.ts'

const PROJECTS = 60
const MEETINGS = 6

/** The data that the pages show. */
export interface Site {
  origin: string
  /** Cookie headers of logged-in accounts. */
  manager: string
  expert: string
  /** An attendee whose agreement waits for the expert's signature. */
  attendeeId: number
}

async function cookieOf(api: Api, { userName, password }: User): Promise<string> {
  const answer = await api.raw(accountRoutes.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SESSION_HEADER]: SESSION_IN_COOKIE },
    body: JSON.stringify({ username: userName, password }),
  })
  // Beside the cookie of the session there is one of the device.
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(`${SESSION_COOKIE.http}=`))
  if (!cookie) throw new Error(`${userName} could not log in: ${answer.status}`)
  return cookie.replace(/;.*/s, '')
}

/**
 * Creates projects on the public page and in the list, and an approved expert with meetings and an agreement to sign.
 */
async function fill(api: Api): Promise<Site> {
  const world = await openWorld(api)
  const { manager } = world
  for (let n = 1; n <= PROJECTS; n++) {
    const body = { projectName: `心血管疾病规范诊疗提升项目（第 ${n} 期）`, isPublished: true }
    await manager.call(projectRoutes.create, { body })
  }
  const expert = await world.expert()
  let attendeeId = 0
  for (let n = 1; n <= MEETINGS; n++) {
    const { meetingId } = await world.meeting()
    attendeeId = (await world.attendee(meetingId, { phone: expert.phone })).attendeeId
  }
  await world.drawUp(expert, attendeeId)
  const [managerCookie, expertCookie] = [await cookieOf(api, manager), await cookieOf(api, expert)]
  return { origin: api.app.url, manager: managerCookie, expert: expertCookie, attendeeId }
}

// A separate process, so that serving does not slow down measuring; it ends with the parent.
const api = await startApi({ clock: seasonClock, env: { WEB_DIR: DIST } })
process.once('disconnect', () => void api.close().then(() => process.exit()))
try {
  process.send?.(await fill(api))
} catch (error) {
  await api.close()
  throw error
}
