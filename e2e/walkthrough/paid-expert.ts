import { createHash } from 'node:crypto'
import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import type { AnsweredFile } from '@consilium/contract/client.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { ownPaymentRoutes, type OwnPayments } from '@consilium/contract/payments/own-payments.ts'
import { paperRoutes } from '@consilium/contract/signing/papers.ts'
import type { ExpertPlayer, Stage } from './cast.ts'
import type { Production } from './chapters.ts'
import { chapter, expect, step } from './narrator.ts'
import { textOf } from './pdf-reading.ts'

const shown = (text: string) => text
const YEAR = 'yyyy'.length

/** Whoever has the document finds by its code that it is genuine. */
async function verify(stage: Stage, { bytes }: AnsweredFile, words: readonly string[]): Promise<string> {
  const text = textOf(bytes)
  for (const wanted of words) expect(text.includes(wanted), `the document does not say “${wanted}”`)
  const code = /verify\/([a-z2-9]{32})/.exec(text)?.[1] ?? ''
  const paper = await stage.anonymous.call(paperRoutes.verify, { params: { code } })
  const hash = createHash('sha256').update(bytes).digest('hex')
  expect(
    paper.documentHash === hash && paper.withdrawnTime === null,
    `its code says ${JSON.stringify(paper)}`,
  )
  return `${bytes.length} bytes, genuine by its code ${code.slice(0, 6)}…`
}

async function ownYear(expert: ExpertPlayer, year: number): Promise<OwnPayments> {
  const own = await expert.call(ownPaymentRoutes.ofYear, { query: { year } })
  const [entry] = own.entries
  expect(own.entries.length === 1 && entry?.kind === 'payment', `${own.entries.length} entries are there`)
  expect(own.payers[0]?.netAmount === entry.netAmount, `the payer paid ${own.payers[0]?.netAmount}`)
  return own
}

/** The expert whose payment arrived. */
export async function lookAtOwn(
  stage: Stage,
  { invited, meeting }: Production,
  held: Meeting,
): Promise<void> {
  chapter('An expert follows the own payments, and saves a statement and a certificate')
  const year = Number(meeting.createTime.slice(0, YEAR))
  const own = await step(
    `${invited.name} sees the payment, and the year by payer`,
    () => ownYear(invited, year),
    ({ payers }) => payers.map(({ orgName, netAmount }) => `${orgName}: ${netAmount}`).join('; '),
  )
  await step(
    'saves the statement of the year',
    async () =>
      verify(stage, await invited.call(ownPaymentRoutes.statement, { query: { year } }), [
        invited.name,
        own.payers[0]?.netAmount ?? '',
      ]),
    shown,
  )
  await step(
    'and a certificate of attendance',
    async () => {
      const { rows } = await invited.call(attendeeRoutes.list, { query: { meetingId: held.meetingId } })
      const params = { attendeeId: rows[0]?.attendeeId ?? 0 }
      return verify(stage, await invited.call(attendanceRoutes.certificate, { params }), [
        invited.name,
        '参会证明',
      ])
    },
    shown,
  )
}
