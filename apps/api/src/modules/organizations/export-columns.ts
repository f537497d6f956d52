import { STATUS_LABELS } from '@consilium/contract/labels.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Organization } from '@consilium/contract/organizations/organizations.ts'
import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import type { Label } from '../dictionaries/service.ts'

export const exportColumns = (language: Language, label: Label): readonly ExportColumn<Organization>[] => [
  { title: { 'zh-CN': '单位名称', en: 'Organization' }, width: 32, value: (row) => row.orgName },
  {
    title: { 'zh-CN': '单位类型', en: 'Organization type' },
    width: 12,
    value: (row) => label('org_type', row.orgType),
  },
  {
    title: { 'zh-CN': '单位性质', en: 'Nature of business' },
    width: 20,
    value: (row) => row.businessNature,
  },
  { title: { 'zh-CN': '主账号', en: 'Main account' }, width: 20, value: (row) => row.mainUserName },
  { title: { 'zh-CN': '手机号', en: 'Phone' }, width: 16, value: (row) => row.mainPhone },
  {
    title: { 'zh-CN': '附加税费率', en: 'Surcharge rate' },
    width: 12,
    value: (row) => row.surchargeRate,
  },
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
