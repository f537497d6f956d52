// Engine: postgres
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { PRESET_RULES, presetOf } from '@consilium/contract/gates/gate-presets.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import { verificationRoutes } from '@consilium/contract/invoices/verification-routes.ts'
import { materialRoutes, type MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { freshCreditCode, startApi } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import {
  doubtfulPicture,
  fileOf,
  signedPdf,
  signedPicture,
  startOcrServer,
} from '../../../test/ocr-server.ts'
import { refusalOf } from '../../../test/outcomes.ts'
import { startVerifierServer } from '../../../test/verifier-server.ts'

const PATIENCE_MS = 15_000
const POLL_MS = 80
const invoiceRoutes = materialRoutes.meetingInvoice
const [verifier, ocr] = await Promise.all([startVerifierServer(), startOcrServer()])
const api = await startApi({
  clock: seasonClock,
  env: { OCR_URL: ocr.url, INVOICE_VERIFIER_URL: verifier.url },
})
after(async () => {
  await api.close()
  await verifier.close()
  await ocr.close()
})
const world = await openWorld(api)
const { manager, project } = world
const admin = await api.admin()
const PAYER_CODE = freshCreditCode()
const payer = await api.executor({ orgName: '仁和（北京）会务ABC', creditCode: PAYER_CODE })
await manager.call(projectRoutes.assignExecutors, {
  params: project,
  body: { execAdminUserIds: [payer.userId] },
})

let numbers = 26_113_000_000_000
const freshNumber = () => `${numbers++}`.padStart(17, '9') + '000'
type Given = Omit<CallInput<typeof invoiceRoutes.create>['body'], 'meetingId'>
const meeting = () => world.draft({ execUserId: payer.userId })
const enter = (meetingId: number, body: Given) =>
  manager.call(invoiceRoutes.create, { body: { meetingId, ...body } })
const remove = ({ recordId }: MeetingInvoice) =>
  manager.call(invoiceRoutes.remove, { params: { recordId: String(recordId) } })

/** What the check finds open in a meeting, in words. */
async function found(meetingId: number, check: MeetingCheck, threshold: number | null = null) {
  await admin.call(gateRoutes.createPolicy, {
    body: {
      validFrom: seasonClock.today(),
      rules: [{ stage: 'approved', check, mode: 'block', threshold }],
    },
  })
  const { checks } = await manager.call(gateRoutes.get, { params: { meetingId } })
  const [one] = checks
  assert.equal(one?.id, check)
  assert.equal(one.met, one.evidence.length === 0)
  return one.evidence.map(({ expected }) => expected?.['zh-CN'] ?? '')
}

async function until(
  meetingId: number,
  isThere: (invoice: MeetingInvoice) => boolean,
): Promise<MeetingInvoice> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await manager.call(invoiceRoutes.list, { query: { meetingId } })
    const one = rows.find(isThere)
    if (one) return one
    if (Date.now() > deadline) assert.fail(`there is no such invoice: ${JSON.stringify(rows)}`)
    await delay(POLL_MS)
  }
}
const recognize = (meetingId: number, bytes: Buffer, name: string) =>
  manager.call(recognitionRoutes.submit, {
    body: { meetingId, earlier: 'keep' },
    files: [fileOf(bytes, name)],
  })

