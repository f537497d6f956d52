import type { Language } from '@consilium/contract/errors.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile, type Export, type ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import { importTemplate } from '../../infra/spreadsheet/import-columns.ts'
import { IMPORT_COLUMNS } from './import-columns.ts'
import { roleLabels } from './role-names.ts'
import type { RowResult } from './import-repository.ts'

const TEMPLATE_NAME = { 'zh-CN': '执行单位人员导入模板', en: 'executor-people-template' }
const PEOPLE = { 'zh-CN': '人员', en: 'People' }
export const templateFile = (language: Language): FileAnswer =>
  importTemplate(
    {
      name: TEMPLATE_NAME,
      sheet: PEOPLE,
      columns: IMPORT_COLUMNS,
      choices: { role: roleLabels('executor', language) },
    },
    language,
  )

/** The columns of the template after the reason, so that the corrected file can be uploaded again. */
const FAILURE_COLUMNS: readonly ExportColumn<RowResult>[] = [
  { title: { 'zh-CN': '行号', en: 'Row' }, width: 8, kind: 'integer', value: (row) => row.rowNumber },
  { title: { 'zh-CN': '原因', en: 'Reason' }, width: 60, value: (row) => row.message },
  ...IMPORT_COLUMNS.map(({ field, title, width }): ExportColumn<RowResult> => ({
    title,
    width,
    value: ({ given }) => (field === 'password' ? null : (given?.[field] ?? null)),
  })),
]

/** The rows of an import that were refused, as they were given but without passwords, which are not stored. */
export const failuresFile = (source: Pick<Export<RowResult>, 'language' | 'today' | 'batch'>): FileAnswer =>
  exportFile({
    ...source,
    name: { 'zh-CN': '导入失败的行', en: 'rows-not-imported' },
    columns: FAILURE_COLUMNS,
  })
