import { HOSPITAL_LEVEL_LABELS } from '@consilium/contract/hospitals/hospital-record.ts'
import type { ImportColumn } from '../../infra/spreadsheet/import-columns.ts'

export type HospitalField = 'name' | 'aliases' | 'province' | 'city' | 'level' | 'creditCode'

const levels = Object.values(HOSPITAL_LEVEL_LABELS)

export const IMPORT_COLUMNS: readonly ImportColumn<HospitalField>[] = [
  {
    field: 'name',
    title: { 'zh-CN': '医院名称', en: 'Name' },
    aliases: ['名称', '医院', '机构名称', 'hospital'],
    width: 36,
    hint: { 'zh-CN': '必填，医院全称', en: 'Required: the full name' },
  },
  {
    field: 'aliases',
    title: { 'zh-CN': '别名', en: 'Other names' },
    aliases: ['医院别名', '曾用名', '简称', 'aliases'],
    width: 36,
    hint: { 'zh-CN': '选填，多个别名用“、”或“；”分隔', en: 'Optional, several separated by semicolons' },
    optional: true,
  },
  {
    field: 'province',
    title: { 'zh-CN': '省份', en: 'Province' },
    aliases: ['省', '所在省', '省市'],
    width: 14,
    hint: { 'zh-CN': '选填', en: 'Optional' },
    optional: true,
  },
  {
    field: 'city',
    title: { 'zh-CN': '城市', en: 'City' },
    aliases: ['市', '地市', '所在城市'],
    width: 14,
    hint: { 'zh-CN': '选填', en: 'Optional' },
    optional: true,
  },
  {
    field: 'level',
    title: { 'zh-CN': '等级', en: 'Level' },
    aliases: ['医院等级', '级别'],
    width: 14,
    hint: {
      'zh-CN': `选填：${levels.map((each) => each['zh-CN']).join('、')}`,
      en: `Optional: ${levels.map((each) => each.en).join(', ')}`,
    },
    optional: true,
  },
  {
    field: 'creditCode',
    title: { 'zh-CN': '统一社会信用代码', en: 'Credit code' },
    aliases: ['信用代码', '社会信用代码', '组织机构代码'],
    width: 24,
    hint: { 'zh-CN': '选填，18位', en: 'Optional, 18 characters' },
    optional: true,
  },
]
