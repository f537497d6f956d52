import type { Language } from '@consilium/contract/errors.ts'
import { INTENT_STATUS_LABELS } from '@consilium/contract/publicity/publicity.ts'
import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import type { ExecutionRow } from './execution-repository.ts'
import type { SupportRow } from './support-repository.ts'

export const SIGN_UPS = { 'zh-CN': '专家报名', en: 'Expert sign-ups' }

export const SIGN_UP_COLUMNS: readonly ExportColumn<ExecutionRow>[] = [
  { title: { 'zh-CN': '专家姓名', en: 'Expert name' }, width: 14, value: (row) => row.name },
  { title: { 'zh-CN': '科室', en: 'Department' }, width: 18, value: (row) => row.department },
  { title: { 'zh-CN': '医院', en: 'Hospital' }, width: 28, value: (row) => row.hospital },
  { title: { 'zh-CN': '职称', en: 'Title' }, width: 14, value: (row) => row.title },
  {
    title: { 'zh-CN': '报名时间', en: 'Signup time' },
    width: 20,
    kind: 'time',
    value: (row) => row.createTime,
  },
  { title: { 'zh-CN': '手机号', en: 'Phone' }, width: 14, value: (row) => row.phone },
]

export const OFFERS = { 'zh-CN': '支持意向', en: 'support-intents' }

export const offerColumns = (language: Language): readonly ExportColumn<SupportRow>[] => [
  { title: { 'zh-CN': '项目编号', en: 'Project no.' }, width: 18, value: (row) => row.projectNo },
  { title: { 'zh-CN': '项目名称', en: 'Project' }, width: 36, value: (row) => row.projectName },
  { title: { 'zh-CN': '申办方', en: 'Sponsor' }, width: 28, value: (row) => row.orgName },
  { title: { 'zh-CN': '提交人', en: 'Submitted by' }, width: 16, value: (row) => row.userName },
  { title: { 'zh-CN': '支持金额', en: 'Amount' }, width: 14, kind: 'decimal', value: (row) => row.amount },
  { title: { 'zh-CN': '备注', en: 'Remark' }, width: 40, value: (row) => row.remark },
  {
    title: { 'zh-CN': '状态', en: 'Status' },
    width: 12,
    value: (row) => INTENT_STATUS_LABELS[row.status][language],
  },
  {
    title: { 'zh-CN': '提交时间', en: 'Submitted' },
    width: 20,
    kind: 'time',
    value: (row) => row.createTime,
  },
]
