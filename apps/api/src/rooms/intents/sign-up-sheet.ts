import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import type { ExecutionRow } from './execution-repository.ts'

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
