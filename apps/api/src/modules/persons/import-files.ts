import type { Language } from '@consilium/contract/errors.ts'
import { XLSX } from '@consilium/contract/spreadsheet.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile, type Export, type ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import { writeWorkbook, type Sheet } from '../../infra/spreadsheet/xlsx-writer.ts'
import { IMPORT_COLUMNS } from './import-columns.ts'
import { roleLabels } from './role-names.ts'
import type { RowResult } from './import-repository.ts'

const TEMPLATE_NAME = { 'zh-CN': '执行单位人员导入模板', en: 'executor-people-template' }
const PEOPLE = { 'zh-CN': '人员', en: 'People' }
const GUIDE = { 'zh-CN': '填写说明', en: 'How to fill in' }
const COLUMN = { 'zh-CN': '列', en: 'Column' }
const MEANING = { 'zh-CN': '说明', en: 'Meaning' }
const GUIDE_WIDTHS = { column: 28, meaning: 60 }

/**
 * The data sheet has no sample rows, so that none is imported by accident; the instructions are on a second sheet,
 * which is not read.
 */
export function templateFile(language: Language): FileAnswer {
  const people: Sheet = {
    name: PEOPLE[language],
    columns: IMPORT_COLUMNS.map(({ field, title, width }) => ({
      title: title[language],
      width,
      ...(field === 'role' ? { choices: roleLabels('executor', language) } : {}),
    })),
    rows: [],
  }
  const guide: Sheet = {
    name: GUIDE[language],
    columns: [
      { title: COLUMN[language], width: GUIDE_WIDTHS.column },
      { title: MEANING[language], width: GUIDE_WIDTHS.meaning },
    ],
    rows: IMPORT_COLUMNS.map(({ title, hint }) => [title[language], hint[language]]),
  }
  return {
    name: `${TEMPLATE_NAME[language]}.xlsx`,
    mediaType: XLSX,
    size: null,
    inline: false,
    open: () => Promise.resolve(writeWorkbook([people, guide])),
  }
}

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
