import { DIMENSION_LABELS, dimensionRecord } from '@consilium/contract/dimensions/dimension-record.ts'
import type { Dimension } from '@consilium/contract/dimensions/dimensions.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { STATUS_LABELS } from '@consilium/contract/labels.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile, fieldColumns, type ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import { importTemplate } from '../../infra/spreadsheet/import-columns.ts'
import { IMPORT_COLUMNS } from './import-columns.ts'
import { dictionariesSeen } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { viewOf } from './view.ts'

const column = fieldColumns<Dimension>()(dimensionRecord)

/** With the columns of the import, so that an export can be corrected and imported again. */
const exportColumns = (language: Language): readonly ExportColumn<Dimension>[] => [
  column('kind', { width: 12, value: ({ kind }) => DIMENSION_LABELS[kind][language] }),
  column('code', { width: 20 }),
  column('name', { width: 36 }),
  column('status', { width: 12, value: ({ status }) => STATUS_LABELS[status][language] }),
  column('orgName', { width: 28 }),
  column('createTime', { width: 20, kind: 'time' }),
]

export const exportDimensions = (
  { db, clock }: Scope,
  actor: Actor,
  query: repository.DimensionFilters,
  language: Language,
): FileAnswer =>
  exportFile({
    name: { 'zh-CN': '核算维度', en: 'dimensions' },
    language,
    today: clock.today(),
    columns: exportColumns(language),
    async batch(after) {
      const { rows, next } = await repository.batchOfDimensions(db, dictionariesSeen(actor), query, after)
      return { rows: rows.map((row) => viewOf(actor, row)), next }
    },
  })

export const templateFile = (language: Language): FileAnswer =>
  importTemplate(
    {
      name: { 'zh-CN': '核算维度导入模板', en: 'dimensions-template' },
      sheet: { 'zh-CN': '核算维度', en: 'Dimensions' },
      columns: IMPORT_COLUMNS,
      choices: { status: Object.values(STATUS_LABELS).map((label) => label[language]) },
    },
    language,
  )
