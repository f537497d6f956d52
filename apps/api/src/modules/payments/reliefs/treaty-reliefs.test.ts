// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { CallInput } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { paymentRoutes as payments } from '@consilium/contract/payments/payments.ts'
import { treatyReliefRoutes as routes } from '@consilium/contract/payments/treaty-reliefs.ts'
import { exportedRows } from '../../../../test/exports/exported-rows.ts'
import type { User } from '../../../../test/harness.ts'
import { sharedApi } from '../../../../test/shared-api.ts'
import { seasonClock } from '../../../../test/meeting-world.ts'
import { openPaymentWorld } from '../../../../test/payment-world.ts'

const api = await sharedApi({ after }, seasonClock)
const world = await openPaymentWorld(api)
const { manager, executor, rival, payee, agreed } = world

let passports = 2000000
async function foreigner() {
  const expert = await payee(null)
  const { version } = await expert.call(expertRoutes.me, {})
  await expert.call(expertRoutes.updateMe, {
    body: {
      version,
      idType: 'passport',
      idCardNo: `G${passports++}`,
      taxResidence: 'nonResident',
      nationality: 'FR',
      sex: 'male',
      birthDate: '1968-05-20',
    },
  })
  return expert
}

const upload = async (user: User = executor) =>
  (await user.call(fileRoutes.upload, { file: new File(['%PDF-1.4\n%%EOF\n'], 'residence.pdf') })).fileId
const TERMS = {
  country: 'FR',
  article: '中法税收协定第十四条',
  rate: '0',
  validFrom: '2026-11-05',
  validTo: '2026-11-15',
} as const

type Given = Partial<CallInput<typeof routes.create>['body']>
const ask = async (attendeeId: number, given: Given = {}, user: User = executor) =>
  user.attempt(routes.create, { body: { attendeeId, ...TERMS, fileId: await upload(user), ...given } })

async function give(attendeeId: number, given: Given = {}): Promise<number> {
  const { reliefId } = (await ask(attendeeId, given)).data
  await manager.call(routes.decide, { body: { reliefId, isApproved: true } })
  return reliefId
}
const fieldsOf = (reply: { error: { details?: { field: string }[] | undefined } | null }) =>
  reply.error?.details?.map(({ field }) => field)
const preview = (attendeeId: number, paidDate: string, user: Parameters<typeof Object>[0] = executor) =>
  (user as User).call(payments.preview, { query: { attendeeId, paidDate } })

it('TAX-17: relief under a treaty exempts a payment from its first to its last day, and says so', async () => {
  const expert = await foreigner()
  const { attendeeId } = await agreed(expert, '5000')
  const without = await preview(attendeeId, '2026-11-05')
  assert.equal(without.incomeTax, '186.04')
  const reliefId = await give(attendeeId)
  for (const [paidDate, tax] of [
    ['2026-11-04', '186.04'],
    ['2026-11-05', '0.00'],
    ['2026-11-15', '0.00'],
    ['2026-11-16', '186.04'],
  ] as const)
    assert.equal((await preview(attendeeId, paidDate)).incomeTax, tax, paidDate)
  const shown = await preview(attendeeId, '2026-11-15')
  assert.ok(shown.reasons.includes('依税收协定免征个人所得税（协定减免）'))
  const english = await preview(attendeeId, '2026-11-15', api.as(executor.token, 'en'))
  assert.ok(english.reasons.includes('A tax treaty exempts this pay from individual income tax'))
  const paid = await executor.call(payments.record, { body: { attendeeId, paidDate: '2026-11-15' } })
  assert.deepEqual([paid.incomeTax, Number(paid.treatyRate)], ['0.00', 0])
  const next = await agreed(expert, '3000', { laborForm: 'review' })
  const body = { attendeeId: next.attendeeId, netAmount: '3000', date: '2026-11-15' }
  const { month } = await executor.call(laborFeeRoutes.calculate, { body })
  assert.equal(month?.lines[3]?.settled, '0.00', 'the calculation knows it as well')
  await executor.call(routes.withdraw, { body: { reliefId } })
  assert.equal((await preview(next.attendeeId, '2026-11-15')).reasons.length > 0, true)
  assert.notEqual((await preview(next.attendeeId, '2026-11-15')).incomeTax, '0.00')
  const { rows } = await executor.call(payments.list, { query: { name: expert.name } })
  assert.equal(rows.find((row) => row.entryId === paid.entryId)?.incomeTax, '0.00', 'what was paid stays')
  const sheet = await exportedRows(executor, payments.nonResidentFile, { period: '2026-11' })
  const own = sheet.filter((row) => row['*收入'] === '4950.50')
  assert.deepEqual(
    own.map((row) => row['协定减免']),
    ['186.04'],
  )
})

it('TAX-17: a treaty that limits the rate takes no more than it, and never more than the table', async () => {
  const { attendeeId } = await agreed(await foreigner(), '5000')
  const taxes = []
  for (const rate of ['0.01', '0.0333', '0.5']) {
    await give(attendeeId, { rate })
    const { incomeTax, reasons } = await preview(attendeeId, '2026-11-10')
    taxes.push(incomeTax)
    assert.ok(
      reasons.includes(
        `依税收协定，个人所得税不超过不含税收入的 ${{ '0.01': '1', '0.0333': '3.33', '0.5': '50' }[rate]}%（协定减免）`,
      ),
    )
  }
  assert.deepEqual(taxes, ['49.51', '164.85', '186.04'])
})

it('TAX-17: relief needs its document, a non-resident and a second person', async () => {
  const expert = await foreigner()
  const { attendeeId } = await agreed(expert, '5000')
  assert.deepEqual(fieldsOf(await ask(attendeeId, { fileId: await upload(manager) })), ['fileId'])
  for (const [field, value] of [
    ['rate', '1'],
    ['rate', '0.12345'],
    ['rate', '-0.1'],
    ['country', 'XX'],
    ['article', ''],
    ['validTo', '2026-11-04'],
  ] as const)
    assert.deepEqual(fieldsOf(await ask(attendeeId, { [field]: value })), [field])
  const resident = await agreed(await payee(), '5000')
  assert.deepEqual(fieldsOf(await ask(resident.attendeeId)), ['attendeeId'])
  assert.equal((await ask(attendeeId, {}, rival)).status, 404)

  const { data: asked } = await ask(attendeeId)
  assert.deepEqual([asked.status, asked.abilities.decide, asked.rate], ['pending', false, '0'])
  const body = { reliefId: asked.reliefId, isApproved: true }
  assert.equal((await executor.attempt(routes.decide, { body })).error?.error, 'OWN_REQUEST')
  assert.equal((await rival.attempt(routes.decide, { body })).status, 404)
  assert.equal((await preview(attendeeId, '2026-11-10')).incomeTax, '186.04', 'it waits')
  const [one, other] = await Promise.all([
    manager.attempt(routes.decide, { body }),
    manager.attempt(routes.decide, { body: { ...body, isApproved: false } }),
  ])
  assert.deepEqual(
    [one.status, other.status].toSorted((a, b) => a - b),
    [200, 409],
  )
  const { rows } = await executor.call(routes.list, { query: { name: expert.name } })
  const listed = rows.find(({ reliefId }) => reliefId === asked.reliefId)
  assert.ok(listed?.status === 'approved' || listed?.status === 'refused')
  assert.ok(listed.fileUrl.includes('/common/personalFile/'))
  assert.equal((await rival.call(routes.list, { query: {} })).rows.length, 0)
})
