import { HOSPITAL_LEVEL_LABELS } from '@consilium/contract/hospitals/hospital-record.ts'
import { HOSPITAL_ROWS_MAX, HospitalCreate } from '@consilium/contract/hospitals/hospitals.ts'
import { choiceOf, type Candidate, type RowForm } from '../../infra/spreadsheet/import-rows.ts'
import { IMPORT_COLUMNS, type HospitalField } from './import-columns.ts'

export type HospitalCandidate = Candidate<HospitalField, HospitalCreate>

const SEPARATORS = /[、；;，,\n]/

export const HOSPITAL_ROWS: RowForm<HospitalField, HospitalCreate> = {
  columns: IMPORT_COLUMNS,
  body: HospitalCreate,
  readings: {
    level: choiceOf(HOSPITAL_LEVEL_LABELS),
    aliases: (text) =>
      text
        .split(SEPARATORS)
        .map((each) => each.trim())
        .filter((each) => each !== ''),
  },
  shown: ['name'],
  rowsMax: HOSPITAL_ROWS_MAX,
}
