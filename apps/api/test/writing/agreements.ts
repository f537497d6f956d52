import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { batchAnswerRoutes } from '@consilium/contract/batches/batch-answers.ts'
import { batchReceiptRoutes } from '@consilium/contract/batches/batch-receipts.ts'
import { bankPresetRoutes } from '@consilium/contract/bank-files/bank-presets.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { cashDifferenceRoutes } from '@consilium/contract/payments/cash-differences.ts'
import { paymentPaperRoutes } from '@consilium/contract/payments/payment-papers.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import { taxFilingRoutes } from '@consilium/contract/payments/tax-filings.ts'
import { treatyReliefRoutes } from '@consilium/contract/payments/treaty-reliefs.ts'
import type { Api, ExpertUser } from '../harness.ts'
import { seasonClock } from '../meeting-world.ts'
import { answerOf, openBatchWorld } from '../batch-world.ts'
import { fileOf, invoicePicture, writtenPdf } from '../ocr-server.ts'
import { openPaymentWorld } from '../payment-world.ts'
import { openPresetWorld } from '../money/preset-world.ts'
import type { World } from './meetings.ts'

const SMALL_PDF = Buffer.from('%PDF-1.4\n%%EOF\n')

export async function templates({ manager }: World): Promise<void> {
  const content = '{{orgName}}与{{expertName}}约定：'
  await manager.call(agreementRoutes.previewTemplate, { body: { content } })
  const { templateId, version } = await manager.call(agreementRoutes.createTemplate, {
    body: { templateName: '讲课协议', content },
  })
  await manager.call(agreementRoutes.updateTemplate, {
    body: { templateId, version, templateName: '讲课协议二' },
  })
  await manager.call(agreementRoutes.removeTemplates, { params: { templateId: String(templateId) } })
}

/** An agreement from its contract to the seal, with an amendment taken back and one declined. */
export async function signing(world: World): Promise<{ expert: ExpertUser; attendeeId: number }> {
  const { executor } = world
  const { meetingId } = await world.meeting()
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  await world.sign(expert, attendeeId)
  for (const laborFee of ['6000', '7000']) {
    const { version } = await executor.call(attendeeRoutes.get, { params: { attendeeId } })
    await executor.call(attendeeRoutes.update, {
      body: { attendeeId, version, laborFee, reason: '增加一场' },
    })
    if (laborFee === '6000') await executor.call(attendeeRoutes.withdrawAmendment, { params: { attendeeId } })
    else await expert.call(agreementRoutes.decline, { body: { attendeeId, reason: '不符' } })
  }
  await executor.call(sealRoutes.seal, { body: { attendeeIds: [attendeeId] } })
  const pdf = await expert.call(agreementRoutes.pdf, { params: { attendeeId } })
  const { verifyUrl } = await expert.call(agreementRoutes.get, { params: { attendeeId } })
  await world.sponsor.call(signedAgreementRoutes.verifyFile, {
    params: { code: verifyUrl?.split('/').at(-1) ?? '' },
    body: { documentHash: createHash('sha256').update(pdf.bytes).digest('hex') },
  })
  return { expert, attendeeId }
}

export async function payments(world: World, attendeeId: number): Promise<void> {
  const { executor } = world
  const paidDate = seasonClock.today()
  const period = paidDate.slice(0, 7)
  await executor.call(laborFeeRoutes.calculate, { body: { payableAmount: '5000' } })
  const { entryId } = await executor.call(paymentRoutes.record, { body: { attendeeId, paidDate } })
  for (const route of [
    paymentRoutes.withholdingFile,
    paymentRoutes.nonResidentFile,
    paymentRoutes.personnelFile,
    paymentRoutes.foreignPersonnelFile,
    paymentRoutes.vatFile,
  ] as const)
    await executor.call(route, { body: { period } })
  const { filings } = await executor.call(paymentRoutes.file, { body: { period: '2026-10' } })
  const filingId = filings[0]?.filingId ?? 0
  await executor.call(taxFilingRoutes.file, { body: { filingId, kind: 'vatFile' } })
  await executor.call(paymentRoutes.reverse, { body: { entryId, reason: '付错' } })
}

