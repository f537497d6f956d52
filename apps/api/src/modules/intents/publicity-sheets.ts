import type { Language } from '@consilium/contract/errors.ts'
import {
  INTENT_SOURCE_LABELS,
  INTENT_STATUS_LABELS,
  type IntentSource,
  type IntentStatus,
} from '@consilium/contract/publicity/publicity.ts'
import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import type { PublicityKind, PublicityShape } from './publicity-repository.ts'

interface Shared {
  projectName: string
  name: string
  phone: string
  source: IntentSource
  status: IntentStatus
  userName: string | null
  createTime: string
}

const submitter: readonly ExportColumn<Shared>[] = [
  { title: { 'zh-CN': '项目名称', en: 'Project' }, width: 36, value: (row) => row.projectName },
  { title: { 'zh-CN': '姓名', en: 'Name' }, width: 14, value: (row) => row.name },
  { title: { 'zh-CN': '手机号', en: 'Phone' }, width: 16, value: (row) => row.phone },
]

const kept = (language: Language): readonly ExportColumn<Shared>[] => [
  {
    title: { 'zh-CN': '来源', en: 'Source' },
    width: 12,
    value: (row) => INTENT_SOURCE_LABELS[row.source][language],
  },
  {
    title: { 'zh-CN': '状态', en: 'Status' },
    width: 12,
    value: (row) => INTENT_STATUS_LABELS[row.status][language],
  },
  { title: { 'zh-CN': '关联账号', en: 'Linked account' }, width: 18, value: (row) => row.userName },
  {
    title: { 'zh-CN': '提交时间', en: 'Submitted' },
    width: 20,
    kind: 'time',
    value: (row) => row.createTime,
  },
]

type Row<Kind extends PublicityKind> = PublicityShape<Kind>['row']

const supportForm: readonly ExportColumn<Row<'support'>>[] = [
  { title: { 'zh-CN': '单位', en: 'Organization' }, width: 28, value: (row) => row.orgName },
  { title: { 'zh-CN': '职务', en: 'Position' }, width: 16, value: (row) => row.position },
  { title: { 'zh-CN': '备注', en: 'Remark' }, width: 40, value: (row) => row.remark },
]
const executionForm: readonly ExportColumn<Row<'execution'>>[] = [
  { title: { 'zh-CN': '医院', en: 'Hospital' }, width: 28, value: (row) => row.hospital },
  { title: { 'zh-CN': '科室', en: 'Department' }, width: 16, value: (row) => row.department },
  { title: { 'zh-CN': '职称', en: 'Title' }, width: 16, value: (row) => row.title },
]

interface Sheet<Kind extends PublicityKind> {
  name: Readonly<Record<Language, string>>
  columns(language: Language): readonly ExportColumn<Row<Kind>>[]
}

/** Names and columns of the exported files. */
export const PUBLICITY_SHEETS: { readonly [Kind in PublicityKind]: Sheet<Kind> } = {
  support: {
    name: { 'zh-CN': '公示支持意向', en: 'support-enquiries' },
    columns: (language) => [...submitter, ...supportForm, ...kept(language)],
  },
  execution: {
    name: { 'zh-CN': '公示执行意向', en: 'execution-enquiries' },
    columns: (language) => [...submitter, ...executionForm, ...kept(language)],
  },
}
