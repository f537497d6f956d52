import { z } from 'zod'
import * as f from '../fields.ts'
import { creditCode } from '../organizations/organizations.ts'
import { field, record, written } from '../record.ts'
import { choice } from '../words.ts'

/** Other names of one hospital. */
export const ALIASES_MAX = 50

export const HOSPITAL_LEVEL_LABELS = {
  tertiaryA: { 'zh-CN': '三级甲等', en: 'Tertiary A' },
  tertiaryB: { 'zh-CN': '三级乙等', en: 'Tertiary B' },
  tertiary: { 'zh-CN': '三级', en: 'Tertiary' },
  secondaryA: { 'zh-CN': '二级甲等', en: 'Secondary A' },
  secondaryB: { 'zh-CN': '二级乙等', en: 'Secondary B' },
  secondary: { 'zh-CN': '二级', en: 'Secondary' },
  primary: { 'zh-CN': '一级', en: 'Primary' },
  unrated: { 'zh-CN': '未定级', en: 'Not rated' },
} as const
export const HOSPITAL_LEVELS = [
  'tertiaryA',
  'tertiaryB',
  'tertiary',
  'secondaryA',
  'secondaryB',
  'secondary',
  'primary',
  'unrated',
] as const
export const HospitalLevel = choice(HOSPITAL_LEVELS, HOSPITAL_LEVEL_LABELS)
export type HospitalLevel = z.infer<typeof HospitalLevel>

const nullableText = z.string().nullable()
const aliases = z.array(f.visibleName).max(ALIASES_MAX)

/** The fields of a hospital, in the order of the answer. */
export const hospitalRecord = record({
  hospitalId: field({ label: ['医院', 'Hospital'], text: 'Hospital' }, { read: f.id, ordered: true }),
  name: field(
    { label: ['医院名称', 'Name'], example: '首都医科大学附属北京安贞医院' },
    { read: z.string(), create: f.visibleName, update: f.visibleName.optional(), ordered: true },
  ),
  aliases: field(
    { label: ['别名', 'Other names'], text: 'Other names by which it is found', example: ['安贞医院'] },
    {
      read: z.array(z.string()),
      create: aliases.optional(),
      update: aliases.optional(),
      stored: false,
    },
  ),
  province: written(
    { label: ['省份', 'Province'], text: 'Province of the hospital', example: '北京市' },
    nullableText,
    f.optionalText(f.NAME_MAX),
    { ordered: true },
  ),
  city: written(
    { label: ['城市', 'City'], text: 'City of the hospital', example: '北京市' },
    nullableText,
    f.optionalText(f.NAME_MAX),
    { ordered: true },
  ),
  level: written(
    { label: ['等级', 'Level'], text: 'Level of the hospital' },
    HospitalLevel.nullable(),
    HospitalLevel.nullable().optional(),
    { ordered: true },
  ),
  creditCode: written(
    { label: ['统一社会信用代码', 'Credit code'], text: 'Unified social credit code' },
    nullableText,
    creditCode.nullable().optional(),
  ),
  experts: field(
    { label: ['专家数', 'Experts'], text: 'Experts whose unit is this hospital' },
    { read: z.int().min(0), stored: false },
  ),
  createTime: field({ label: ['创建时间', 'Created'] }, { read: z.string() }),
  version: field({ label: ['版本', 'Version'] }, { read: f.version }),
})
