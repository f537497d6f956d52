import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { MaterialRecord } from '@consilium/contract/materials/material-record.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import type { Route } from '@consilium/contract/route.ts'
import type { AnsweredPage, Client } from '@consilium/contract/client.ts'
import { dataOf, refusalOf } from './outcomes.ts'

export type Fields = Record<string, unknown>
export type MaterialName = keyof typeof materialRoutes

/** A kind of record for tests: its fields, a change, and how it is found. */
export interface Sample {
  /** All fields except files. */
  full: Fields
  /** The required fields, with the defaults of the others as answered. */
  least: Fields
  change: Fields
  /** Invalid body fields, each tested alone. */
  bad: Fields
  /** Queries that find the full record, and queries that do not. */
  found: Fields[]
  missed: Fields[]
  writers: readonly RoleType[]
  /** True if only its creator and managers may change a record. */
  keptByCreator: boolean
  fileField: 'attachments' | 'fileId'
}

const runners = ['admin', 'manager', 'leader', 'executor', 'meetingExecutor'] as const
const supervision = ['admin', 'manager', 'leader', 'supervisor'] as const

export const SAMPLES: Record<MaterialName, Sample> = {
  meetingAuditLog: {
    full: {
      auditItem: '签到表核对',
      auditResult: 'passed',
      auditOpinion: '与名单一致',
      auditTime: '2026-05-01 09:00:00',
    },
    least: { auditItem: '费用核对', auditResult: 'noted' },
    change: { auditResult: 'failed', auditOpinion: null, auditTime: '2026-05-02 10:00:00' },
    bad: { auditItem: ' ', auditResult: 'good', auditTime: null, auditOpinion: 'x'.repeat(2001) },
    found: [
      { auditItem: '表核' },
      { auditResult: 'passed' },
      { auditOpinion: '名单' },
      { 'params[beginAuditTime]': '2026-05-01 09:00:00', 'params[endAuditTime]': '2026-05-01 09:00:00' },
    ],
    missed: [
      { auditItem: '%' },
      { auditResult: 'failed' },
      { auditOpinion: '不一致' },
      { 'params[endAuditTime]': '2026-05-01 08:59:59' },
    ],
    writers: supervision,
    keptByCreator: true,
    fileField: 'attachments',
  },
  meetingExecutor: {
    full: {
      taskName: '会场布置',
      personName: '孙莉',
      phone: '13800138000',
      workContent: '背景板\n签到台',
      workTime: '2026-05-01 07:30:00',
    },
    least: { taskName: '接送' },
    change: { taskName: '会场布置与撤场', phone: null, workContent: '' },
    bad: { taskName: '', phone: '12345', workTime: '2026-05-01', personName: 'x'.repeat(101) },
    found: [
      { taskName: '布置' },
      { personName: '孙' },
      { phone: '0013' },
      { workContent: '签到' },
      { 'params[beginWorkTime]': '2026-05-01 00:00:00' },
    ],
    missed: [{ taskName: '撤场' }, { personName: '李' }, { 'params[beginWorkTime]': '2026-05-01 07:30:01' }],
    writers: runners,
    keptByCreator: false,
    fileField: 'attachments',
  },
  meetingInvoice: {
    full: {
      invoiceType: '10',
      invoiceCode: '011001605111',
      invoiceNumber: '80100798',
      issueDate: '2026-05-01',
      checkCode: '85342965681116380258',
      buyerName: '仁和医药有限公司',
      buyerTaxId: '91110000MA001234X5',
      sellerName: '会议酒店',
      sellerTaxId: '91110000MA0098765Y',
      amount: '64.90',
      taxAmount: '3.89',
      totalAmount: '68.79',
      remark: '场租',
    },
    least: {},
    change: { totalAmount: '-68.79', invoiceCode: null, invoiceNumber: '26427000000375586818' },
    bad: {
      invoiceType: '99',
      issueDate: '2026-02-30',
      amount: '1.001',
      totalAmount: '10000000',
      invoiceNumber: '8010-0798',
      source: 'recognized',
    },
    found: [
      { invoiceType: '10' },
      { invoiceCode: '0016' },
      { invoiceNumber: '0798' },
      { buyerName: '医药' },
      { buyerTaxId: 'ma0012' },
      { sellerName: '酒店' },
      { sellerTaxId: '8765' },
      { source: 'manual' },
      { remark: '场' },
      { 'params[beginIssueDate]': '2026-05-01', 'params[endIssueDate]': '2026-05-01' },
    ],
    missed: [
      { invoiceType: '32' },
      { source: 'recognized' },
      { 'params[beginIssueDate]': '2026-05-02' },
      { 'params[endIssueDate]': '2026-04-30' },
    ],
    writers: runners,
    keptByCreator: false,
    fileField: 'fileId',
  },
  meetingMaterial: {
    full: { materialType: 'signIn', title: '签到表（上午）', description: '两页' },
    least: { materialType: 'other', title: '邀请函' },
    change: { materialType: 'report', title: '会议总结', description: '' },
    bad: { materialType: 'html', title: '', description: 'x'.repeat(5001) },
    found: [{ materialType: 'signIn' }, { title: '上午' }, { description: '页' }],
    missed: [{ materialType: 'agenda' }, { title: '下午' }, { description: '_' }],
    writers: runners,
    keptByCreator: false,
    fileField: 'attachments',
  },
  meetingSupervisor: {
    full: {
      supervisorName: '周督导',
      supervisionTime: '2026-05-01 10:00:00',
      supervisionMode: 'onSite',
      findings: '人数与名单相符',
      conclusion: 'normal',
    },
    least: { supervisorName: '周督导', conclusion: 'problem' },
    change: { supervisionMode: null, findings: '缺两人', conclusion: 'problem' },
    bad: { supervisorName: '', supervisionMode: 'remote', conclusion: 'fine', supervisionTime: '' },
    found: [
      { supervisorName: '督导' },
      { supervisionMode: 'onSite' },
      { findings: '相符' },
      { conclusion: 'normal' },
      { 'params[endSupervisionTime]': '2026-05-01 10:00:00' },
    ],
    missed: [
      { supervisionMode: 'online' },
      { conclusion: 'problem' },
      { 'params[beginSupervisionTime]': '2026-05-01 10:00:01' },
    ],
    writers: supervision,
    keptByCreator: true,
    fileField: 'attachments',
  },
}