describe('INV-5: checks of invoices, each naming what was expected', () => {
  it("INV-5: the buyer's name is the payer's, however it is printed", async () => {
    const { meetingId } = await meeting()
    await enter(meetingId, { buyerName: '仁和(北京) 会务ＡＢＣ' })
    assert.deepEqual(await found(meetingId, 'invoiceBuyers'), [])
    await enter(meetingId, { buyerName: '仁和（上海）会务ABC' })
    const [open, ...more] = await found(meetingId, 'invoiceBuyers')
    assert.deepEqual(more, [])
    assert.match(open ?? '', /仁和（上海）会务ABC”，应为.*仁和（北京）会务ABC/)
  })

  it("INV-5: the buyer's tax number is the payer's credit code, and a wrong check character is said", async () => {
    const { meetingId } = await meeting()
    const buyerName = payer.orgName
    await enter(meetingId, { buyerName, buyerTaxId: PAYER_CODE.toLowerCase() })
    assert.deepEqual(await found(meetingId, 'invoiceBuyerCodes'), [])
    const other = freshCreditCode()
    const broken = PAYER_CODE.slice(0, -1) + (PAYER_CODE.endsWith('A') ? 'B' : 'A')
    for (const [buyerTaxId, words] of [
      [null, `购买方税号—，应为${PAYER_CODE}`],
      [other, `购买方税号${other}，应为${PAYER_CODE}`],
      [broken, `购买方税号${broken}校验位不正确，应为${PAYER_CODE}`],
    ] as const) {
      const wrong = await enter(meetingId, { buyerName, buyerTaxId })
      assert.deepEqual(await found(meetingId, 'invoiceBuyerCodes'), [words])
      await remove(wrong)
    }
  })

  it('INV-5: the day of issue is within so many days of the project, both edges', async () => {
    const { projectId } = await manager.call(projectRoutes.create, {
      body: { projectName: '限期项目', startTime: '2026-06-01 09:00:00', endTime: '2026-08-31 18:00:00' },
    })
    const { meetingId } = await world.draft({ projectId, execUserId: null })
    for (const issueDate of ['2026-05-02', '2026-09-30']) await enter(meetingId, { issueDate })
    assert.deepEqual(await found(meetingId, 'invoiceDates'), [])
    for (const issueDate of ['2026-05-01', '2026-10-01']) await enter(meetingId, { issueDate })
    assert.deepEqual(await found(meetingId, 'invoiceDates'), [
      '开票日期2026-05-01，应在2026-05-02至2026-09-30之间',
      '开票日期2026-10-01，应在2026-05-02至2026-09-30之间',
    ])
    assert.deepEqual(await found(meetingId, 'invoiceDates', 31), [])
  })

  it('INV-5: the seller is neither the payer nor an attendee', async () => {
    const { meetingId } = await meeting()
    const expert = await world.expert({ name: '李文博' })
    await world.attendee(meetingId, { phone: expert.phone }, manager)
    await enter(meetingId, { sellerName: '会议酒店', sellerTaxId: freshCreditCode() })
    assert.deepEqual(await found(meetingId, 'invoiceSellers'), [])
    await enter(meetingId, { sellerName: ' 李 文博' })
    await enter(meetingId, { sellerName: '某公司', sellerTaxId: PAYER_CODE })
    assert.deepEqual(await found(meetingId, 'invoiceSellers'), [
      '销售方是参会专家李文博，应为其他单位',
      `销售方是付款方${payer.orgName}，应为其他单位`,
    ])
  })

  it('INV-5: the category fits the kind of the invoice and the budget of the project', async () => {
    const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: '预算项目' } })
    const { meetingId } = await world.draft({ projectId, execUserId: null })
    await enter(meetingId, { invoiceType: '32', expenseCategory: 'venue' })
    assert.deepEqual(await found(meetingId, 'invoiceCategories'), [])
    const ticket = await enter(meetingId, { invoiceType: '51', expenseCategory: 'meals' })
    assert.deepEqual(await found(meetingId, 'invoiceCategories'), ['费用类别餐费，应为交通费'])
    await remove(ticket)
    await enter(meetingId, { invoiceType: '32' })
    for (const category of ['meals', 'venue'] as const)
      await manager.call(budgetRoutes.plan, { body: { projectId, category, amount: '1000' } })
    assert.deepEqual(await found(meetingId, 'invoiceCategories'), ['费用类别未选择，应为餐费 / 场地费'])
    await enter(meetingId, { invoiceType: '32', expenseCategory: 'lodging' })
    assert.equal((await found(meetingId, 'invoiceCategories'))[1], '费用类别住宿费，应为餐费 / 场地费')
  })

  it('INV-5: the invoices of a category are within what the meeting was allocated, to the cent', async () => {
    const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: '分配项目' } })
    const { meetingId } = await world.draft({ projectId, execUserId: null })
    await manager.call(budgetRoutes.plan, { body: { projectId, category: 'meals', amount: '1000' } })
    await manager.call(budgetRoutes.allocate, { body: { meetingId, category: 'meals', amount: '100' } })
    await enter(meetingId, { expenseCategory: 'meals', totalAmount: '60' })
    await enter(meetingId, { expenseCategory: 'meals', totalAmount: '40' })
    await enter(meetingId, { expenseCategory: 'venue', totalAmount: '500' })
    assert.deepEqual(await found(meetingId, 'invoiceAllocations'), [])
    await enter(meetingId, { expenseCategory: 'meals', totalAmount: '0.01' })
    assert.deepEqual(await found(meetingId, 'invoiceAllocations'), ['餐费发票合计100.01，应不超过100.00'])
  })

  it('INV-5: numbers of one seller in a row are found, at the distance that the policy gives', async () => {
    const { meetingId } = await meeting()
    const of = (invoiceNumber: string, sellerName: string, invoiceCode = '011001605111') =>
      enter(meetingId, { invoiceNumber, sellerName, invoiceCode })
    await of('80100100', '会议酒店')
    await of('80100101', '另一酒店')
    await of('80100101', '会议酒店', '011001605112')
    await of('80100102', '会议 酒店')
    assert.deepEqual(await found(meetingId, 'invoiceSeries'), [])
    assert.deepEqual(await found(meetingId, 'invoiceSeries', 2), [
      '会议酒店的连号发票：80100102，号码应相差2以上',
      '会议 酒店的连号发票：80100100，号码应相差2以上',
    ])
  })
})

