import { z } from 'zod'
import { SPONSOR_READERS } from '../accounts/roles.ts'
import * as f from '../fields.ts'
import { importedRow } from '../files/imported-rows.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { exportBody, SHEET_ERRORS, XLSX } from '../spreadsheet.ts'
import { DIMENSION_ENTRIES_MAX, DimensionKind, dimensionRecord } from './dimension-record.ts'

/** Rows of one import. */
export const DIMENSION_ROWS_MAX = DIMENSION_ENTRIES_MAX

export const Dimension = z
  .object({ ...dimensionRecord.read, abilities: f.abilities('update', 'remove') })
  .meta({ id: 'Dimension' })
export type Dimension = z.infer<typeof Dimension>

const ofSponsor = {
  orgId: f.queryId.optional().meta({ description: 'Sponsor; by default all that the caller knows' }),
}

export const DimensionQuery = f.listQuery(
  {
    kind: DimensionKind.optional(),
    code: f.searchText.optional().meta({ description: 'Part of the code' }),
    name: f.searchText.optional().meta({ description: 'Part of the name' }),
    status: f.status.optional(),
    ...ofSponsor,
  },
  dimensionRecord.ordered,
)
export type DimensionQuery = z.output<typeof DimensionQuery>

export const DimensionCreate = z.strictObject(dimensionRecord.create)
export type DimensionCreate = z.output<typeof DimensionCreate>
export const DimensionUpdate = z.strictObject({
  dimensionId: f.id,
  version: f.version,
  ...dimensionRecord.update,
})
export type DimensionUpdate = z.output<typeof DimensionUpdate>

export const DimensionOptionQuery = z.strictObject({
  kind: DimensionKind,
  keyword: f.searchText.optional().meta({ description: 'Part of the code or of the name' }),
  sponsorAdminUserIds: f.queryIds.optional().meta({ description: 'Only of these sponsors, by main account' }),
})
export type DimensionOptionQuery = z.output<typeof DimensionOptionQuery>

/** What a row of an import says. */
export const DimensionRow = z.strictObject({
  code: dimensionRecord.create.code,
  name: dimensionRecord.create.name,
  status: f.status.optional(),
})
export type DimensionRow = z.output<typeof DimensionRow>

export const DimensionImportQuery = z.strictObject({
  kind: DimensionKind,
  orgId: f.queryId
    .optional()
    .meta({ description: 'Sponsor; required of managers, a sponsor imports into its own' }),
})
export type DimensionImportQuery = z.output<typeof DimensionImportQuery>

export const DimensionImportRow = z
  .object({ ...importedRow, code: z.string().nullable().meta({ description: 'Code as in the file' }) })
  .meta({ id: 'DimensionImportRow' })
export type DimensionImportRow = z.infer<typeof DimensionImportRow>

const tag = 'Dimensions'
const READERS = ['admin', 'manager', ...SPONSOR_READERS] as const
const WRITERS = ['admin', 'manager', 'sponsor'] as const
const params = z.object({ dimensionId: f.queryId })

export const dimensionRoutes = {
  list: {
    method: 'GET',
    path: '/business/dimension/list',
    access: READERS,
    tag,
    summary: 'List the products, cost centres and departments of the sponsors that the caller knows',
    query: DimensionQuery,
    answer: page(Dimension),
  },
  export: {
    method: 'POST',
    path: '/business/dimension/export',
    access: READERS,
    tag,
    summary: 'The entries of the list as an XLSX file, by the same filters',
    body: exportBody(DimensionQuery),
    answer: file(XLSX),
  },
  options: {
    method: 'GET',
    path: '/business/dimension/options',
    access: READERS,
    tag,
    summary: `At most ${f.OPTIONS_MAX} entries of a kind with a keyword in code or name; not the disabled ones`,
    query: DimensionOptionQuery,
    answer: data(z.array(f.option.meta({ id: 'DimensionChoice' }))),
  },
  importTemplate: {
    method: 'GET',
    path: '/business/dimension/importTemplate',
    access: WRITERS,
    tag,
    summary: 'Download an empty XLSX file with the columns of the import',
    answer: file(XLSX),
  },
  import: {
    method: 'POST',
    path: '/business/dimension/import',
    target: ['orgId'],
    access: WRITERS,
    tag,
    summary: `Import entries of one kind from an XLSX or CSV file of at most ${DIMENSION_ROWS_MAX} rows; a known code updates its entry, and valid rows are imported even if others fail`,
    query: DimensionImportQuery,
    upload: true,
    keyless: 'each',
    answer: data(z.array(DimensionImportRow)),
    errors: ['NOT_FOUND', ...SHEET_ERRORS, 'SHEET_COLUMN_MISSING', 'SHEET_COLUMN_TWICE'],
  },
  get: {
    method: 'GET',
    path: '/business/dimension/{dimensionId}',
    access: READERS,
    tag,
    summary: 'Read one entry',
    params,
    answer: data(Dimension),
  },
  create: {
    method: 'POST',
    path: '/business/dimension',
    target: ['orgId', 'dimensionId'],
    access: WRITERS,
    tag,
    summary: 'Add an entry to a dictionary of a sponsor',
    body: DimensionCreate,
    answer: data(Dimension),
    errors: ['NOT_FOUND', 'DIMENSION_CODE_TAKEN', 'DIMENSION_FULL'],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/dimension',
    target: ['dimensionId'],
    access: WRITERS,
    tag,
    summary: 'Change or disable an entry; omitted fields are left unchanged, and what carries it keeps it',
    body: DimensionUpdate,
    answer: data(Dimension),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'DIMENSION_CODE_TAKEN'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/dimension/{dimensionId}',
    target: ['dimensionId'],
    access: WRITERS,
    tag,
    summary: 'Delete entries that nothing carries',
    params: z.object({ dimensionId: f.pathIds }),
    answer: data(z.null()),
    errors: ['RECORD_IN_USE'],
  },
} as const satisfies RouteTable
