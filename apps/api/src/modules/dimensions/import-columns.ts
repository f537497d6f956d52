import { STATUS_LABELS } from '@consilium/contract/labels.ts'
import type { ImportColumn } from '../../infra/spreadsheet/import-columns.ts'

export type DimensionColumn = 'code' | 'name' | 'status'

const states = Object.values(STATUS_LABELS)

export const IMPORT_COLUMNS: readonly ImportColumn<DimensionColumn>[] = [
  {
    field: 'code',
    title: { 'zh-CN': '编码', en: 'Code' },
    aliases: ['代码', '编号', '产品编码', '成本中心编码', '部门编码', '成本中心代码', '部门代码'],
    width: 20,
    hint: { 'zh-CN': '必填，同一类别内不重复', en: 'Required, once in its kind' },
  },
  {
    field: 'name',
    title: { 'zh-CN': '名称', en: 'Name' },
    aliases: ['产品', '产品名称', '成本中心', '成本中心名称', '部门', '部门名称'],
    width: 36,
    hint: { 'zh-CN': '必填', en: 'Required' },
  },
  {
    field: 'status',
    title: { 'zh-CN': '状态', en: 'Status' },
    aliases: [],
    width: 12,
    hint: {
      'zh-CN': `选填：${states.map((each) => each['zh-CN']).join('、')}`,
      en: `Optional: ${states.map((each) => each.en).join(', ')}`,
    },
    optional: true,
  },
]
