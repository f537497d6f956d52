// `npm run bench:door`: 500 people (PEOPLE=500) sign in at one meeting within five minutes (MINUTES=5), on one node with a durable
// PostgreSQL, from one network: each scans the screen, shows a code of the phone, draws a signature and is in. None was invited, which
// costs most: each becomes an attendee.
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { signInRoutes } from '@consilium/contract/attendance/sign-in.ts'
import { codeOnScreen, openGuest } from '../e2e/guest.ts'
import { drawSignature } from '../e2e/demo/pictures/pictures.ts'
import { openPlatform } from '../e2e/demo/platform.ts'
import { createRandom } from '../e2e/demo/random.ts'
import { newDataDir, startService } from '../e2e/service.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { newMeeting } from '../e2e/attacks/organizations.ts'
import { peakMib, residentMib, resetPeak } from './process.ts'
import { quantile } from './quantile.ts'
import { writeSection } from './results.ts'

const PEOPLE = Number(process.env['PEOPLE'] ?? 500)
const MINUTES = Number(process.env['MINUTES'] ?? 5)
const PASSWORD = 'Opens-the-door-1'
const SMS_CODE = '123456'
const MINUTE_MS = 60_000
const SHANGHAI_MS = 8 * 60 * MINUTE_MS
const GOAL_MS = 300
const SLOWEST = 0.95

const wire = (time: number) => new Date(time + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ')

async function main(): Promise<void> {
  const postgres = await startPostgres({ isDurable: true })
  const dataDir = newDataDir()
  const env = {
    ADMIN_PASSWORD: PASSWORD,
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'error',
    SMS_FIXED_CODE: SMS_CODE,
  }
  const node = await startService({ dataDir, env, flags: [] })
  const { admin } = await openPlatform(node.baseUrl, PASSWORD)
  const now = Date.now()
  const meetingId = await newMeeting(
    { admin },
    { scheduleStartTime: wire(now), scheduleEndTime: wire(now + 120 * MINUTE_MS) },
  )
  const { url } = await admin.call(attendanceRoutes.openScreen, { body: { meetingId } })
  const handsign = drawSignature(createRandom(1))
  const times: number[] = []
  const whole: number[] = []
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    const answer = await work()
    times.push(performance.now() - started)
    return answer
  }

  async function comeIn(place: number): Promise<void> {
    const started = performance.now()
    const guest = openGuest(node.baseUrl)
    const phone = `1005${String(5_500_000 + place)}`
    const code = await timed(() => codeOnScreen(node.baseUrl, url))
    await timed(() => guest.call(signInRoutes.open, { body: { code } }))
    await timed(() => guest.call(signInRoutes.sendCode, { body: { phone } }))
    await timed(() => guest.call(signInRoutes.identify, { body: { phone, smsCode: SMS_CODE } }))
    const body = { kind: 'in' as const, name: '王晓明', handsign, device: `bench-${place}` }
    await timed(() => guest.call(signInRoutes.mark, { body }))
    whole.push(performance.now() - started)
  }

  const before = residentMib(node.pid)
  resetPeak(node.pid)
  const arrivals = Array.from({ length: PEOPLE }, async (_none, place) => {
    await delay(Math.random() * MINUTES * MINUTE_MS)
    await comeIn(place)
  })
  await Promise.all(arrivals)
  const [peak, after] = [peakMib(node.pid), residentMib(node.pid)]
  const { total } = await admin.call(attendanceRoutes.ofMeeting, { query: { meetingId, pageSize: 1 } })
  await node.stop()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  const slowest = quantile(times, SLOWEST)
  const report = `${PEOPLE} people, none of them invited, came at random moments of ${MINUTES} minutes from one network; ${total} are on the list.

| | |
|---|---|
| requests | ${times.length}, median ${quantile(times, 0.5).toFixed(0)} ms, 95 % within ${slowest.toFixed(0)} ms (goal ${GOAL_MS}, ${slowest <= GOAL_MS ? 'met' : '**not met**'}), longest ${Math.max(...times).toFixed(0)} ms |
| from the scan to being in, without the person's own time | median ${quantile(whole, 0.5).toFixed(0)} ms, 95 % within ${quantile(whole, SLOWEST).toFixed(0)} ms |
| resident memory before, at its peak, afterwards | ${before.toFixed(0)} → ${peak.toFixed(0)} → ${after.toFixed(0)} MiB |`
  console.log(report)
  writeSection('Signing in at the door (`npm run bench:door`)', report)
}

await main()
