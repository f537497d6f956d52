// Engine: postgres
import assert from 'node:assert/strict'
import { often } from '@consilium/test-kit/often.ts'
import { after, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { paymentRoutes as payments, type SettlementLine } from '@consilium/contract/payments/payments.ts'
import {
  DEFAULT_TAX_TERMS,
  ONE_ITEM,
  taxSettingsRoutes,
} from '@consilium/contract/organizations/tax-settings.ts'
import fc from 'fast-check'
import type { ExpertUser, MainAccount } from '../../../../test/harness.ts'
import { sharedApi } from '../../../../test/shared-api.ts'
import { seasonClock } from '../../../../test/meeting-world.ts'
import { openPaymentWorld } from '../../../../test/payment-world.ts'

const api = await sharedApi({ after }, seasonClock)
const world = await openPaymentWorld(api)
const { manager, payee, agreed } = world

const NOTHING = { 'zh-CN': '与协议估算一致', en: 'As the agreement estimated' }
const IS_SUM = { 'zh-CN': /：合计应扣 /, en: / due in all, .* withheld before$/ }

interface Explained {
  lines: readonly SettlementLine[]
  reasons: readonly string[]
}
const isAsEstimated = ({ lines }: Explained) => lines.every(({ difference }) => Number(difference) === 0)

/** Asks in both languages: where an amount is another than the estimated one, something besides sums says why. */
async function inBoth<E extends Explained>(
  payer: MainAccount,
  ask: (client: MainAccount | ReturnType<typeof api.as>) => Promise<E>,
): Promise<E> {
  const [chinese, english] = [await ask(payer), await ask(api.as(payer.token, 'en'))]
  for (const [language, { lines, reasons }] of [
    ['zh-CN', chinese],
    ['en', english],
  ] as const) {
    const said = JSON.stringify({ lines, reasons })
    assert.ok(
      reasons.every((reason) => /\p{Script=Han}/u.test(reason) === (language === 'zh-CN')),
      said,
    )
    if (isAsEstimated({ lines, reasons })) continue
    assert.ok(!reasons.includes(NOTHING[language]), said)
    assert.ok(
      reasons.some((reason) => !IS_SUM[language].test(reason)),
      said,
    )
  }
  const amounts = (explained: E) => explained.lines.map(({ label: _label, ...line }) => line.settled)
  assert.deepEqual(amounts(chinese), amounts(english))
  assert.equal(chinese.reasons.length, english.reasons.length)
  return chinese
}

let changes = 0
/** Settings that follow all before, so that they are those of every day below. */
async function declare(payer: MainAccount, terms: object): Promise<void> {
  const { orgId } = payer
  const { version } = await manager.call(taxSettingsRoutes.get, { params: { orgId } })
  const validFrom = `2026-0${1 + Math.floor((changes % 240) / 28)}-${String(1 + (changes % 28)).padStart(2, '0')}`
  changes += 1
  await manager.call(taxSettingsRoutes.change, {
    body: { ...DEFAULT_TAX_TERMS, ...terms, orgId, version, validFrom, reason: '更正' },
  })
}

async function setResidence(expert: ExpertUser, isResident: boolean): Promise<void> {
  const { version } = await expert.call(expertRoutes.me, {})
  const taxResidence = isResident ? 'resident' : 'nonResident'
  await expert.call(expertRoutes.updateMe, { body: { version, taxResidence } })
}

const terms = fc.record({
  vatBasis: fc.constantFrom('month', 'month', 'day'),
  place: fc.constantFrom('city', 'town'),
  isContinuous: fc.constantFrom(true, true, false),
  isPlatform: fc.constantFrom(false, false, false, true),
  laborItems: fc.constantFrom(DEFAULT_TAX_TERMS.laborItems, ONE_ITEM),
})
const fee = fc.record({
  /** In cents: what the expert gets, or what is agreed. */
  amount: fc.oneof(
    fc.integer({ min: 50_000, max: 250_000 }),
    fc.integer({ min: 250_000, max: 2_000_000 }),
    fc.constantFrom(101_000, 10_100_000, 10_100_001),
  ),
  isNet: fc.constantFrom(true, true, false),
  laborForm: fc.constantFrom('lecture', 'review', 'chair'),
  day: fc.constantFrom('2026-11-02', '2026-11-02', '2026-11-16'),
  /** What becomes of the settings, or of the expert, between the agreement and the payment. */
  later: fc.oneof(fc.constant(null), fc.constant(null), terms, fc.boolean()),
})
type Fee = typeof fee extends fc.Arbitrary<infer F> ? F : never

const inYuan = (cents: number) => (cents / 100).toFixed(2)

/** Agrees and pays a fee, and compares at each step what is said of its tax. */
async function follow(payer: MainAccount, expert: ExpertUser, given: Fee, isFirst: boolean): Promise<void> {
  const { phone } = expert
  const { laborForm, isNet, later, day: paidDate } = given
  const asked = inYuan(given.amount)
  const amount = isNet ? { netAmount: asked } : { payableAmount: asked }
  const body = { ...amount, phone, laborForm }
  const calculated = await payer.call(laborFeeRoutes.calculate, { body })
  assert.equal(isNet ? calculated.netAmount : calculated.payableAmount, asked)
  const month = await inBoth(payer, async (client) => {
    const answer = await client.call(laborFeeRoutes.calculate, { body })
    assert.ok(answer.month)
    return answer.month
  })
  if (isNet && month.payableForNet !== null) {
    const forNet = { body: { payableAmount: month.payableForNet, phone, laborForm } }
    const again = await payer.call(laborFeeRoutes.calculate, forNet)
    assert.equal(
      again.month?.lines.at(-1)?.settled,
      asked,
      'what leaves the net with the payments of the month',
    )
  }
  const attendee = await agreed({ phone }, calculated.payableAmount, { payer, laborForm })
  const { attendeeId } = attendee
  assert.deepEqual(
    [attendee.vatAmount, attendee.surchargeAmount, attendee.incomeTax, attendee.netAmount],
    [calculated.vatAmount, calculated.surchargeAmount, calculated.incomeTax, calculated.netAmount],
    'the contract states what was calculated',
  )
  const explained = await payer.call(laborFeeRoutes.explain, { params: { attendeeId } })
  assert.equal(explained.lines.at(-1)?.amount, calculated.netAmount)
  const { rows } = await payer.call(payments.due, { query: { pageSize: 100 } })
  assert.equal(rows.find((row) => row.attendeeId === attendeeId)?.netAmount, calculated.netAmount)
  if (typeof later === 'boolean') await setResidence(expert, later)
  else if (later) await declare(payer, later)

  const query = { attendeeId, paidDate }
  const possible = await payer.attempt(payments.preview, { query })
  if (possible.error?.error === 'PAYMENT_NET_NEGATIVE') return
  const shown = await inBoth(payer, (client) => client.call(payments.preview, { query }))
  assert.equal(shown.estimatedNet, calculated.netAmount)
  const { entryId, netAmount } = await payer.call(payments.record, { body: query })
  assert.equal(netAmount, shown.netAmount)
  const said = await inBoth(payer, (client) => client.call(payments.explain, { params: { entryId } }))
  assert.deepEqual(said.lines, shown.lines)
  if (isFirst && later === null && !shown.reasons.some((reason) => reason.includes('累计预扣')))
    assert.ok(isAsEstimated(shown), 'the first payment of a month is what was estimated')
}

it('TAX-14: in contract, due list, calculation and preview amounts are those paid, or a reason says why, in both languages', async () => {
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.boolean(),
      fc.array(fee, { minLength: 1, maxLength: 3 }),
      async (first, isResident, fees) => {
        const payer = await world.payer()
        const expert = await payee()
        await declare(payer, first)
        await setResidence(expert, isResident)
        for (const [at, each] of fees.entries()) await follow(payer, expert, each, at === 0)
      },
    ),
    { numRuns: often(5, 14), endOnFailure: true },
  )
})

