import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { shownFor } from '@consilium/api/test/money/authenticator.ts'
import { bankFileRoutes } from '@consilium/contract/bank-files/bank-files.ts'
import { batchAnswerRoutes } from '@consilium/contract/batches/batch-answers.ts'
import { batchReceiptRoutes } from '@consilium/contract/batches/batch-receipts.ts'
import { batchRoutes, type PaymentBatch, type PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { paymentPaperRoutes } from '@consilium/contract/payments/payment-papers.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { makeDocument } from '../demo/documents.ts'
import { firstLogIn, newPhone, PASSWORD, type Cast, type Player, type Stage } from './cast.ts'
import type { Production } from './chapters.ts'
import { chapter, expect, expectRefusal, step } from './narrator.ts'
import { bringInvoice } from './tax-invoice.ts'

const shown = (text: string) => text
const POLL_MS = 50
const MONTH = 'yyyy-MM'.length

interface Scene {
  stage: Stage
  cast: Cast
  production: Production
  locker: Player
  releaser: Player
}

async function makeFinance(stage: Stage, cast: Cast, name: string): Promise<Player> {
  const phone = newPhone()
  const body = { name, phone, userName: `finance_${phone}`, password: 'Initial-1', role: 'finance' as const }
  await cast.executors[0].call(personRoutes.create, { body })
  return firstLogIn(stage, body.userName, body.password)
}

async function setUpSecondFactor({ call }: Player): Promise<void> {
  await call(secondFactorRoutes.confirm, { body: { password: PASSWORD } })
  const { secret } = await call(secondFactorRoutes.beginTotp, {})
  await call(secondFactorRoutes.confirmTotp, { body: { code: shownFor(secret, new Date()) } })
}

/** The batch once the service does nothing with it any more. */
async function settled({ call }: Player, batchId: number): Promise<PaymentBatch> {
  for (;;) {
    const batch = await call(batchRoutes.get, { params: { batchId } })
    if (batch.work === null) return batch
    await pause(POLL_MS)
  }
}

async function linesOf({ call }: Player, batchId: number): Promise<PaymentBatchLine[]> {
  const query = { batchId, orderByColumn: 'lineId', isAsc: 'asc' } as const
  return (await call(batchRoutes.lines, { query })).rows
}

async function lock({ locker, releaser, cast }: Scene): Promise<PaymentBatch> {
  const { batchId } = await cast.executors[0].call(batchRoutes.create, {
    body: { title: '专家劳务费', onlyPayable: true },
  })
  const body = { batchId, preset: 'icbc' }
  expectRefusal(await locker.attempt(batchRoutes.lock, { body }), 409, 'SECOND_FACTOR_MISSING')
  for (const player of [locker, releaser]) await setUpSecondFactor(player)
  const account = { bankName: '中国工商银行北京海淀支行', bankAccount: '0200001234567890129' }
  await locker.call(bankFileRoutes.changeAccount, {
    body: { accountName: cast.executors[0].orgName, ...account },
  })
  await locker.call(batchRoutes.lock, { body })
  const batch = await settled(locker, batchId)
  expect(batch.state === 'locked' && batch.lines === 2, `${batch.lines} lines are ${batch.state}`)
  return batch
}

async function release({ locker, releaser }: Scene, { batchId }: PaymentBatch): Promise<string> {
  const body = { batchId }
  expectRefusal(await locker.attempt(batchRoutes.release, { body }), 409, 'SAME_PERSON')
  await releaser.call(batchRoutes.release, { body })
  const { fileName, fileSha256 } = await settled(releaser, batchId)
  const { bytes } = await releaser.call(batchRoutes.download, { body: { batchId, purpose: '上传网银' } })
  const hash = createHash('sha256').update(bytes).digest('hex')
  expect(hash === fileSha256, `the file is ${hash}, the page says ${fileSha256}`)
  return `${fileName}, SHA-256 ${hash.slice(0, 12)}…; whoever locked it may not release it`
}

/** The bank paid the first line and sent the second one back. */
async function readAnswer({ locker }: Scene, { batchId }: PaymentBatch): Promise<string> {
  const lines = await linesOf(locker, batchId)
  const rows = lines.map(({ reference, name, netAmount }, place) =>
    [reference, name, netAmount, ...(place === 0 ? ['交易成功', ''] : ['交易失败', '账户已销户'])].join(),
  )
  const file = new File([['业务参考号,收款户名,金额,处理状态,失败原因', ...rows].join('\n')], '付款结果.csv')
  const read = await locker.call(batchAnswerRoutes.read, { query: { batchId }, file })
  expect(read.paid === 1 && read.returned === 1 && !read.isApplied, `the answer says ${JSON.stringify(read)}`)
  await locker.call(batchAnswerRoutes.apply, { body: { answerId: read.answerId } })
  const batch = await settled(locker, batchId)
  expect(batch.state === 'settled' && batch.returned === 1, `the batch is ${batch.state}`)
  const again = await locker.call(batchAnswerRoutes.read, { query: { batchId }, file })
  expect(
    again.paid === 0 && again.returned === 0 && again.known === 2,
    'the same file would change something',
  )
  return `1 arrived, 1 came back (${lines[1]?.name}: 账户已销户); the same file again changes nothing`
}

async function mend({ stage, locker, production }: Scene, { batchId }: PaymentBatch): Promise<string> {
  const returned = (await linesOf(locker, batchId)).find(({ state }) => state === 'returned')
  const expert = [production.invited, production.added].find(({ name }) => name === returned?.name)
  expect(expert !== undefined, 'nobody was sent back')
  const reasons = async () => {
    const { rows } = await locker.call(batchRoutes.payable, { query: { name: expert.name } })
    return rows.map((row) => row.reasons.join() || 'payable').join()
  }
  const before = await reasons()
  const { version, expertId } = await expert.call(expertRoutes.me, {})
  const account = { bankName: '招商银行', bankRegion: '北京市 朝阳区', bankAccount: '6225880123456780' }
  await expert.call(expertRoutes.updateMe, { body: { version, ...account } })
  const waiting = await reasons()
  const changed = await stage.admin.call(expertRoutes.get, { params: { expertId } })
  await stage.admin.call(expertRoutes.update, {
    body: { expertId, version: changed.version, auditStatus: 'approved' },
  })
  const audited = await reasons()
  const told = [before, waiting, audited].join(' → ')
  expect(told === 'payable → bankAccountWaits → bankAccountNew', `the fee was ${told}`)
  return told
}

async function attachReceipt({ releaser }: Scene, { batchId }: PaymentBatch): Promise<string> {
  const paid = (await linesOf(releaser, batchId)).find(({ state }) => state === 'paid')
  const pdf = await makeDocument([{ title: '电子回单', lines: [`金额：${paid?.netAmount}`] }])
  const file = new File([Uint8Array.from(pdf)], `回单-${paid?.reference}.pdf`)
  const { rows } = await releaser.call(batchReceiptRoutes.import, { body: { batchId }, files: [file] })
  const [row] = rows
  expect(row?.outcome === 'attached' && row.lineId === paid?.lineId, `the receipt is ${row?.outcome}`)
  return `${row.fileName} belongs to ${row.name}, by the reference in its name`
}

/** The month goes on, so its return waits; its papers and files are there. */
async function lookAtMonth({ locker, cast }: Scene, { paidDate }: PaymentBatch): Promise<string> {
  const [executor] = cast.executors
  const period = (paidDate ?? '').slice(0, MONTH)
  const { states } = await locker.call(paymentPaperRoutes.sums, { query: { period } })
  expect(
    states.length === 1 && states[0]?.state === 'invoiceMissing',
    `the papers are ${JSON.stringify(states)}`,
  )
  const { bytes } = await executor.call(paymentRoutes.withholdingFile, { body: { period } })
  expectRefusal(await executor.attempt(paymentRoutes.file, { body: { period } }), 400, 'VALIDATION_FAILED')
  return `an invoice of the tax office is missing; the withholding file has ${bytes.length} bytes; ${period} is filed once it has ended`
}

export async function payByBank(stage: Stage, cast: Cast, production: Production): Promise<void> {
  chapter('The bank: two people pay a batch, one payment comes back')
  const [locker, releaser] = [
    await makeFinance(stage, cast, '许静怡'),
    await makeFinance(stage, cast, '何明远'),
  ]
  const scene: Scene = { stage, cast, production, locker, releaser }
  const batch = await step(
    'what is payable is picked, and one of finance locks it with a second factor',
    () => lock(scene),
    ({ lines, netAmount, payableAmount }) =>
      `${lines} lines, ${payableAmount} before tax, ${netAmount} to pay`,
  )
  await step('another person releases it, and gets the file for the bank', () => release(scene, batch), shown)
  await step("the bank's answer is shown, then settles the batch", () => readAnswer(scene, batch), shown)
  await step('the expert mends the account, which is paid to from tomorrow', () => mend(scene, batch), shown)
  await step('a receipt of the bank finds its payment', () => attachReceipt(scene, batch), shown)
  await step('the month says what its return still needs', () => lookAtMonth(scene, batch), shown)
  const period = (batch.paidDate ?? '').slice(0, MONTH)
  await step('the invoice of the tax office is uploaded and read', () => bringInvoice(locker, period), shown)
}
