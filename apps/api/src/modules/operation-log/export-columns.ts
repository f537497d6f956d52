import type { OperationLog } from '@consilium/contract/operation-log/operation-log.ts'
import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'

export const EXPORT_COLUMNS: readonly ExportColumn<OperationLog>[] = [
  { title: { 'zh-CN': '时间', en: 'Time' }, width: 20, kind: 'time', value: (row) => row.operTime },
  { title: { 'zh-CN': '用户名', en: 'User name' }, width: 18, value: (row) => row.userName },
  { title: { 'zh-CN': '操作', en: 'Operation' }, width: 26, value: (row) => row.operation },
  { title: { 'zh-CN': '说明', en: 'Summary' }, width: 40, value: (row) => row.summary },
  { title: { 'zh-CN': '对象', en: 'Target' }, width: 30, value: (row) => row.target },
  {
    title: { 'zh-CN': '结果', en: 'Result' },
    width: 8,
    kind: 'integer',
    value: (row) => row.httpStatus,
  },
  { title: { 'zh-CN': '错误', en: 'Error' }, width: 22, value: (row) => row.error },
  { title: { 'zh-CN': 'IP地址', en: 'IP address' }, width: 18, value: (row) => row.ip },
  { title: { 'zh-CN': '请求编号', en: 'Request id' }, width: 38, value: (row) => row.requestId },
]
