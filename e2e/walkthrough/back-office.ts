import { createHash } from 'node:crypto'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { executionIntentRoutes } from '@consilium/contract/intents/intents.ts'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { planRoutes } from '@consilium/contract/plans/plans.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { publicitySupportRoutes, publicProjectRoutes } from '@consilium/contract/publicity/publicity.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import { newPhone, type Cast, type Stage } from './cast.ts'
import type { Production } from './chapters.ts'
import { listen } from './event-stream.ts'
import { chapter, expect, expectRefusal, step } from './narrator.ts'
import { drawSignature } from './signature.ts'

const shown = (text: string) => text

async function auditPlan({ experts, manager }: Cast, { project }: Production): Promise<string> {
  const [expert] = experts
  const body = { planName: '心血管年度学术计划', projectId: project.projectId, planCategory: '学术会议' }
  const plan = await expert.call(planRoutes.create, { body })
  expect(
    plan.submitterId === expert.userId && plan.auditStatus === 'pending',
    `the plan is ${plan.auditStatus}`,
  )
  const stream = await listen(expert)
  try {
    const decision = { planId: plan.planId, auditStatus: 'approved' as const, auditOpinion: '方案完整，同意' }
    await manager.call(planRoutes.audit, { body: decision })
    const { msgId = 0 } = await stream.next(({ kind }) => kind === 'planAudit')
    const message = await expert.call(messageRoutes.get, { params: { msgId } })
    for (const part of [project.projectName, decision.auditOpinion])
      expect(message.content.includes(part), `the message does not say “${part}”: ${message.content}`)
    return `plan ${plan.planId} approved; the expert is told: ${message.content}`
  } finally {
    stream.close()
  }
}

export async function auditAPlan(cast: Cast, production: Production): Promise<void> {
  chapter('An expert hands in a plan, a manager audits it')
  await step(
    'the plan is approved, and its author told with project and opinion',
    () => auditPlan(cast, production),
    shown,
  )
}

async function verify(stage: Stage, { invited }: Production, attendeeId: number): Promise<string> {
  const agreement = await invited.call(agreementRoutes.get, { params: { attendeeId } })
  const code = agreement.verifyUrl?.split('/').at(-1) ?? ''
  const data = await stage.anonymous.call(signedAgreementRoutes.verify, { params: { code } })
  const { bytes } = await invited.call(agreementRoutes.pdf, { params: { attendeeId } })
  const hash = createHash('sha256').update(bytes).digest('hex')
  expect(
    data.genuine && data.current && data.documentHash === hash,
    `verification says ${JSON.stringify(data)}`,
  )
  return `${agreement.verifyUrl}: genuine, current, SHA-256 ${hash.slice(0, 16)}…`
}

async function forge(stage: Stage, { invited }: Production, attendeeId: number): Promise<string> {
  const agreement = await invited.call(agreementRoutes.get, { params: { attendeeId } })
  const params = { code: agreement.verifyUrl?.split('/').at(-1) ?? '' }
  const { bytes } = await invited.call(agreementRoutes.pdf, { params: { attendeeId } })
  const forged = Uint8Array.from(bytes)
  const middle = forged.length >> 1
  forged[middle] = (forged[middle] ?? 0) ^ 1
  const check = async (file: Uint8Array) => {
    const body = { documentHash: createHash('sha256').update(file).digest('hex') }
    const data = await stage.anonymous.call(signedAgreementRoutes.verifyFile, { params, body })
    return data.genuine
  }
  expect(await check(bytes), 'the document itself is said to be forged')
  expect(!(await check(forged)), 'one changed byte goes unnoticed')
  return 'the document as it is: genuine; with one bit changed: not genuine'
}

async function explainFee({ invited }: Production, attendeeId: number): Promise<string> {
  const data = await invited.call(laborFeeRoutes.explain, { params: { attendeeId } })
  const lines = data.lines.map(({ label, amount }) => `${label} ${amount}`)
  expect(lines.length >= 5, `the explanation has ${lines.length} lines`)
  return lines.join(' · ')
}

export async function checkAgreement(
  stage: Stage,
  production: Production,
  attendeeId: number,
): Promise<void> {
  chapter('Whoever holds the agreement can have it checked')
  await step('the code on the document', () => verify(stage, production, attendeeId), shown)
  await step('the file itself, and a forged one', () => forge(stage, production, attendeeId), shown)
  await step('the expert has the fee explained', () => explainFee(production, attendeeId), shown)
}

async function fileMaterials({ executors, sponsor }: Cast, { meeting }: Production): Promise<string> {
  const [executor] = executors
  const { meetingId } = meeting
  const picture = Buffer.from(drawSignature().split(',')[1] ?? '', 'base64')
  const file = new File([Uint8Array.from(picture)], '签到表.png', { type: 'image/png' })
  const uploaded = await executor.call(fileRoutes.upload, { file })
  const material = {
    meetingId,
    materialType: 'signIn' as const,
    title: '签到表',
    attachments: [uploaded.fileId],
  }
  const kept = await executor.call(materialRoutes.meetingMaterial.create, { body: material })
  const invoice = {
    meetingId,
    invoiceType: '32' as const,
    invoiceNumber: '26427000000375586818',
    totalAmount: '10.70',
  }
  await executor.call(materialRoutes.meetingInvoice.create, { body: invoice })
  const work = { meetingId, taskName: '会场布置', personName: '周敏' }
  await executor.call(materialRoutes.meetingExecutor.create, { body: work })
  const list = await sponsor.call(materialRoutes.meetingMaterial.list, { query: { meetingId } })
  expect(list.total === 1, `the sponsor sees ${list.total} materials`)
  const refused = await sponsor.attempt(materialRoutes.meetingMaterial.create, { body: material })
  expectRefusal(refused, 403, 'FORBIDDEN')
  return `material ${kept.recordId} with a picture, an invoice, a record; the sponsor reads them and cannot write`
}

