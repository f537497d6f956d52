import type { BankColumn, BankField, BankPreset } from '@consilium/contract/bank-files/bank-files.ts'

/** A column: its heading, what it holds, and the text of a fixed one. */
type Column = readonly [title: string, field: BankField, value?: string]

const columnsOf = (columns: readonly Column[]): BankColumn[] =>
  columns.map(([title, field, value = null]) => ({ title, field, value }))

const READ = '公开代码与使用手册，未经银行确认'
const SINCE = '2026-11-01'
const PURPOSE = '劳务费'

const ICBC: readonly Column[] = [
  ['币种', 'fixed', 'RMB'],
  ['日期', 'day'],
  ['明细标志', 'empty'],
  ['顺序号', 'sequence'],
  ['付款账号开户行', 'payerBank'],
  ['付款账号/卡号', 'payerAccount'],
  ['付款账号名称/卡名称', 'payerName'],
  ['收款账号开户行', 'payeeBank'],
  ['收款账号省份', 'payeeProvince'],
  ['收款账号地市', 'payeeCity'],
  ['收款账号地区码', 'empty'],
  ['收款账号', 'payeeAccount'],
  ['收款账号名称', 'payeeName'],
  ['金额', 'amount'],
  ['汇款用途', 'fixed', PURPOSE],
  ['备注信息', 'purpose'],
  ['汇款方式', 'empty'],
  ['收款账户短信通知手机号码', 'empty'],
  ['自定义序号', 'reference'],
]

const CMB: readonly Column[] = [
  ['业务参考号', 'reference'],
  ['收款人编号', 'empty'],
  ['收款人帐号', 'payeeAccount'],
  ['收款人名称', 'payeeName'],
  ['收方开户支行', 'payeeBank'],
  ['收款人所在省', 'payeeProvince'],
  ['收款人所在市', 'payeeCity'],
  ['收方邮件地址', 'empty'],
  ['收方移动电话', 'empty'],
  ['币种', 'fixed', '人民币'],
  ['付款分行', 'payerBank'],
  ['结算方式', 'fixed', '普通'],
  ['业务种类', 'empty'],
  ['付方帐号', 'payerAccount'],
  ['付方虚拟户编号', 'empty'],
  ['期望日', 'day'],
  ['期望时间', 'empty'],
  ['用途', 'fixed', PURPOSE],
  ['金额', 'amount'],
  ['收方行号', 'clearingCode', '招商银行'],
  ['收方开户银行', 'payeeBank'],
  ['业务摘要', 'purpose'],
]

const CCB: readonly Column[] = [
  ['序号', 'sequence'],
  ['账号', 'payeeAccount'],
  ['户名', 'payeeName'],
  ['金额', 'amount'],
  ['跨行标识', 'otherBank', '建设银行'],
  ['行名', 'payeeBank'],
  ['联行行号', 'clearingCode', '建设银行'],
  ['摘要', 'fixed', PURPOSE],
  ['备注', 'reference'],
]

const GENERAL: readonly Column[] = [
  ['序号', 'sequence'],
  ['业务参考号', 'reference'],
  ['付款账号', 'payerAccount'],
  ['付款户名', 'payerName'],
  ['收款账号', 'payeeAccount'],
  ['收款户名', 'payeeName'],
  ['收款开户行', 'payeeBank'],
  ['省份', 'payeeProvince'],
  ['城市', 'payeeCity'],
  ['金额', 'amount'],
  ['币种', 'fixed', 'CNY'],
  ['付款日期', 'dayDashed'],
  ['用途', 'fixed', PURPOSE],
  ['摘要', 'purpose'],
]

/** Forms that banks are said to take. None is confirmed before a bank took a file. */
export const PRESETS: readonly BankPreset[] = [
  {
    presetId: 'icbc',
    presetName: '工商银行 批量支付',
    format: 'xlsx',
    columns: columnsOf(ICBC),
    needs: ['bankRegion'],
    source: READ,
    validFrom: SINCE,
    confirmedOn: null,
  },
  {
    presetId: 'cmb',
    presetName: '招商银行 批量支付',
    format: 'xlsx',
    columns: columnsOf(CMB),
    needs: ['bankRegion', 'clearingCode'],
    source: READ,
    validFrom: SINCE,
    confirmedOn: null,
  },
  {
    presetId: 'ccb',
    presetName: '建设银行 代发',
    format: 'xlsx',
    columns: columnsOf(CCB),
    needs: [],
    source: READ,
    validFrom: SINCE,
    confirmedOn: null,
  },
  {
    presetId: 'general',
    presetName: '通用 CSV',
    format: 'csv',
    columns: columnsOf(GENERAL),
    needs: ['bankRegion'],
    source: null,
    validFrom: SINCE,
    confirmedOn: null,
  },
]

export const presetById = (presetId: string): BankPreset | undefined =>
  PRESETS.find((preset) => preset.presetId === presetId)

/** What a form asks of the account of a payee. */
export interface PayeeNeeds {
  region: boolean
  /** The clearing code of accounts at another bank. */
  code: boolean
  /** The code is written where it is known. */
  takesCode: boolean
  ownBank: string | null
  /** The file has the characters of GBK only. */
  inGbk: boolean
}

export const NO_NEEDS: PayeeNeeds = {
  region: false,
  code: false,
  takesCode: false,
  ownBank: null,
  inGbk: false,
}

export function needsOf({
  needs,
  columns,
  format,
}: Pick<BankPreset, 'needs' | 'columns' | 'format'>): PayeeNeeds {
  const column = columns.find(({ field }) => field === 'clearingCode')
  return {
    region: needs.includes('bankRegion'),
    code: needs.includes('clearingCode'),
    takesCode: column !== undefined,
    ownBank: column?.value ?? null,
    inGbk: format === 'csvGbk',
  }
}

/** The account is one of the bank that takes the file. */
export const isOwnBank = (ownBank: string | null, payeeBank: string): boolean =>
  ownBank !== null && payeeBank.includes(ownBank)
