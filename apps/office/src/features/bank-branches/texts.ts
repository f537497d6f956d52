import { defineTexts } from '../../lib/texts.ts'

export const bankBranchTexts = defineTexts('bank-branches', {
  title: ['联行号目录', 'Clearing codes'],
  hint: [
    '按收款账户的开户银行和支行查找联行号，用于需要联行号的银行文件。',
    'Bank files that need clearing codes take them from here, by the bank and branch of each account.',
  ],
  emptyHint: [
    '还没有联行号。请导入从银行取得的目录。',
    'No clearing codes yet. Import a directory that you got from your bank.',
  ],
  code: ['联行号', 'Clearing code'],
  name: ['网点名称', 'Name'],
  province: ['省份', 'Province'],
  city: ['城市', 'City'],
  import: ['导入目录', 'Import a directory'],
  importSteps: [
    '文件至少有“联行号”和“网点名称”两列，最多20万行。超过5万行的目录请用CSV文件。已有的联行号更新名称，文件中没有的保留；有问题的行不导入，其余照常导入。',
    'The file needs the columns 联行号 (clearing code) and 网点名称 (name) and has at most 200,000 rows; with more than 50,000, use a CSV file. Known codes get the name of the file, codes that it lacks stay. Rows with a problem are left out, all others are imported.',
  ],
  progress: ['正在导入：{{done}} / {{total}} 行', 'Importing: {{done}} of {{total}} rows'],
  result: [
    '“{{file}}”：新增 {{created}} 条，更新 {{updated}} 条，未变 {{unchanged}} 条，未导入 {{refused}} 行',
    '{{file}}: {{created}} added, {{updated}} updated, {{unchanged}} unchanged, {{refused}} rows left out',
  ],
  rowNumber: ['行', 'Row'],
  reason: ['原因', 'Reason'],
  leftOut: ['未导入的行', 'Rows that were left out'],
  shownRows: ['仅列出前 {{count}} 行', 'Only the first {{count}} rows are listed'],
  again: ['再导入一份', 'Import another file'],
  toList: ['查看目录', 'Show the directory'],
})
