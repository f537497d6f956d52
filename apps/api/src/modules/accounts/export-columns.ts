import type { Account } from '@consilium/contract/accounts/accounts.ts'
import { ROLE_LABELS } from '@consilium/contract/accounts/roles.ts'
import { STATUS_LABELS } from '@consilium/contract/labels.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import { yesOrNo } from '../../infra/spreadsheet/yes-or-no.ts'

export const exportColumns = (language: Language): readonly ExportColumn<Account>[] => [
  { title: { 'zh-CN': '用户名', en: 'User name' }, width: 20, value: (row) => row.userName },
  { title: { 'zh-CN': '姓名', en: 'Name' }, width: 20, value: (row) => row.name },
  { title: { 'zh-CN': '手机号', en: 'Phone' }, width: 16, value: (row) => row.phone },
  {
    title: { 'zh-CN': '角色', en: 'Role' },
    width: 16,
    value: (row) => ROLE_LABELS[row.roleType][language],
  },
  {
    title: { 'zh-CN': '状态', en: 'Status' },
    width: 10,
    value: (row) => STATUS_LABELS[row.status][language],
  },
  {
    title: { 'zh-CN': '须修改密码', en: 'Must change password' },
    width: 12,
    value: (row) => yesOrNo(language, row.mustChangePassword),
  },
  {
    title: { 'zh-CN': '创建时间', en: 'Created' },
    width: 20,
    kind: 'time',
    value: (row) => row.createTime,
  },
]
