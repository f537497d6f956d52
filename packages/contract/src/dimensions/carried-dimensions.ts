import { z } from 'zod'
import * as f from '../fields.ts'
import { field, type Pair } from '../record.ts'
import { DimensionKind, DIMENSIONS_CARRIED_MAX } from './dimension-record.ts'

/** An entry as a project or a meeting carries it. */
export const CarriedDimension = z
  .object({
    dimensionId: f.id,
    code: z.string().meta({ description: 'Code of the entry', example: 'P-001' }),
    name: z.string().meta({ description: 'Name of the entry', example: '瑞舒伐他汀钙片' }),
  })
  .meta({ id: 'CarriedDimension' })
export type CarriedDimension = z.infer<typeof CarriedDimension>

/** The fields of each kind, in answers and bodies of projects and meetings. */
export const DIMENSION_FIELDS = {
  product: { ids: 'productIds', shown: 'products', filter: 'productId' },
  costCenter: { ids: 'costCenterIds', shown: 'costCenters', filter: 'costCenterId' },
  department: { ids: 'departmentIds', shown: 'departments', filter: 'departmentId' },
} as const satisfies Record<DimensionKind, { ids: string; shown: string; filter: string }>

const idList = f.idBody.pipe(z.array(f.id).max(DIMENSIONS_CARRIED_MAX)).optional()

const idsOf = (label: Pair, text: string) =>
  field({ label, text }, { read: z.array(f.id), create: idList, update: idList, stored: false })
const shownOf = (label: Pair, text: string) =>
  field({ label, text }, { read: z.array(CarriedDimension), stored: false })

const OWN = 'those of sponsors that the caller knows'

/** What a project says of its sponsors' dictionaries: nothing of a kind means any. */
export const projectDimensions = {
  productIds: idsOf(['产品', 'Products'], `Products, ${OWN}`),
  products: shownOf(['产品', 'Products'], 'Products with code and name'),
  costCenterIds: idsOf(['成本中心', 'Cost centres'], `Cost centres, ${OWN}`),
  costCenters: shownOf(['成本中心', 'Cost centres'], 'Cost centres with code and name'),
  departmentIds: idsOf(['部门', 'Departments'], `Departments, ${OWN}`),
  departments: shownOf(['部门', 'Departments'], 'Departments with code and name'),
}

const NARROWER = 'of the meeting itself; empty: those of its project'

/** What a meeting has of its project, or narrower. */
export const meetingDimensions = {
  productIds: idsOf(['产品', 'Products'], `Products ${NARROWER}`),
  products: shownOf(['产品', 'Products'], 'Products with code and name, its own or those of its project'),
  costCenterIds: idsOf(['成本中心', 'Cost centres'], `Cost centres ${NARROWER}`),
  costCenters: shownOf(['成本中心', 'Cost centres'], 'Cost centres, its own or those of its project'),
  departmentIds: idsOf(['部门', 'Departments'], `Departments ${NARROWER}`),
  departments: shownOf(['部门', 'Departments'], 'Departments, its own or those of its project'),
}

/** Filters by an entry. */
export const dimensionFilters = {
  productId: f.queryId.optional().meta({ description: 'A product' }),
  costCenterId: f.queryId.optional().meta({ description: 'A cost centre' }),
  departmentId: f.queryId.optional().meta({ description: 'A department' }),
}

/** Lists of ids by kind, as bodies have them; a list that is left out stays as it is. */
export type DimensionIds = {
  [K in DimensionKind as (typeof DIMENSION_FIELDS)[K]['ids']]?: number[] | undefined
}

/** What answers say of each kind. */
export type DimensionFields = { [K in DimensionKind as (typeof DIMENSION_FIELDS)[K]['ids']]: number[] } & {
  [K in DimensionKind as (typeof DIMENSION_FIELDS)[K]['shown']]: CarriedDimension[]
}

/** Whether a body gives a list of any kind. */
export const hasDimensions = (given: DimensionIds): boolean =>
  Object.values(DIMENSION_FIELDS).some(({ ids }) => given[ids] !== undefined)

/** Text of entries for people: code and name of each. */
export const dimensionsText = (entries: readonly CarriedDimension[]): string =>
  entries.map(({ code, name }) => `${code} ${name}`).join('；')

/** What refuses entries of a project or a meeting. */
export const DIMENSION_CARRYING_ERRORS = ['DIMENSION_DISABLED'] as const

export const ProjectDimensionQuery = z.strictObject({
  kind: DimensionKind,
  keyword: f.searchText.optional().meta({ description: 'Part of the code or of the name' }),
  forMeeting: f.queryFlag.optional().meta({
    description:
      'true: what a meeting of the project may carry, which are those of the project where it has any',
  }),
})
export type ProjectDimensionQuery = z.output<typeof ProjectDimensionQuery>
