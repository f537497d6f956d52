import { REPLY_LABELS, type Attendee } from '@consilium/contract/attendees.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { feeRuleNames } from '@consilium/contract/fee-rule-names.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile, type Export, type ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import type { Label } from '../dictionaries/service.ts'

const AMOUNT = { width: 14, kind: 'decimal' } as const

const exportColumns = (label: Label, language: Language): readonly ExportColumn<Attendee>[] => [
  { title: { 'zh-CN': '会议名称', en: 'Meeting' }, width: 36, value: (row) => row.meetingName },
  { title: { 'zh-CN': '项目名称', en: 'Project' }, width: 36, value: (row) => row.projectName },
  {
    title: { 'zh-CN': '会议开始', en: 'Start' },
    width: 20,
    kind: 'time',
    value: (row) => row.scheduleStartTime,
  },
  { title: { 'zh-CN': '姓名', en: 'Name' }, width: 14, value: (row) => row.name },
  { title: { 'zh-CN': '手机号', en: 'Phone' }, width: 16, value: (row) => row.phone },
  { title: { 'zh-CN': '单位', en: 'Hospital' }, width: 28, value: (row) => row.unit },
  { title: { 'zh-CN': '科室', en: 'Department' }, width: 16, value: (row) => row.department },
  { title: { 'zh-CN': '职称', en: 'Title' }, width: 16, value: (row) => row.title },
  { title: { 'zh-CN': '审核职称', en: 'Audited title' }, width: 16, value: (row) => row.auditedTitle },
  {
    title: { 'zh-CN': '劳务形式', en: 'Service type' },
    width: 12,
    value: (row) => label('labor_form', row.laborForm),
  },
  { title: { 'zh-CN': '应付金额', en: 'Payable' }, ...AMOUNT, value: (row) => row.payableAmount },
  { title: { 'zh-CN': '增值税', en: 'VAT' }, ...AMOUNT, value: (row) => row.vatAmount },
  { title: { 'zh-CN': '附加税费', en: 'Surcharges' }, ...AMOUNT, value: (row) => row.surchargeAmount },
  {
    title: { 'zh-CN': '增值税及附加', en: 'VAT and surcharges' },
    ...AMOUNT,
    value: (row) => row.vatAndSurcharges,
  },
  { title: { 'zh-CN': '个人所得税', en: 'Income tax' }, ...AMOUNT, value: (row) => row.incomeTax },
  { title: { 'zh-CN': '实付金额', en: 'Net' }, ...AMOUNT, value: (row) => row.netAmount },
  {
    title: { 'zh-CN': '计税规则', en: 'Tax rules' },
    width: 48,
    value: (row) => feeRuleNames(row.feeRuleVersion, language).join(language === 'en' ? '; ' : '；'),
  },
  { title: { 'zh-CN': '开户地区', en: 'Bank region' }, width: 20, value: (row) => row.bankRegion },
  {
    title: { 'zh-CN': '签署状态', en: 'Signing status' },
    width: 12,
    value: (row) => label('signature_status', row.signatureStatus),
  },
  {
    title: { 'zh-CN': '答复', en: 'Reply' },
    width: 12,
    value: ({ reply }) => (reply === null ? null : REPLY_LABELS[reply][language]),
  },
  { title: { 'zh-CN': '小结', en: 'Summary' }, width: 40, value: (row) => row.summary },
  {
    title: { 'zh-CN': '现场照片数', en: 'On-site photos' },
    width: 12,
    kind: 'integer',
    value: (row) => row.onSitePhotos.length,
  },
  {
    title: { 'zh-CN': '创建时间', en: 'Created' },
    width: 20,
    kind: 'time',
    value: (row) => row.createTime,
  },
]

interface Order {
  language: Language
  labels: Label
  /** `yyyy-MM-dd`, for the file name. */
  today: string
}

/** Attendees with their fees as a spreadsheet. */
export const exportAttendees = (
  { language, labels, today }: Order,
  batch: Export<Attendee>['batch'],
): FileAnswer =>
  exportFile({
    name: { 'zh-CN': '参会专家', en: 'attendees' },
    language,
    today,
    columns: exportColumns(labels, language),
    batch,
  })
