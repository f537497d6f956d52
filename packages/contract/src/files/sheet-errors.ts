/** Errors of spreadsheets that are read. */
export const sheetErrors = {
  SHEET_NOT_READABLE: {
    status: 400,
    zh: '文件不是可读取的表格，请另存为 .xlsx 或 CSV 后再上传',
    en: 'The file is not a readable spreadsheet; save it as .xlsx or CSV',
  },
  SHEET_OLD_FORMAT: {
    status: 400,
    zh: '这是旧版 .xls 文件，请另存为 .xlsx 后再上传',
    en: 'This is an old .xls file; save it as .xlsx',
  },
  SHEET_ENCRYPTED: {
    status: 400,
    zh: '文件设有打开密码，请取消密码后再上传',
    en: 'The file is protected by a password; remove the password and upload the file again',
  },
  SHEET_HAS_MACROS: {
    status: 400,
    zh: '文件含有宏，请另存为不含宏的 .xlsx 后再上传',
    en: 'The file contains macros; save it as .xlsx without macros',
  },
  SHEET_TOO_LARGE: {
    status: 413,
    zh: '文件解压后过大或过于复杂，无法读取',
    en: 'The unpacked file is too large or too complex to read',
  },
  SHEET_TOO_MANY_ROWS: {
    status: 413,
    zh: '数据超过{max}行，请拆分后分次上传',
    en: 'The file has more than {max} rows; split it',
  },
  SHEET_EMPTY: { status: 400, zh: '表格中没有数据', en: 'The sheet has no data' },
  SHEET_COLUMN_MISSING: {
    status: 400,
    zh: '表头缺少以下列：{columns}',
    en: 'These columns are missing from the header row: {columns}',
  },
  SHEET_COLUMN_TWICE: {
    status: 400,
    zh: '表头中以下列重复：{columns}',
    en: 'These columns appear twice in the header row: {columns}',
  },
  SHEET_ROW_REPEATED: {
    status: 409,
    warning: true,
    zh: '{column}与第{row}行重复',
    en: '{column} is a duplicate of row {row}',
  },
} as const
