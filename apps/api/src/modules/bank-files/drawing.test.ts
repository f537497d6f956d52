// Engine: none
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSheetReader } from '../../infra/spreadsheet/sheet-reader.ts'
import { drawBankFile, placeOf, type BankPayment } from './drawing.ts'
import { PRESETS, presetById } from './presets.ts'

const PAYER = { accountName: '仁和会议', bankName: '中国工商银行', bankAccount: '02000012345678901' }
const HOSTILE: BankPayment = {
  reference: 'CL0000000001',
  amount: '4145.53',
  payeeAccount: '６２２２ ０２０２ ０００１ ２３４５ ６７８',
  payeeName: '=1+1',
  payeeBank: '中国建设银行"杭州",西湖支行',
  payeeRegion: '浙江省 杭州市西湖区',
  payeePhone: '13800138000',
  payeeCode: '105331000012',
  purpose: '@sum(A1)\n年会',
}

const draw = (presetId: string) =>
  drawBankFile(presetById(presetId)!, [HOSTILE], { payer: PAYER, day: '2026-11-20' })

/** What a plain reader of CSV finds: RFC 4180, without any help of the writer. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (isQuoted && sign === '"' && text[at + 1] === '"') cell += text[++at]!
    else if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === ',') cell = (rows.at(-1)!.push(cell), '')
    else if (!isQuoted && sign === '\n') {
      rows.at(-1)!.push(cell)
      rows.push([])
      cell = ''
    } else if (isQuoted || sign !== '\r') cell += sign
  }
  return rows.slice(0, -1)
}

it('PAY-4: presets have the columns that banks are said to take, and say that none is confirmed', () => {
  assert.deepEqual(
    PRESETS.map(({ presetId, columns, confirmedOn }) => [presetId, columns.length, confirmedOn]),
    [
      ['icbc', 19, null],
      ['cmb', 22, null],
      ['ccb', 9, null],
      ['general', 14, null],
    ],
  )
})

it('PAY-5: hostile texts stay texts, and numbers lose neither digits nor gain blanks', async () => {
  const csv = (await draw('general')).bytes.toString('utf8')
  assert.equal(csv[0], '\u{feff}')
  const [titles, row] = readCsv(csv.slice(1))
  const cells = Object.fromEntries(titles!.map((title, at) => [title, row?.[at]]))
  assert.deepEqual(cells, {
    序号: '1',
    业务参考号: 'CL0000000001',
    付款账号: '02000012345678901',
    付款户名: '仁和会议',
    收款账号: '6222020200012345678',
    收款户名: "'=1+1",
    收款开户行: '中国建设银行"杭州",西湖支行',
    省份: '浙江省',
    城市: '杭州市',
    金额: '4145.53',
    币种: 'CNY',
    付款日期: '2026-11-20',
    用途: '劳务费',
    摘要: "'@sum(A1) 年会",
  })
  const reader = createSheetReader({ threads: 1 })
  const [head, first] = await reader.read((await draw('icbc')).bytes)
  const ccb = await reader.read((await draw('ccb')).bytes)
  await reader.close()
  const at = (title: string) => first?.cells[head!.cells.indexOf(title)]
  assert.deepEqual(['收款账号', '收款账号名称', '金额', '日期', '自定义序号'].map(at), [
    '6222020200012345678',
    '=1+1',
    '4145.53',
    '20261120',
    'CL0000000001',
  ])
  assert.equal(ccb[1]?.cells[4], '0')
})

it('PAY-4: province and city follow from the region of the bank', () => {
  assert.deepEqual(
    [
      '北京市 海淀区',
      '浙江省杭州市',
      '广西壮族自治区 南宁市',
      '上海',
      '新疆维吾尔自治区 伊犁哈萨克自治州',
      '',
    ].map(placeOf),
    [
      { province: '北京市', city: '北京市' },
      { province: '浙江省', city: '杭州市' },
      { province: '广西壮族自治区', city: '南宁市' },
      { province: '上海市', city: '上海市' },
      { province: '新疆维吾尔自治区', city: '伊犁哈萨克自治州' },
      { province: '', city: '' },
    ],
  )
})
