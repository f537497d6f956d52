import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { createClient } from '@consilium/contract/client.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { quantile } from '../quantile.ts'
import { EXECUTORS, EXPERTS_FROM, MANAGER } from './population.ts'
import { tokenOf, type Service } from './service.ts'

const TIMES = 40

/** Adds, changes and removes attendees of one new meeting. */
export async function measureWrites({
  baseUrl,
}: Service): Promise<{ what: string; p50: number; p95: number }[]> {
  const manager = createClient({ baseUrl, token: await tokenOf(baseUrl, MANAGER) })
  const meeting = await manager.call(meetingRoutes.create, {
    body: { projectId: 7, execUserId: EXECUTORS.first },
  })
  const times: Record<'add' | 'change' | 'remove', number[]> = { add: [], change: [], remove: [] }
  const timed = async <T>(what: keyof typeof times, work: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    const result = await work()
    times[what].push(performance.now() - started)
    return result
  }
  for (let n = 0; n < TIMES; n++) {
    const phone = `1${String(EXPERTS_FROM + n).padStart(10, '0')}`
    const body = { meetingId: meeting.meetingId, phone }
    const added = await timed('add', () => manager.call(attendeeRoutes.create, { body }))
    const { attendeeId, version } = added
    const change = { attendeeId, version, summary: `第${n}次` }
    await timed('change', () => manager.call(attendeeRoutes.update, { body: change }))
    const params = { attendeeId: String(attendeeId) }
    await timed('remove', () => manager.call(attendeeRoutes.remove, { params }))
  }
  return Object.entries(times).map(([what, each]) => ({
    what: `${what} an attendee`,
    p50: quantile(each, 0.5),
    p95: quantile(each, 0.95),
  }))
}
