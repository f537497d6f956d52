import { ID_TYPE_LABELS, STATUS_LABELS, TAX_RESIDENCE_LABELS } from '@consilium/contract/labels.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Expert } from '@consilium/contract/experts.ts'
import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import type { Label } from '../dictionaries/service.ts'

/** The rows are those of the API: identity and bank numbers are masked. */
export const exportColumns = (language: Language, label: Label): readonly ExportColumn<Expert>[] => [
  { title: { 'zh-CN': '姓名', en: 'Name' }, width: 14, value: (row) => row.name },
  { title: { 'zh-CN': '手机号', en: 'Phone' }, width: 16, value: (row) => row.phone },
  { title: { 'zh-CN': '单位', en: 'Hospital' }, width: 28, value: (row) => row.unit },
  { title: { 'zh-CN': '科室', en: 'Department' }, width: 16, value: (row) => row.department },
  { title: { 'zh-CN': '职称', en: 'Title' }, width: 16, value: (row) => row.title },
  {
    title: { 'zh-CN': '审核状态', en: 'Review status' },
    width: 12,
    value: (row) => label('audit_status', row.auditStatus),
  },
  { title: { 'zh-CN': '审核意见', en: 'Audit opinion' }, width: 30, value: (row) => row.auditOpinion },
  {
    title: { 'zh-CN': '证件类型', en: 'Identity document' },
    width: 22,
    value: (row) => ID_TYPE_LABELS[row.idType][language],
  },
  { title: { 'zh-CN': '证件号码', en: 'Document number' }, width: 22, value: (row) => row.idCardNo },
  {
    title: { 'zh-CN': '纳税身份', en: 'Tax residence' },
    width: 12,
    value: (row) => TAX_RESIDENCE_LABELS[row.taxResidence][language],
  },
  { title: { 'zh-CN': '开户银行', en: 'Bank' }, width: 24, value: (row) => row.bankName },
  { title: { 'zh-CN': '银行账号', en: 'Bank account' }, width: 24, value: (row) => row.bankAccount },
  { title: { 'zh-CN': '开户地区', en: 'Bank region' }, width: 20, value: (row) => row.bankRegion },
  {
    title: { 'zh-CN': '账号状态', en: 'Account' },
    width: 10,
    value: (row) => STATUS_LABELS[row.status][language],
  },
  {
    title: { 'zh-CN': '创建时间', en: 'Created' },
    width: 20,
    kind: 'time',
    value: (row) => row.createTime,
  },
]