export const MATERIAL_NAMES = Object.keys(SAMPLES) as MaterialName[]

export type Shown = MaterialRecord & Fields

interface LooseOutcome<T> extends ReturnType<typeof refusalOf> {
  /** Throws if the call was refused. */
  readonly data: T
}

/** Calls for one kind of record, loosely typed, since each test runs for all five kinds. */
export function callsOn(name: MaterialName) {
  const routes: Record<keyof (typeof materialRoutes)[MaterialName], Route> = materialRoutes[name]
  const attempt = async <T>(user: Client, route: Route, input: object): Promise<LooseOutcome<T>> => {
    const outcome = await user.attempt(route, input)
    return {
      ...refusalOf(outcome),
      get data() {
        return outcome.data as T
      },
    }
  }
  return {
    routes,
    list: (user: Client, query: Fields = {}) =>
      dataOf(attempt<AnsweredPage<Shown>>(user, routes.list, { query: { pageSize: 200, ...query } })),
    get: (user: Client, recordId: number) => attempt<Shown>(user, routes.get, { params: { recordId } }),
    create: (user: Client, meetingId: number, body: Fields, headers = {}) =>
      attempt<Shown>(user, routes.create, { body: { meetingId, ...body }, headers }),
    update: (user: Client, record: Pick<Shown, 'recordId' | 'version'>, body: Fields) =>
      attempt<Shown>(user, routes.update, {
        body: { recordId: record.recordId, version: record.version, ...body },
      }),
    remove: (user: Client, ...recordIds: number[]) =>
      attempt<null>(user, routes.remove, { params: { recordId: recordIds.join(',') } }),
  }
}