/** A batch that is cancelled, and one from its draft to a returned line. */
export async function batches(api: Api): Promise<void> {
  const world = await openBatchWorld(api, seasonClock)
  const { locker, draft, lock, release, linesOf } = world
  const fees = [
    await world.payable(await world.person(), '5000'),
    await world.payable(await world.person(), '6000'),
  ]
  const other = await draft(fees)
  const attendeeIds = [fees[0]!.attendeeId]
  await locker.call(batchRoutes.removeLines, { body: { batchId: other.batchId, attendeeIds } })
  await locker.call(batchRoutes.cancel, { body: { batchId: other.batchId } })
  const { batchId } = await draft(fees)
  await lock(batchId, 'icbc')
  const { state, lines } = await release(batchId)
  assert.deepEqual([state, lines], ['exported', 2])
  await locker.call(batchRoutes.download, { body: { batchId, purpose: '上传网银' } })
  const [first, second] = await linesOf(batchId)
  const receipt = new File([writtenPdf('回单')], `${first!.reference}.pdf`)
  const imported = await locker.call(batchReceiptRoutes.import, { body: { batchId }, files: [receipt] })
  assert.equal(imported.attached, 1)
  const otherFile = new File([writtenPdf('另一张回单')], '回单.pdf')
  const query = { lineId: second!.lineId }
  await locker.call(batchReceiptRoutes.attach, { query, file: otherFile })
  const unnamed = ['三', '四'].map((text) => new File([writtenPdf(text)], `${text}.pdf`))
  await locker.call(batchReceiptRoutes.import, { body: { batchId }, files: unnamed })
  const rows = await locker.call(batchReceiptRoutes.waiting, { params: { batchId } })
  const { receiptId } = (
    await locker.call(batchReceiptRoutes.ofLine, { params: { lineId: second!.lineId } })
  )[0]!
  const assigned = { waitingId: rows[0]!.waitingId, lineId: second!.lineId, replaces: receiptId }
  await locker.call(batchReceiptRoutes.assign, { body: assigned })
  await locker.call(batchReceiptRoutes.discard, { params: { waitingId: rows[1]!.waitingId } })
  const lineIds = [first!.lineId]
  await locker.call(batchRoutes.returnLines, { body: { batchId, lineIds, reason: '账号与户名不符' } })
  const answer = answerOf(batchId, await linesOf(batchId))
  const { answerId } = await locker.call(batchAnswerRoutes.read, { query: { batchId }, file: answer })
  await locker.call(batchAnswerRoutes.apply, { body: { answerId } })
  assert.equal((await world.settled(locker, batchId)).state, 'settled')
  const last = await draft([fees[0]!])
  await lock(last.batchId)
  await release(last.batchId)
  await locker.call(batchRoutes.settle, { body: { batchId: last.batchId } })
}

/** Own forms of bank files: one that is deleted, and one from its draft until it is retired. */
export async function bankPresets(api: Api): Promise<void> {
  const { locker, releaser, wish, create, ask, decide } = await openPresetWorld(api, seasonClock)
  const gone = await create()
  await locker.call(bankPresetRoutes.remove, { params: { presetId: gone.presetId } })
  const { format, columns, validFrom } = wish()
  await locker.call(bankPresetRoutes.preview, { body: { format, columns } })
  const { presetId, version } = await create()
  const body = { presetId, version, format: 'csv' as const, columns, validFrom }
  await ask(await locker.call(bankPresetRoutes.update, { body }))
  await decide(releaser, presetId)
  await locker.call(bankPresetRoutes.confirm, { body: { presetId, confirmedOn: validFrom } })
  await locker.call(bankPresetRoutes.retire, { body: { presetId } })
}

/** An invoice for a payment, which is taken away again; receipts that are due. */
export async function paymentPapers(api: Api): Promise<void> {
  const { executor, payee, pay } = await openPaymentWorld(api)
  const { entryId, name, payableAmount, paidDate } = await pay(await payee(), '3000', seasonClock.today())
  await executor.call(paymentPaperRoutes.make, { body: { period: paidDate.slice(0, 7) } })
  const printed = {
    invoice_type: '32',
    invoice_number: '26447000000012345678',
    buyer_name: executor.orgName,
    seller_name: name,
    total_amount: payableAmount,
  }
  const { invoice } = await executor.call(paymentPaperRoutes.attach, {
    query: { entryId },
    file: fileOf(invoicePicture(printed)),
  })
  await executor.call(paymentPaperRoutes.release, { params: { invoiceId: invoice?.invoiceId ?? 0 } })
}

/** Relief that a manager approves, and relief that is taken back. */
export async function reliefs(api: Api): Promise<void> {
  const { executor, manager, payee, agreed } = await openPaymentWorld(api)
  const expert = await payee()
  const { version } = await expert.call(expertRoutes.me, {})
  await expert.call(expertRoutes.updateMe, { body: { version, taxResidence: 'nonResident' } })
  const { attendeeId } = await agreed(expert, '3000')
  const dated = {
    country: 'FR',
    article: '第十四条',
    rate: '0',
    validFrom: '2026-11-01',
    validTo: '2026-12-31',
  }
  for (const isApproved of [true, false]) {
    const file = new File([SMALL_PDF], 'residence.pdf')
    const { fileId } = await executor.call(fileRoutes.upload, { file })
    const { reliefId } = await executor.call(treatyReliefRoutes.create, {
      body: { attendeeId, fileId, ...dated },
    })
    await manager.call(treatyReliefRoutes.decide, { body: { reliefId, isApproved } })
    if (isApproved) await executor.call(treatyReliefRoutes.withdraw, { body: { reliefId } })
  }
}

/** The reversal of the earlier of two payments leaves an amount to be paid, which is settled by itself. */
export async function differences(api: Api): Promise<void> {
  const { executor, payee, pay } = await openPaymentWorld(api)
  const expert = await payee()
  const { entryId } = await pay(expert, '3000', '2026-11-10')
  await pay(expert, '3000', '2026-11-11')
  await executor.call(paymentRoutes.reverse, { body: { entryId, reason: '退回' } })
  const { rows } = await executor.call(cashDifferenceRoutes.list, { query: {} })
  const body = { lineId: rows[0]?.lineId ?? 0, settledDate: '2026-11-20' }
  await executor.call(cashDifferenceRoutes.settle, { body })
}
