import { defineTexts } from '../../lib/texts.ts'

export const presetChangeTexts = defineTexts('preset-change', {
  validFrom: ['生效日期', 'First day'],
  format: ['文件格式', 'File type'],
  needsCode: ['他行账户须有联行号', 'Clearing code needed at other banks'],
  yes: ['是', 'Yes'],
  no: ['否', 'No'],
  number: ['列', 'No.'],
  columns: ['列标题和内容', 'Headings and contents'],
  before: ['现用版本', 'As it is'],
  after: ['新版本', 'As it would be'],
})
