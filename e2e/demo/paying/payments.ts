import { paymentRoutes, type DuePayment } from '@consilium/contract/payments/payments.ts'
import type { Calendar } from '../calendar.ts'
import { forEach } from '../crew.ts'
import type { MeetingThere } from '../meetings.ts'
import type { OrganizationThere } from '../organizations.ts'
import { payPairs, reversePairs, type Pair } from './reversals.ts'
import { readAll, unlessThere, type Platform } from '../platform.ts'
import type { Report } from '../report.ts'

const DAY = 'yyyy-MM-dd'.length
const MONTH = 'yyyy-MM'.length
/** Of so many signed fees of past meetings one stays to be paid. */
const LEFT_EACH = 3

const dayOf = ({ scheduleStartTime }: DuePayment) => scheduleStartTime?.slice(0, DAY) ?? ''

/** Fees that are amended by this data set are left alone, so that a run that was stopped can go on. */
const signedOnce = (meetings: readonly MeetingThere[]): ReadonlySet<number> =>
  new Set(
    meetings.flatMap(({ planned, attendees }) =>
      planned.attendees.flatMap(({ expert, goal }) =>
        goal === 'signed' ? (attendees.get(expert)?.attendeeId ?? []) : [],
      ),
    ),
  )

/** The main account files the last month that has ended, once its payments are there. */
async function fileLastMonth({ main }: OrganizationThere, calendar: Calendar): Promise<void> {
  const ofToday = Number(calendar.date(0).slice(-2))
  const period = calendar.date(-ofToday).slice(0, MONTH)
  const { payments, filings } = await main.call(paymentRoutes.month, { query: { period } })
  if (payments > 0 && filings.length === 0) await main.call(paymentRoutes.file, { body: { period } })
}

/** Agreements of past meetings are signed while the data set is filled, after the days of their payment. */
const PAID_BEFORE = '协议系补签'

interface Payable {
  meetings: readonly MeetingThere[]
  /** The payer that files its month. */
  payer: OrganizationThere | undefined
  batched: ReadonlySet<number>
  /** Fees that are paid and come back. */
  pairs: readonly Pair[]
}

/** Pays most of the signed fees of past meetings that no batch has, on the days of the meetings. */
export async function fillPayments(
  { admin }: Platform,
  { meetings, payer, batched, pairs }: Payable,
  calendar: Calendar,
  report: Report,
): Promise<void> {
  const paired = new Set(pairs.flatMap(({ earlier, later }) => [earlier, later]))
  const signed = signedOnce(meetings).difference(batched).difference(paired)
  const today = calendar.date(0)
  const due = await readAll((query) =>
    admin.call(paymentRoutes.due, { query: { ...query, signatureStatus: 'signed' } }),
  )
  const paid = due
    .filter(({ attendeeId, obstacles }) => signed.has(attendeeId) && obstacles.length === 0)
    .filter((each) => dayOf(each) !== '' && dayOf(each) < today)
    .filter((_, place) => place % LEFT_EACH !== 0)
    .toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)))
  const counting = report.part('fees paid', paid.length)
  await forEach(
    paid,
    async (each) => {
      const body = { attendeeId: each.attendeeId, paidDate: dayOf(each), reason: PAID_BEFORE }
      // No tax rules are known for days before 2026.
      await unlessThere('FEE_RULE_MISSING', admin.call(paymentRoutes.record, { body }))
    },
    (done) => counting.tell(done),
  )
  counting.end()
  if (!payer) return
  const ofToday = Number(calendar.date(0).slice(-2))
  await payPairs(payer.main, pairs, calendar.date(-ofToday))
  await fileLastMonth(payer, calendar)
  await reversePairs(payer.main, pairs, calendar)
}
