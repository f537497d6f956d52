import { z } from 'zod'
import * as f from '../fields.ts'
import { field, record } from '../record.ts'
import { choice } from '../words.ts'

/** Entries of one kind that a sponsor has. */
export const DIMENSION_ENTRIES_MAX = 2000
/** Entries of one kind that a project or a meeting carries. */
export const DIMENSIONS_CARRIED_MAX = 50
const CODE_MAX = 50

export const DIMENSION_KINDS = ['product', 'costCenter', 'department'] as const
export const DIMENSION_LABELS = {
  product: { 'zh-CN': '产品', en: 'Product' },
  costCenter: { 'zh-CN': '成本中心', en: 'Cost centre' },
  department: { 'zh-CN': '部门', en: 'Department' },
} as const
export const DimensionKind = choice(DIMENSION_KINDS, DIMENSION_LABELS)
export type DimensionKind = (typeof DIMENSION_KINDS)[number]

const code = f.visibleName.max(CODE_MAX)

/** The fields of an entry in a dictionary of a sponsor, in the order of the answer. */
export const dimensionRecord = record({
  dimensionId: field(
    { label: ['核算维度', 'Dimension'], text: 'Product, cost centre or department' },
    { read: f.id, ordered: true },
  ),
  orgId: field(
    { label: ['申办方', 'Sponsor'] },
    {
      read: f.id,
      create: f.id
        .optional()
        .meta({ description: 'The sponsor; required of managers, a sponsor has its own' }),
    },
  ),
  orgName: field({ label: ['申办方', 'Sponsor'] }, { read: z.string(), stored: false }),
  kind: field({ label: ['类别', 'Kind'] }, { read: DimensionKind, create: DimensionKind, ordered: true }),
  code: field(
    { label: ['编码', 'Code'], example: 'P-001' },
    {
      read: z.string(),
      create: code.meta({ description: 'Once in its kind; width and case of letters do not matter' }),
      update: code.optional(),
      ordered: true,
    },
  ),
  name: field(
    { label: ['名称', 'Name'], example: '瑞舒伐他汀钙片' },
    { read: z.string(), create: f.visibleName, update: f.visibleName.optional(), ordered: true },
  ),
  status: field(
    { label: ['状态', 'Status'] },
    { read: f.status, create: f.status.default('0'), update: f.status.optional() },
  ),
  createTime: field({ label: ['创建时间', 'Created'] }, { read: z.string() }),
  version: field({ label: ['版本', 'Version'] }, { read: f.version }),
})
