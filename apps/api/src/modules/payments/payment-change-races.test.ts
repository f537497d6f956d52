// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { paymentRoutes as routes } from '@consilium/contract/payments/payments.ts'
import { MANY_CONNECTIONS, startApi } from '../../../test/harness.ts'
import { seasonClock } from '../../../test/meeting-world.ts'
import { often } from '@consilium/test-kit/often.ts'
import { openPaymentWorld } from '../../../test/payment-world.ts'

const RACES = often(16, 50)
const DAY = '2026-11-06'

const api = await startApi({ clock: seasonClock, env: MANY_CONNECTIONS })
after(() => api.close())
const { manager, executor, payee, agreed } = await openPaymentWorld(api)

it('TAX-4 TRU-7: of a payment and a change of the fee at the same moment one takes effect, and nothing is paid while a change waits', async () => {
  const attendees = []
  for (let at = 0; at < RACES; at++) attendees.push(await agreed(await payee(), '3000'))
  const outcomes = await Promise.all(
    attendees.map(async ({ attendeeId, version }, at) => {
      const pays = () => executor.attempt(routes.record, { body: { attendeeId, paidDate: DAY } })
      const changes = () =>
        executor.attempt(attendeeRoutes.update, {
          body: { attendeeId, version, laborFee: '4000', reason: '课时调整' },
        })
      const [paid, changed] =
        at % 2 === 0
          ? await Promise.all([pays(), changes()])
          : await Promise.all([changes(), pays()]).then(([second, first]) => [first, second] as const)
      return [paid.error?.error ?? 'paid', changed.error?.error ?? 'changed'].join(' ')
    }),
  )
  const possible = ['paid AGREEMENT_PAID', 'PAYMENT_NOT_PAYABLE changed']
  assert.deepEqual(
    outcomes.filter((outcome) => !possible.includes(outcome)),
    [],
  )
  const paidIn = (meetingId: number) => manager.call(routes.list, { query: { meetingId } })
  const entries = (await Promise.all(attendees.map(({ meetingId }) => paidIn(meetingId)))).flatMap(
    ({ rows }) => rows,
  )
  assert.equal(entries.length, outcomes.filter((outcome) => outcome === possible[0]).length)
  for (const { payableAmount } of entries) assert.equal(payableAmount, '3000.00')
})