it('TAX-14: a payer that declares VAT by the month withholds none up to 100,000, and no estimate has any', async () => {
  const payer = await world.payer()
  const expert = await payee()
  await declare(payer, { vatBasis: 'month' })
  const { phone } = expert
  const body = { netAmount: '4000.00', phone }
  const { vatAmount, payableAmount, month } = await payer.call(laborFeeRoutes.calculate, { body })
  assert.deepEqual([vatAmount, payableAmount, month?.reasons], ['0.00', '4761.90', [NOTHING['zh-CN']]])
  const { attendeeId } = await agreed({ phone }, payableAmount, { payer })
  const query = { attendeeId, paidDate: '2026-11-02' }
  const preview = await payer.call(payments.preview, { query })
  assert.deepEqual([preview.netAmount, preview.estimatedNet], ['4000.00', '4000.00'])
  const english = await api.as(payer.token, 'en').call(payments.preview, { query })
  assert.deepEqual(english.reasons, [NOTHING.en])
})

it('TAX-14: a payer that changes its declaration of VAT after the agreement is named as the reason, in both languages', async () => {
  const said = {
    day: ['付款方按次（日）与增值税起征点比较；估算时按月申报计算', /the estimate took VAT by the month$/],
    month: [
      '付款方已按月申报增值税：2026-11 合计 4,761.90 元，与月度免税额比较；估算时按次计算',
      /the estimate took the payment by itself$/,
    ],
  } as const
  for (const [before, now] of [
    ['month', 'day'],
    ['day', 'month'],
  ] as const) {
    const payer = await world.payer()
    const { phone } = await payee()
    await declare(payer, { vatBasis: before })
    const { attendeeId } = await agreed({ phone }, '4761.90', { payer })
    await declare(payer, { vatBasis: now })
    const query = { attendeeId, paidDate: '2026-11-02' }
    const shown = await inBoth(payer, (client) => client.call(payments.preview, { query }))
    assert.ok(!isAsEstimated(shown))
    const english = await api.as(payer.token, 'en').call(payments.preview, { query })
    const [chinese, pattern] = said[now]
    assert.ok(shown.reasons.includes(chinese), JSON.stringify(shown.reasons))
    assert.ok(
      english.reasons.some((reason) => pattern.test(reason)),
      JSON.stringify(english.reasons),
    )
  }
})
