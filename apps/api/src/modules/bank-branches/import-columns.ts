import { BRANCH_ROWS_MAX, BranchRow } from '@consilium/contract/bank-branches/bank-branches.ts'
import type { ImportColumn } from '../../infra/spreadsheet/import-columns.ts'
import type { RowForm } from '../../infra/spreadsheet/import-rows.ts'

export type BranchField = 'code' | 'name' | 'province' | 'city'

export const IMPORT_COLUMNS: readonly ImportColumn<BranchField>[] = [
  {
    field: 'code',
    title: { 'zh-CN': '联行号', en: 'Clearing code' },
    aliases: ['行号', '大额行号', '支付行号', '支付系统行号', '银行行号', '清算行号', 'cnaps'],
    width: 18,
    hint: { 'zh-CN': '必填，12位数字', en: 'Required, 12 digits' },
  },
  {
    field: 'name',
    title: { 'zh-CN': '网点名称', en: 'Name' },
    aliases: ['行名', '全称', '行名全称', '银行名称', '支行名称', '开户行', '开户行名称', '参与者名称'],
    width: 48,
    hint: { 'zh-CN': '必填，银行网点全称', en: 'Required: the full name of the branch' },
  },
  {
    field: 'province',
    title: { 'zh-CN': '省份', en: 'Province' },
    aliases: ['省', '所在省', '所属省份'],
    width: 14,
    hint: { 'zh-CN': '选填', en: 'Optional' },
    optional: true,
  },
  {
    field: 'city',
    title: { 'zh-CN': '城市', en: 'City' },
    aliases: ['市', '地市', '所在市', '所在城市'],
    width: 14,
    hint: { 'zh-CN': '选填', en: 'Optional' },
    optional: true,
  },
]

export const BRANCH_ROWS: RowForm<BranchField, BranchRow> = {
  columns: IMPORT_COLUMNS,
  body: BranchRow,
  shown: ['code', 'name'],
  rowsMax: BRANCH_ROWS_MAX,
}