describe('INV-3: the gate and the values of the authority', () => {
  it('INV-3: a meeting is held back until its invoices are verified; a waiver of one state covers no other', async () => {
    const { meetingId } = await meeting()
    const number = freshNumber()
    const digital = { invoiceType: '32', issueDate: '2026-11-10', totalAmount: '106.00' } as const
    verifier.tell(number, { state: 'notFound' })
    const { recordId } = await enter(meetingId, { ...digital, invoiceNumber: number })
    await until(meetingId, ({ verificationState }) => verificationState === 'notFound')
    assert.deepEqual(await found(meetingId, 'invoicesVerified'), ['查无此票，应为查验一致'])
    const move = () =>
      manager.attempt(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'approved' } })
    assert.deepEqual(refusalOf(await move()), {
      status: 409,
      error: 'GATE_NOT_MET',
      fields: ['invoicesVerified'],
    })
    const waiver = await manager.call(gateRoutes.askWaiver, {
      body: { meetingId, check: 'invoicesVerified', reason: '纸质发票，电话核实' },
    })
    await admin.call(gateRoutes.decideWaiver, {
      body: { waiverId: waiver.waiverId, version: waiver.version, status: 'approved' },
    })
    const isMet = async () => (await manager.call(gateRoutes.get, { params: { meetingId } })).isMet
    assert.equal(await isMet(), true)
    verifier.tell(number, { state: 'voided' })
    await manager.call(verificationRoutes.ask, { body: { recordIds: [recordId] } })
    await until(meetingId, ({ verificationState }) => verificationState === 'voided')
    assert.equal(await isMet(), false)
    verifier.tell(number, { state: 'valid' })
    await manager.call(verificationRoutes.ask, { body: { recordIds: [recordId] } })
    await until(meetingId, ({ verificationState }) => verificationState === 'valid')
    assert.deepEqual(await found(meetingId, 'invoicesVerified'), [])
    assert.equal((await move()).status, 200)
  })

  it('INV-3: what was recognized gives way to the authority, is marked, and stays beside it for whoever looks', async () => {
    const { meetingId } = await meeting()
    const number = freshNumber()
    const printed = {
      invoice_type: '32',
      invoice_number: number,
      issue_date: '2026-11-10',
      buyer_name: payer.orgName,
      seller_name: '会仪酒店有限公司',
      total_amount: '106',
    }
    const fields = {
      invoiceNumber: number,
      sellerName: '会议酒店有限公司',
      sellerTaxId: PAYER_CODE,
      totalAmount: '106.00',
    }
    verifier.tell(number, { state: 'valid', fields })
    await recognize(meetingId, doubtfulPicture(printed, { seller_name: '会仪酒店有限公司' }), '一.png')
    const one = await until(meetingId, ({ verificationState }) => verificationState === 'valid')
    assert.deepEqual(
      [one.sellerName, one.sellerTaxId, one.recognized?.fields.sellerName, one.needsReview],
      ['会议酒店有限公司', PAYER_CODE, '会仪酒店有限公司', true],
    )
    assert.deepEqual(one.verification.taken, ['invoiceNumber', 'sellerName', 'sellerTaxId', 'totalAmount'])
    assert.deepEqual(one.verification.differences, ['sellerName'])
    assert.deepEqual(one.correctedFields, [])
    const saved = await manager.call(invoiceRoutes.update, {
      body: { recordId: one.recordId, version: one.version, remark: '已核对' },
    })
    assert.deepEqual([saved.needsReview, saved.verificationState], [false, 'valid'])
  })

  it('INV-3: presets: strict warns of the new checks, and what an installation has stays what it was called', async () => {
    const warned = PRESET_RULES.strict.filter(
      ({ mode, check }) => mode === 'warn' && check.startsWith('invoice'),
    )
    assert.equal(warned.filter(({ stage }) => stage === 'closed').length, 8)
    const former = PRESET_RULES.strict.filter(({ stage, mode }) => stage !== 'closed' || mode !== 'warn')
    assert.equal(presetOf(former), 'strict')
    assert.equal(presetOf(former.slice(1)), null)
    for (const preset of ['strict', 'advisory'] as const) assert.equal(presetOf(PRESET_RULES[preset]), preset)
  })
})

