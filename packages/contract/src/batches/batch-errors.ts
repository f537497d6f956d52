/** Errors of payment batches, a part of the catalogue in `errors.ts`. */
export const batchErrors = {
  BATCH_STALE: {
    status: 409,
    zh: '锁定后付款记录、协议或月份已变化，税额可能不同，请重新锁定后再放行',
    en: 'Payments, agreements or the month have changed since the batch was locked, so its tax may differ; lock it again before its release',
  },
  BATCH_STATE: {
    status: 409,
    zh: '批次当前的状态不允许此操作，请刷新后再试',
    en: 'The batch is not in a state that allows this; read it again',
  },
  BATCH_BUSY: {
    status: 409,
    zh: '批次正在处理中，请稍后再试',
    en: 'The batch is being worked on; try again in a moment',
  },
  BATCH_EMPTY: {
    status: 422,
    zh: '没有可纳入批次的待付劳务费',
    en: 'There is no fee that is due to put into the batch',
  },
  BATCH_TOO_LARGE: {
    status: 422,
    zh: '一个批次最多 {max} 笔，请缩小范围后分批付款',
    en: 'A batch has at most {max} lines; narrow the choice and pay in several batches',
  },
  LINE_TAKEN: {
    status: 409,
    zh: '该劳务费已在付款批次中，请在批次中付款',
    en: 'A batch holds this fee; pay it there',
  },
  SAME_PERSON: {
    status: 409,
    zh: '锁定与放行须由两人分别完成，请由另一位有权限的人员放行',
    en: 'Whoever locked a batch does not release it; another person has to',
  },
  PAYER_ACCOUNT_MISSING: {
    status: 422,
    zh: '请先登记付款账户',
    en: 'Enter the account that pays first',
  },
  BANK_PRESET_NAME_TAKEN: {
    status: 409,
    zh: '已有同名的银行文件格式',
    en: 'There is a bank file format of this name',
  },
  TOO_MANY_BANK_PRESETS: {
    status: 409,
    zh: '自定义银行文件格式最多{max}个，请先停用不再使用的',
    en: 'There are {max} bank file formats of your own, the most that are kept; retire one first',
  },
  TOO_MANY_PRESET_VERSIONS: {
    status: 409,
    zh: '一个银行文件格式最多{max}个版本，请新建一个格式，再停用此格式',
    en: 'This bank file format has {max} versions, the most that are kept; add another format and retire this one',
  },
  BANK_PRESET_STATE: {
    status: 409,
    zh: '该银行文件格式当前状态不允许此操作',
    en: 'The bank file format is in a state that does not allow this',
  },
  BANK_PRESET_OPEN: {
    status: 409,
    zh: '该银行文件格式已有一个未生效的新版本',
    en: 'Another version of this bank file format is being prepared already',
  },
  BANK_PRESET_AUTHOR: {
    status: 409,
    zh: '编写过该银行文件格式的人不能审批，请由其他有权限的人员审批',
    en: 'Whoever wrote a bank file format does not decide on it; another person has to',
  },
  BANK_PRESET_NOT_VALID: {
    status: 409,
    zh: '该银行文件格式在付款日期尚未生效或已停用',
    en: 'This bank file format does not hold on the day of payment, or was retired',
  },
  BANK_DETAILS_MISSING: {
    status: 422,
    zh: '该银行文件需要收款账户的{field}，请先由平台导入联行号目录',
    en: 'This bank file needs of payees: {field}. The platform has to import the directory of clearing codes first',
  },
  AMOUNT_DIFFERS: {
    status: 409,
    zh: '付款结果中有 {count} 笔金额与批次不一致，请核对后再结清',
    en: '{count} amounts of the answer differ from the batch; check them before you settle',
  },
  ANSWER_WITHOUT_MATCH: {
    status: 422,
    zh: '文件中没有属于该批次的付款，请核对文件',
    en: 'No row of this file belongs to the batch; check the file',
  },
  ANSWER_COLUMNS_MISSING: {
    status: 422,
    zh: '付款结果文件缺少列：{columns}',
    en: 'The answer of the bank lacks the columns: {columns}',
  },
  RECEIPTS_TOO_MANY: {
    status: 422,
    zh: '一次最多导入 {max} 份电子回单，请分批导入',
    en: 'At most {max} receipts at once; import them in parts',
  },
  RECEIPTS_TOO_LARGE: {
    status: 422,
    zh: '单份电子回单最大 {one} 兆字节，一次导入解压后合计最大 {all} 兆字节',
    en: 'A receipt has at most {one} MB, and those of one import {all} MB after unpacking',
  },
  RECEIPT_DAMAGED: {
    status: 422,
    zh: '电子回单文件不完整，请重新下载后再上传',
    en: 'The receipt is incomplete; get it from the bank again',
  },
  RECEIPT_CHANGED: {
    status: 409,
    zh: '该笔付款的电子回单已变化，请刷新后再试',
    en: 'The receipt of this line has changed; read it again',
  },
  RECEIPT_KNOWN: {
    status: 409,
    zh: '该文件已是本批次一笔付款的电子回单',
    en: 'This file is the receipt of a line of the batch already',
  },
} as const
