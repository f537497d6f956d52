// Fills a running installation with sample data: npm run demo (with npm start in another terminal). URL and
// ADMIN_PASSWORD select another installation, SCALE a smaller one (above 0 and at most 1).
import { adminPassword } from './admin-password.ts'
import { accountsOf, type ShownAccount } from './demo/accounts.ts'
import { fillApprovals } from './demo/approvals.ts'
import { fillAttendance } from './demo/attending/attendance.ts'
import { fillBatches } from './demo/paying/batches.ts'
import { createCalendar, type Calendar } from './demo/calendar.ts'
import { openDays } from './demo/days.ts'
import type { AgreementGoal, DataSet } from './demo/data-set.ts'
import { fillDictionaries, markFilled, readMark } from './demo/dictionaries.ts'
import { fill } from './demo/fill.ts'
import { fillOwnPapers } from './demo/paying/own-papers.ts'
import { fillPayments } from './demo/paying/payments.ts'
import { pairsOf } from './demo/paying/reversals.ts'
import { fillKeeping } from './demo/keeping/keeping.ts'
import { fillRecognized } from './demo/records/recognized.ts'
import { fillOversight } from './demo/oversight/oversight.ts'
import { planDataSet } from './demo/plan/plan.ts'
import { openPlatform, type Platform } from './demo/platform.ts'
import { createReport } from './demo/report.ts'

const address = (process.env.URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`).replace(/\/+$/, '')
const baseUrl = address.endsWith('/api') ? address : `${address}/api`
const MS_PER_SECOND = 1000
const MAX_SCALE = 1
const SIGNED_GOALS: readonly AgreementGoal[] = ['signed', 'superseded', 'resigned']

const print = (line: string) => process.stdout.write(`${line}\n`)

function scaleGiven(): number {
  const scale = Number(process.env.SCALE ?? MAX_SCALE)
  if (scale > 0 && scale <= MAX_SCALE) return scale
  throw new Error(`SCALE must be above 0 and at most ${MAX_SCALE}, not ${process.env.SCALE}`)
}

/** Signing an agreement draws and signs a document, which takes as long as many other requests. */
function printSize({ meetings }: DataSet, scale: number): void {
  const goals = meetings.flatMap(({ attendees }) => attendees.map(({ goal }) => goal))
  const signed = goals.filter((goal) => SIGNED_GOALS.includes(goal)).length
  print(`Filling ${baseUrl} at scale ${scale}`)
  print(
    `Of ${goals.length} attendees ${signed} sign, as drawing and signing documents takes most of the time; the others are left at every step before.\n`,
  )
}

function printAccounts(accounts: readonly ShownAccount[]): void {
  print('\nLog in as (these passwords are public: not for an installation that others reach)')
  for (const { role, userName, password, note } of accounts)
    print(`  ${role.padEnd(16)} ${userName.padEnd(30)} ${password.padEnd(18)} ${note}`)
}

async function fillAll(platform: Platform, scale: number, calendar: Calendar): Promise<void> {
  const filledBefore = await readMark(platform.admin)
  if (filledBefore !== null) {
    print(`${baseUrl} is filled already (${filledBefore}): nothing was changed.`)
    return
  }
  const started = performance.now()
  const dataSet = planDataSet(calendar, scale)
  printSize(dataSet, scale)
  await fillDictionaries(platform.admin)
  const report = createReport(print)
  const filled = await fill(platform, dataSet, calendar, report)
  await fillAttendance(platform, filled, calendar, { seed: dataSet.seed, report })
  const payer = filled.organizations.find(({ planned }) => planned.orgType === 'executor')
  const { accounts, attendeeIds } = await fillBatches(platform, filled, calendar, report)
  const pairs = pairsOf(filled.meetings, payer)
  await fillPayments(
    platform,
    { meetings: filled.meetings, payer, batched: attendeeIds, pairs },
    calendar,
    report,
  )
  await fillOwnPapers(filled, calendar, report)
  await fillApprovals(platform, filled, calendar, report)
  await fillRecognized(filled.meetings, calendar, report)
  await fillOversight(filled, calendar)
  await fillKeeping(platform, filled, calendar)
  const day = calendar.date(0)
  await markFilled(platform.admin, { zh: `${day}，比例 ${scale}`, en: `${day}, scale ${scale}` })
  print(`\nFilled in ${Math.round((performance.now() - started) / MS_PER_SECOND)} s.`)
  printAccounts([...accountsOf(filled), ...accounts])
}

async function main(): Promise<void> {
  const scale = scaleGiven()
  const calendar = createCalendar(new Date())
  const platform = await openPlatform(baseUrl, adminPassword(process.env), (admin, logIn) =>
    openDays(admin, logIn, calendar),
  )
  try {
    await fillAll(platform, scale, calendar)
  } finally {
    // Whatever happens, the service does not stay in the past.
    await platform.days?.be(0)
  }
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    const unreachable =
      error.message === 'fetch failed' ? ` (is Consilium running at ${baseUrl}? npm start)` : ''
    process.stderr.write(`\nThe demonstration data stopped: ${error.message}${unreachable}\n`)
    process.stderr.write('Run it again: it goes on from there.\n')
    process.exit(1)
  },
)
