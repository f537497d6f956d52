// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { CallInput } from '@consilium/contract/client.ts'
import { verificationRoutes } from '@consilium/contract/invoices/verification-routes.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { startApi } from '../../../test/harness.ts'
import { openWorld } from '../../../test/meeting-world.ts'

const routes = materialRoutes.meetingInvoice

const api = await startApi()
after(() => api.close())
const world = await openWorld(api)
const { executor, manager } = world
const { meetingId } = await world.meeting()

type Given = Omit<CallInput<typeof routes.create>['body'], 'meetingId'>
const create = (body: Given = {}) => executor.attempt(routes.create, { body: { meetingId, ...body } })
const found = async (query: CallInput<typeof routes.list>['query']) =>
  (await manager.call(routes.list, { query })).rows.map(({ recordId }) => recordId)

describe('invoices', () => {
  it('INV-1: without a verifier nothing is asked, offered or counted', async () => {
    const { data } = await create({
      invoiceType: '32',
      invoiceNumber: '26112000000000000200',
      issueDate: '2026-11-10',
      totalAmount: '106.00',
    })
    assert.deepEqual(
      [data.verificationState, data.verification.mayAsk, data.verification.missing],
      ['none', false, []],
    )
    const refused = await executor.attempt(verificationRoutes.ask, { body: { recordIds: [data.recordId] } })
    assert.deepEqual([refused.status, refused.error?.error], [409, 'VERIFIER_OFF'])
    const { isOn, callsToday, days } = await manager.call(verificationRoutes.usage, {})
    assert.deepEqual([isOn, callsToday, days], [false, 0, []])
  })

  it('SVC-7: an invoice can be created without any details', async () => {
    const { data } = await create()
    const fields = [
      data.invoiceType,
      data.invoiceCode,
      data.invoiceNumber,
      data.issueDate,
      data.checkCode,
      data.buyerName,
      data.buyerTaxId,
      data.sellerName,
      data.sellerTaxId,
      data.amount,
      data.taxAmount,
      data.totalAmount,
    ]
    assert.deepEqual(new Set(fields), new Set([null]))
    assert.deepEqual([data.source, data.fileId, data.files], ['manual', null, []])
  })

  it('SVC-7: amounts are exact, as numbers or strings, and negative on a red-letter invoice', async () => {
    const { data } = await create({ amount: 0.1, taxAmount: '9999999.99', totalAmount: '-64.9' })
    assert.deepEqual([data.amount, data.taxAmount, data.totalAmount], ['0.10', '9999999.99', '-64.90'])
    for (const amount of ['1e3', '+1', '--1', '', '1,000', '10000000', 0.001, -1e21]) {
      const { status, error } = await create({ amount })
      assert.deepEqual([status, error?.details?.map(({ field }) => field)], [400, ['amount']], String(amount))
    }
  })

  it('SVC-7: codes and numbers are stored without the spaces printed in them', async () => {
    const { data } = await create({
      invoiceCode: ' 0110 0160 5111 ',
      checkCode: '85342 96568 11163 80258',
      buyerTaxId: '',
      sellerTaxId: ' ',
    })
    assert.deepEqual([data.invoiceCode, data.checkCode], ['011001605111', '85342965681116380258'])
    assert.deepEqual([data.buyerTaxId, data.sellerTaxId], [null, null])
    const { error } = await create({ invoiceNumber: '１２３４' })
    assert.equal(error?.details?.[0]?.field, 'invoiceNumber')
  })

  it('SVC-7: a date must be an existing day without a time', async () => {
    assert.equal((await create({ issueDate: '2026-02-28' })).data.issueDate, '2026-02-28')
    for (const issueDate of ['2026-02-29', '2026-2-1', '20260201', '2026-02-01 00:00:00'])
      assert.equal((await create({ issueDate })).error?.details?.[0]?.field, 'issueDate', issueDate)
  })

  it('SVC-7: the same invoice may be entered twice', async () => {
    const body = { invoiceCode: '011001605111', invoiceNumber: '80100798' }
    const [first, second] = [await create(body), await create(body)]
    assert.deepEqual(await found({ ...body, isAsc: 'asc' }), [first.data.recordId, second.data.recordId])
  })

  it('SVC-7: a filter of spaces is ignored', async () => {
    assert.deepEqual(await found({ remark: ' ', pageSize: 200 }), await found({ pageSize: 200 }))
  })
})
