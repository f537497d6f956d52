import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { DAMAGE_NAMES } from '@consilium/ocr/synth/damage.ts'
import { FORMS } from '@consilium/ocr/synth/forms.ts'
import { makePicture } from '@consilium/ocr/synth/generate.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { createCalendar } from '../../e2e/demo/calendar.ts'
import type { Cast } from './cast.ts'

const FIRST = { pageNum: 1, pageSize: 20 } as const
const INVOICES = 4
/** Recognition takes some seconds for each picture once its models are loaded. */
const PATIENCE_MS = 120_000
const POLL_MS = 1000

/** What is made beside the demonstration, so that no page of the office is looked at empty. */
export interface Records {
  meetingWithInvoices: number | undefined
  importId: number | undefined
  verifyPath: string | undefined
  payer: number | undefined
}

const today = () => createCalendar(new Date()).date(0)

/** Caps that some experts are near, and fee tiers. */
async function makeCaps({ admin: { client } }: Cast): Promise<void> {
  const { total } = await client.call(capRoutes.listPolicies, { query: FIRST })
  if (total > 1) return
  const yearly = { scope: 'platform', period: 'calendarYear' } as const
  await client.call(capRoutes.createPolicy, {
    body: {
      validFrom: today(),
      note: '按年度合规要求设定',
      overlaps: 'warn',
      caps: [
        { ...yearly, measure: 'amount', limit: '30000.00' },
        { ...yearly, measure: 'count', limit: '24' },
      ],
      tiers: [
        { title: '主任医师', laborForm: 'lecture', highest: '5000.00' },
        { title: '副主任医师', laborForm: 'lecture', minutes: 60, highest: '3500.00' },
        { highest: '4500.00' },
      ],
    },
  })
}

/** Three fees above their tiers: one waits for a decision, one is approved, one refused. */
async function makeWaivers({ executor, manager }: Cast): Promise<void> {
  const { total } = await manager.client.call(gateRoutes.listWaivers, { query: FIRST })
  if (total > 0) return
  const { rows: meetings } = await executor.client.call(meetingRoutes.list, { query: FIRST })
  const meetingId = meetings.find(({ currentStage }) => currentStage === 'inviting')?.meetingId
  const { rows: experts } = await manager.client.call(expertRoutes.list, { query: FIRST })
  const asked = experts.filter(({ auditStatus }) => auditStatus === 'approved').slice(0, 3)
  for (const [place, { expertId }] of asked.entries()) {
    const body = {
      meetingId: meetingId ?? meetings[0]!.meetingId,
      check: 'tiers' as const,
      reason: '大会主席兼主旨报告，按国家级学会标准邀请',
      expertId,
      laborFee: '9000.00',
      laborForm: 'lecture' as const,
    }
    const { waiverId, version } = await executor.client.call(gateRoutes.askWaiver, { body })
    const status = (['approved', 'refused'] as const)[place]
    if (status)
      await manager.client.call(gateRoutes.decideWaiver, {
        body: { waiverId, version, status, opinion: status === 'approved' ? '同意' : '请按标准邀请' },
      })
  }
}

/** Declarations of interests of two experts. */
async function makeDeclarations({ attendance }: Cast): Promise<void> {
  const one = await attendance(() => true)
  const other = await attendance(({ expertId }) => expertId !== one?.attendee.expertId)
  const statement = '担任一家制药企业的学术顾问，2026 年收取顾问费'
  await one?.expert.client.call(capRoutes.declare, { body: { hasConflict: true, statement } })
  await other?.expert.client.call(capRoutes.declare, { body: { hasConflict: false } })
}

const HEADS = ['姓名', '手机号', '用户名', '部门', '职务', '角色', '开户地区']
const PEOPLE = [
  ['林晓芸', '10090000001', 'demo.import1', '会务部', '会务专员', '会务执行', ''],
  ['周伯安', '1009000', 'demo.import2', '会务部', '会务专员', '会务执行', ''],
  ['', '10090000003', 'demo.import3', '合规部', '督导专员', '督导', ''],
  ['沈雨桐', '10090000004', 'demo.import4', '合规部', '督导专员', '总经理', ''],
]

/** An import of which some rows are refused. */
async function importPeople({ executor: { client } }: Cast): Promise<number> {
  const file = new File([[HEADS, ...PEOPLE].map((cells) => cells.join(',')).join('\n')], '人员.csv')
  return (await client.call(personRoutes.import, { query: {}, file })).importId
}

/** Drawn invoices and a file that is none, read by the recognition service of the installation. */
async function recognize({ executor, manager }: Cast): Promise<number | undefined> {
  const { rows } = await executor.client.call(meetingRoutes.list, { query: { ...FIRST, pageSize: 100 } })
  const stages = ['materials', 'inSession', 'settlement', 'ready']
  const meetingId = stages
    .flatMap((stage) => rows.find(({ currentStage }) => currentStage === stage) ?? [])
    .at(0)?.meetingId
  if (meetingId === undefined) return undefined
  const known = await manager.client.call(recognitionRoutes.list, { query: { ...FIRST, meetingId } })
  if (known.total > 0) return meetingId
  const drawn = await Promise.all(
    FORMS.slice(0, INVOICES).map((form, place) => makePicture(place + 1, form, DAMAGE_NAMES[0]!)),
  )
  const files = drawn.map(
    ({ file }, place) =>
      new File([new Uint8Array(file)], `发票${place + 1}.${file[0] === 0xff ? 'jpg' : 'png'}`),
  )
  const { batchId } = await executor.client.call(recognitionRoutes.submit, {
    body: { meetingId, earlier: 'replace' },
    files,
  })
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(POLL_MS))
    if ((await executor.client.call(recognitionRoutes.get, { params: { batchId } })).isFinished) break
  return meetingId
}

async function verifyPathOf({ attendance }: Cast): Promise<string | undefined> {
  const signed = await attendance(({ signatureStatus }) => signatureStatus === 'signed')
  if (!signed) return undefined
  const { attendeeId } = signed.attendee
  const { verifyUrl } = await signed.expert.client.call(agreementRoutes.get, { params: { attendeeId } })
  return verifyUrl === null ? undefined : new URL(verifyUrl).pathname
}

async function payerOf({ executor: { client } }: Cast): Promise<number | undefined> {
  return (await client.call(organizationRoutes.list, { query: FIRST })).rows[0]?.orgId
}

/** A record that cannot be made is missed by its picture only. */
export async function makeRecords(cast: Cast): Promise<Records> {
  const trying = async <T>(name: string, made: Promise<T>): Promise<T | undefined> => {
    try {
      return await made
    } catch (error) {
      console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }
  await trying('caps', makeCaps(cast))
  await trying('waivers', makeWaivers(cast))
  await trying('declarations', makeDeclarations(cast))
  return {
    meetingWithInvoices: await trying('recognition', recognize(cast)),
    importId: await trying('import', importPeople(cast)),
    verifyPath: await trying('verification', verifyPathOf(cast)),
    payer: await trying('payer', payerOf(cast)),
  }
}