export async function keepMaterials(cast: Cast, production: Production): Promise<void> {
  chapter('The executor files what the meeting leaves')
  await step('materials, an invoice, a record of work', () => fileMaterials(cast, production), shown)
}

async function publish({ manager }: Cast, { project }: Production): Promise<string> {
  const { projectId } = project
  const now = await manager.call(projectRoutes.get, { params: { projectId } })
  const body = {
    projectId,
    version: now.version,
    isPublished: true,
    publishedSummary: '面向心内科医师的系列研讨',
  }
  const data = await manager.call(projectRoutes.update, { body })
  expect(data.isPublished, 'the project is not published')
  return `project ${projectId} is on the public page`
}

async function submitIntent(stage: Stage, { manager }: Cast, { project }: Production): Promise<string> {
  const { projectId } = project
  const seen = await stage.anonymous.call(publicProjectRoutes.get, { params: { projectId } })
  const phone = newPhone()
  const body = {
    projectId,
    name: '刘洋',
    phone,
    orgName: '远山制药',
    position: '市场总监',
    remark: '希望了解赞助方式',
  }
  const receipt = await stage.anonymous.call(publicitySupportRoutes.submit, { body })
  expectRefusal(await stage.anonymous.attempt(publicitySupportRoutes.submit, { body }), 409, 'INTENT_EXISTS')
  const check = await stage.anonymous.call(publicitySupportRoutes.check, {
    query: { projectId, phone },
  })
  expect(check.exists, 'the duplicate check does not know the intent')
  const read = await manager.call(publicitySupportRoutes.get, {
    params: { intentId: receipt.intentId },
  })
  const status = { intentId: read.intentId, status: 'contacted' as const }
  await manager.call(publicitySupportRoutes.changeStatus, { body: status })
  return `“${seen.projectName}”: intent ${read.intentId} of ${read.name}, once; a manager marks it contacted`
}

async function exportSignUps({ experts, manager }: Cast, { project }: Production): Promise<string> {
  const { projectId } = project
  for (const expert of experts) await expert.call(executionIntentRoutes.create, { body: { projectId } })
  const { bytes } = await manager.call(executionIntentRoutes.export, { body: { projectId } })
  return `${experts.length} experts signed up; the Excel file has ${sizeOfXlsx(bytes)} bytes`
}

/** Checks that the file is a ZIP container, as XLSX files are, and returns its size. */
function sizeOfXlsx(bytes: Uint8Array): number {
  expect(
    Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004',
    'the export is no XLSX file',
  )
  return bytes.length
}

export async function goPublic(stage: Stage, cast: Cast, production: Production): Promise<void> {
  chapter('The project is published; a visitor and the experts respond')
  await step('the manager publishes it', () => publish(cast, production), shown)
  await step(
    'a visitor submits a support intent, and again',
    () => submitIntent(stage, cast, production),
    shown,
  )
  await step(
    'experts sign up, and a manager exports the sign-ups',
    () => exportSignUps(cast, production),
    shown,
  )
}

async function importPeople({ executors }: Cast): Promise<string> {
  const [executor] = executors
  const template = await executor.call(personRoutes.importTemplate, {})
  sizeOfXlsx(template.bytes)
  const [good, other] = [newPhone(), newPhone()]
  const lines = [
    '姓名,手机号,用户名,部门,职务,角色,开户地区',
    `郑堃,${good},import_${good},会务部,专员,会务执行,北京市`,
    `何敏,12345,import_${other},会务部,专员,会务执行,北京市`,
    `郑堃,${good},again_${good},会务部,专员,会务执行,北京市`,
  ]
  const file = new File([lines.join('\n')], '人员.xlsx', { type: 'text/csv' })
  const first = await executor.call(personRoutes.import, { file })
  expect(first.succeeded === 1 && first.failed === 2, `the import says ${JSON.stringify(first.rows)}`)
  const second = await executor.call(personRoutes.import, { file })
  expect(second.succeeded === 0, 'the same file again made somebody')
  const reasons = first.rows
    .filter(({ success }) => !success)
    .map(({ rowNumber, message }) => `row ${rowNumber}: ${message}`)
  return `1 of 3 rows taken; ${reasons.join('; ')}; the same file again changes nothing`
}

async function exportPeople({ executors }: Cast): Promise<string> {
  const { bytes } = await executors[0].call(personRoutes.export, { body: {} })
  return `${sizeOfXlsx(bytes)} bytes`
}

export async function importAndExport(cast: Cast): Promise<void> {
  chapter('An executor brings its people by Excel')
  await step('import, with a result for every row', () => importPeople(cast), shown)
  await step('export', () => exportPeople(cast), shown)
}
