import { z } from 'zod'
import * as f from '../fields.ts'
import { importedRow } from '../files/imported-rows.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { exportBody, SHEET_ERRORS, XLSX } from '../spreadsheet.ts'
import { HospitalLevel, hospitalRecord } from './hospital-record.ts'

/** Rows of one import. */
export const HOSPITAL_ROWS_MAX = 2000
/** Hospitals that are proposed for a text. */
export const SUGGESTIONS_MAX = 3

export const Hospital = z
  .object({ ...hospitalRecord.read, abilities: f.abilities('update', 'merge', 'remove') })
  .meta({ id: 'Hospital' })
export type Hospital = z.infer<typeof Hospital>

export const HospitalQuery = f.listQuery(
  {
    name: f.searchText.optional().meta({ description: 'Part of the name or of another name' }),
    province: f.searchText.optional(),
    city: f.searchText.optional(),
    level: HospitalLevel.optional(),
    creditCode: f.searchText.optional(),
  },
  hospitalRecord.ordered,
)
export type HospitalQuery = z.output<typeof HospitalQuery>

export const HospitalCreate = z.strictObject(hospitalRecord.create)
export type HospitalCreate = z.output<typeof HospitalCreate>
export const HospitalUpdate = z.strictObject({
  hospitalId: f.id,
  version: f.version,
  ...hospitalRecord.update,
})
export type HospitalUpdate = z.output<typeof HospitalUpdate>

export const HospitalMerge = z.strictObject({
  hospitalId: f.id.meta({ description: 'The hospital that ends' }),
  intoId: f.id.meta({ description: 'The hospital that gets its names' }),
  version: f.version.meta({ description: 'Version of the hospital that ends' }),
})
export type HospitalMerge = z.output<typeof HospitalMerge>

const shortHospital = z.object({ hospitalId: f.id, name: z.string() })

export const UnresolvedUnit = z
  .object({
    unit: z.string().meta({ description: 'As experts wrote it', example: '安贞医院（北院）' }),
    experts: z.int().min(1).meta({ description: 'Experts with this unit' }),
    suggestions: z
      .array(shortHospital)
      .meta({ description: 'Hospitals with a similar name, the most similar first' }),
  })
  .meta({ id: 'UnresolvedUnit' })
export type UnresolvedUnit = z.infer<typeof UnresolvedUnit>

export const UnresolvedQuery = f.listQuery({ unit: f.searchText.optional() }, ['unit', 'experts'])
export type UnresolvedQuery = z.output<typeof UnresolvedQuery>

export const UnitSettlement = z.strictObject({
  unit: f.visibleName,
  hospitalId: f.id
    .nullable()
    .meta({ description: 'The hospital that this is another name of; null: it is no hospital' }),
})
export type UnitSettlement = z.output<typeof UnitSettlement>

export const HospitalImportRow = z.object(importedRow).meta({ id: 'HospitalImportRow' })
export type HospitalImportRow = z.infer<typeof HospitalImportRow>

const tag = 'Hospitals'
const access = ['admin', 'manager'] as const
const params = z.object({ hospitalId: f.queryId })
const TAKEN = ['HOSPITAL_NAME_TAKEN', 'HOSPITAL_NAME_EMPTY', 'HOSPITAL_CODE_TAKEN'] as const

export const hospitalRoutes = {
  list: {
    method: 'GET',
    path: '/business/hospital/list',
    access,
    tag,
    summary: 'List hospitals',
    query: HospitalQuery,
    answer: page(Hospital),
  },
  export: {
    method: 'POST',
    path: '/business/hospital/export',
    access,
    tag,
    summary: 'The hospitals of the list as an XLSX file, by the same filters',
    body: exportBody(HospitalQuery),
    answer: file(XLSX),
  },
  options: {
    method: 'GET',
    path: '/business/hospital/options',
    access,
    tag,
    summary: `At most ${f.OPTIONS_MAX} hospitals with a keyword in one of their names`,
    query: z.strictObject({ keyword: f.searchText.optional() }),
    answer: data(z.array(f.option.meta({ id: 'HospitalOption' }))),
  },
  unresolved: {
    method: 'GET',
    path: '/business/hospital/unresolved',
    access,
    tag,
    summary: 'List units of experts that no hospital has as a name, with suggestions',
    query: UnresolvedQuery,
    answer: page(UnresolvedUnit),
  },
  settle: {
    method: 'PUT',
    path: '/business/hospital/settle',
    target: ['hospitalId'],
    access,
    tag,
    summary: 'Say which hospital a unit is, which becomes another name of it, or that it is none',
    body: UnitSettlement,
    answer: data(z.null()),
    errors: ['NOT_FOUND', ...TAKEN],
  },
  importTemplate: {
    method: 'GET',
    path: '/business/hospital/importTemplate',
    access,
    tag,
    summary: 'Download an empty XLSX file with the columns of the import',
    answer: file(XLSX),
  },
  import: {
    method: 'POST',
    path: '/business/hospital/import',
    access,
    tag,
    summary: `Import hospitals from an XLSX or CSV file of at most ${HOSPITAL_ROWS_MAX} rows; a known name or code updates its hospital, and valid rows are imported even if others fail`,
    upload: true,
    keyless: 'each',
    answer: data(z.array(HospitalImportRow)),
    errors: [...SHEET_ERRORS, 'SHEET_COLUMN_MISSING', 'SHEET_COLUMN_TWICE'],
  },
  get: {
    method: 'GET',
    path: '/business/hospital/{hospitalId}',
    access,
    tag,
    summary: 'Read one hospital',
    params,
    answer: data(Hospital),
  },
  create: {
    method: 'POST',
    path: '/business/hospital',
    target: ['hospitalId'],
    access,
    tag,
    summary: 'Add a hospital',
    body: HospitalCreate,
    answer: data(Hospital),
    errors: TAKEN,
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/hospital',
    target: ['hospitalId'],
    access,
    tag,
    summary: 'Change a hospital; omitted fields are left unchanged',
    body: HospitalUpdate,
    answer: data(Hospital),
    errors: ['NOT_FOUND', 'STALE_RECORD', ...TAKEN],
  },
  merge: {
    method: 'PUT',
    path: '/business/hospital/merge',
    target: ['hospitalId', 'intoId'],
    access,
    tag,
    summary: 'Merge a hospital into another one, which keeps all names of both',
    body: HospitalMerge,
    answer: data(Hospital),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'HOSPITAL_MERGES_ITSELF'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/hospital/{hospitalId}',
    target: ['hospitalId'],
    access,
    tag,
    summary: 'Delete hospitals; units with their names wait to be resolved again',
    params: z.object({ hospitalId: f.pathIds }),
    answer: data(z.null()),
  },
} as const satisfies RouteTable