describe('INV-6: originals', () => {
  it('INV-6: an electronic invoice wants its signed file; a picture is none, and other kinds want none', async () => {
    const { meetingId } = await meeting()
    const valid = { status: 'valid', signer: '国家税务总局', reason: null } as const
    const untrusted = { status: 'untrusted', signer: '国家税务总局', reason: 'ISSUER_UNKNOWN' } as const
    const invalid = { status: 'invalid', signer: '国家税务总局', reason: 'CONTENT_CHANGED' } as const
    const none = { status: 'none', signer: null, reason: null } as const
    const cases = [
      ['32', signedPdf, valid, null],
      ['32', signedPdf, untrusted, 'ISSUER_UNTRUSTED'],
      ['32', signedPdf, invalid, 'SIGNATURE_INVALID'],
      ['32', signedPdf, none, 'SIGNATURE_MISSING'],
      ['32', signedPicture, none, 'NOT_ORIGINAL'],
      ['10', signedPicture, none, 'NOT_ORIGINAL'],
      ['04', signedPicture, none, null],
    ] as const
    for (const [invoice_type, make, signature, problem] of cases) {
      const invoice_number = freshNumber()
      const bytes = make({ invoice_type, invoice_number }, signature)
      await recognize(meetingId, bytes, `${invoice_number}.${make === signedPdf ? 'pdf' : 'png'}`)
      const one = await until(meetingId, ({ invoiceNumber }) => invoiceNumber === invoice_number)
      assert.deepEqual([one.original.isWanted, one.original.problem], [invoice_type !== '04', problem])
      assert.equal(one.original.sha256, createHash('sha256').update(bytes).digest('hex'))
      assert.deepEqual(one.recognized?.signature, signature)
      const stored = await fetch(new URL(one.files[0]!.url, api.app.url))
      assert.deepEqual(Buffer.from(await stored.arrayBuffer()), bytes)
    }
    const byHand = await enter(meetingId, { invoiceType: '31', invoiceNumber: freshNumber() })
    assert.equal(byHand.original.problem, 'FILE_MISSING')
    assert.equal((await found(meetingId, 'invoiceOriginals')).length, 6)
    assert.ok((await found(meetingId, 'invoiceOriginals'))[3]?.startsWith('是图片或扫描件'))
  })
})
