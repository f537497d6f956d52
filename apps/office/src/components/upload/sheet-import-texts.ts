import { defineTexts } from '../../lib/texts.ts'

/** Texts of pages that import a spreadsheet. */
export const sheetImportTexts = defineTexts('sheet-import', {
  template: ['下载模板', 'Download the template'],
  chooseFile: ['选择 Excel 或 CSV 文件', 'Choose an Excel or CSV file'],
  result: [
    '新增 {{created}} 条，更新 {{updated}} 条，未导入 {{refused}} 行',
    '{{created}} added, {{updated}} updated, {{refused}} rows not imported',
  ],
  rowNumber: ['行号', 'Row'],
  outcome: ['结果', 'Result'],
  shownRows: ['仅列出前 {{count}} 行', 'Only the first {{count}} rows are listed'],
})
