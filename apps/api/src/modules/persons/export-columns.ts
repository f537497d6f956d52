import { STATUS_LABELS } from '@consilium/contract/labels.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { PERSON_ROLE_LABELS, type Person } from '@consilium/contract/persons/persons.ts'
import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import type { Label } from '../dictionaries/service.ts'

export const exportColumns = (language: Language, label: Label): readonly ExportColumn<Person>[] => [
  { title: { 'zh-CN': '姓名', en: 'Name' }, width: 14, value: (row) => row.name },
  { title: { 'zh-CN': '手机号', en: 'Phone' }, width: 16, value: (row) => row.phone },
  { title: { 'zh-CN': '用户名', en: 'User name' }, width: 18, value: (row) => row.userName },
  { title: { 'zh-CN': '单位', en: 'Organization' }, width: 28, value: (row) => row.orgName },
  {
    title: { 'zh-CN': '单位类型', en: 'Organization type' },
    width: 12,
    value: (row) => label('org_type', row.unitType),
  },
  { title: { 'zh-CN': '部门', en: 'Department' }, width: 16, value: (row) => row.department },
  { title: { 'zh-CN': '职务', en: 'Position' }, width: 16, value: (row) => row.position },
  {
    title: { 'zh-CN': '角色', en: 'Role' },
    width: 14,
    value: (row) => PERSON_ROLE_LABELS[row.role][language],
  },
  { title: { 'zh-CN': '开户地区', en: 'Bank region' }, width: 20, value: (row) => row.bankRegion },
  {
    title: { 'zh-CN': '状态', en: 'Status' },
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
