import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { HOSPITAL_LEVEL_LABELS, hospitalRecord } from '@consilium/contract/hospitals/hospital-record.ts'
import type {
  Hospital,
  HospitalCreate,
  HospitalImportRow,
  HospitalMerge,
  HospitalQuery,
  HospitalUpdate,
  UnitSettlement,
  UnresolvedQuery,
  UnresolvedUnit,
} from '@consilium/contract/hospitals/hospitals.ts'
import type { Context } from '../../context.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { Refusal } from '../../infra/refusal.ts'
import { exportFile, fieldColumns, type ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import { importTemplate } from '../../infra/spreadsheet/import-columns.ts'
import { createHospital, mergeHospital, removeHospitals, settleUnit, updateHospital } from './changing.ts'
import { IMPORT_COLUMNS } from './import-columns.ts'
import { importHospitals } from './importing.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

const column = fieldColumns<Hospital>()(hospitalRecord)

/** The columns of the import first, so that an export can be corrected and imported again. */
const exportColumns = (language: Language): readonly ExportColumn<Hospital>[] => [
  column('name', { width: 36 }),
  column('aliases', { width: 36, value: ({ aliases }) => aliases.join('；') }),
  column('province', { width: 14 }),
  column('city', { width: 14 }),
  column('level', {
    width: 14,
    value: ({ level }) => (level === null ? null : HOSPITAL_LEVEL_LABELS[level][language]),
  }),
  column('creditCode', { width: 24 }),
  column('experts', { width: 10, kind: 'integer' }),
  column('createTime', { width: 20, kind: 'time' }),
]

/** Whoever manages experts manages hospitals; they are no sponsor's. */
const viewOf = (row: repository.HospitalRow): Hospital => ({
  ...row,
  abilities: { update: true, merge: true, remove: true },
})

/** Hospitals with their names, by which units of experts are resolved. */
export function createHospitals({ db, sheets, clock }: Context) {
  const scope: Scope = { db, sheets, clock }

  async function find(hospitalId: number): Promise<Hospital> {
    const row = await repository.findHospital(db, hospitalId)
    if (!row) throw new Refusal('NOT_FOUND')
    return viewOf(row)
  }

  return {
    find,

    async list(query: HospitalQuery): Promise<Page<Hospital>> {
      const page = await repository.listHospitals(db, query)
      return { ...page, rows: page.rows.map(viewOf) }
    },

    export: (query: repository.HospitalFilters, language: Language): FileAnswer =>
      exportFile({
        name: { 'zh-CN': '医院', en: 'hospitals' },
        language,
        today: clock.today(),
        columns: exportColumns(language),
        async batch(after) {
          const { rows, next } = await repository.batchOfHospitals(db, query, after)
          return { rows: rows.map(viewOf), next }
        },
      }),

    options: (keyword: string | undefined) => repository.selectOptions(db, keyword),
    unresolved: (query: UnresolvedQuery): Promise<Page<UnresolvedUnit>> =>
      repository.listUnresolved(db, query),

    async settle(body: UnitSettlement): Promise<null> {
      await settleUnit(scope, body)
      return null
    },

    template: (language: Language): FileAnswer =>
      importTemplate(
        {
          name: { 'zh-CN': '医院导入模板', en: 'hospitals-template' },
          sheet: { 'zh-CN': '医院', en: 'Hospitals' },
          columns: IMPORT_COLUMNS,
          choices: { level: Object.values(HOSPITAL_LEVEL_LABELS).map((label) => label[language]) },
        },
        language,
      ),

    import: (upload: Upload, language: Language): Promise<HospitalImportRow[]> =>
      importHospitals(scope, upload, language),

    create: async (body: HospitalCreate): Promise<Hospital> => find(await createHospital(scope, body)),

    async update(body: HospitalUpdate): Promise<Hospital> {
      await updateHospital(scope, body)
      return find(body.hospitalId)
    },

    async merge(body: HospitalMerge): Promise<Hospital> {
      await mergeHospital(scope, body)
      return find(body.intoId)
    },

    async remove(hospitalIds: readonly number[]): Promise<null> {
      await removeHospitals(scope, hospitalIds)
      return null
    },
  }
}

export type Hospitals = ReturnType<typeof createHospitals>
