import { printCapitals } from '../capitals.ts'
import type { Drawing } from './drawing.ts'
import { PAGE_WIDTH } from '../page-units.ts'
import {
  type Column,
  drawItems,
  LABEL,
  MIDDLE_LABEL,
  printDate,
  printTax,
  stampTitle,
  wide,
} from './draw-table.ts'
import type { Invoice } from '../invoice.ts'
import { makeCity, type Party } from '../parties.ts'
import type { Random } from '../random.ts'

/** The layout of paper and electronic invoices: the buyer above the goods, the seller below. */
const LEFT = 80
const TOP = 290
const WIDTH = 1940
const SIDE = 60
const MIDDLE = 1150
const GOODS_TOP = TOP + 230
const TOTAL_TOP = TOP + 690
const SELLER_TOP = TOP + 760
const BOTTOM = TOP + 1000

const COLUMNS: readonly Column[] = [
  { title: '货物或应税劳务、服务名称', x: LEFT + 240, anchor: 'middle', show: () => '' },
  { title: '', x: LEFT + 10, anchor: 'start', show: ({ name }) => name },
  { title: '规格型号', x: LEFT + 600, anchor: 'middle', show: () => '' },
  { title: '单位', x: LEFT + 775, anchor: 'middle', show: () => '次' },
  { title: '数 量', x: LEFT + 905, anchor: 'middle', show: ({ pieces }) => String(pieces) },
  { title: '单 价', x: LEFT + 1080, anchor: 'middle', show: ({ price }) => price },
  { title: '金 额', x: LEFT + 1320, anchor: 'middle', show: () => '' },
  { title: '', x: LEFT + 1450, anchor: 'end', show: ({ amount }) => amount },
  { title: '税率', x: LEFT + 1520, anchor: 'middle', show: ({ rate }) => rate },
  { title: '税 额', x: LEFT + 1760, anchor: 'middle', show: () => '' },
  { title: '', x: LEFT + 1925, anchor: 'end', show: ({ tax }) => tax },
]
const RULES = [480, 720, 830, 980, 1180, 1460, 1580]
const SECURITY = '0123456789+-*/<>'
const SECURITY_LENGTH = 28
const SECURITY_ROWS = 4

const inGroups = (code: string): string => code.replaceAll(/(.{5})(?=.)/g, '$1 ')

function drawPaperHead(drawing: Drawing, { kind, fields }: Invoice): void {
  const [code, number] = [fields.invoice_code!, fields.invoice_number!]
  drawing.value(code, 330, 150, { size: 56 })
  drawing.label('№', 1480, 150, { size: 60 })
  drawing.value(number, 1550, 150, { size: 60 })
  drawing.value(code, 1860, 110, { size: 28 })
  drawing.value(number, 1880, 150, { size: 28 })
  drawing.label('开票日期：', 1500, 235, { size: 36 })
  drawing.value(printDate(fields.issue_date!), 1680, 235, { size: 36 })
  if (kind !== '04') return
  drawing.label('校验码', 330, 240, { size: 32 })
  drawing.label(inGroups(fields.check_code!), 440, 240, { size: 32 })
}

function drawElectronicHead(drawing: Drawing, { fields, machine }: Invoice): void {
  const lines = [
    ['发票代码：', fields.invoice_code!],
    ['发票号码：', fields.invoice_number!],
    ['开票日期：', printDate(fields.issue_date!, ' ')],
    ...(fields.check_code === null ? [] : [['校 验 码：', inGroups(fields.check_code)] as const]),
  ] as const
  for (const [place, [label, value]] of lines.entries()) {
    drawing.label(label, 1500, 90 + place * 50, { size: 36 })
    drawing.value(value, 1680, 90 + place * 50, { size: place === 3 ? 33 : 36 })
  }
  drawing.label('机器编号：', 330, 260, LABEL)
  drawing.value(machine, 500, 260, LABEL)
}

function drawParty(drawing: Drawing, role: string, party: Party, top: number, full: boolean): void {
  drawing.column(role, LEFT + 15, top + 70, { size: 34, step: 60 })
  const lines = [
    ['名        称：', party.name],
    ['纳税人识别号：', party.taxId],
    ['地 址、电 话：', full ? party.address : ''],
    ['开户行及账号：', full ? party.bank : ''],
  ] as const
  for (const [place, [label, value]] of lines.entries()) {
    const y = top + 48 + place * 53
    drawing.label(label, LEFT + 80, y, { size: 32 })
    drawing.value(value, LEFT + 320, y, LABEL)
  }
}

function drawSecurityArea(drawing: Drawing, random: Random): void {
  drawing.column('密码区', LEFT + MIDDLE + 13, TOP + 70, { size: 34, step: 60 })
  for (let row = 0; row < SECURITY_ROWS; row += 1) {
    const text = Array.from({ length: SECURITY_LENGTH }, () => random.pick([...SECURITY])).join('')
    drawing.value(text, LEFT + MIDDLE + 80, TOP + 48 + row * 52, { size: 40, face: 'mono' })
  }
}

function drawFrame(drawing: Drawing): void {
  const right = LEFT + WIDTH
  drawing.box(LEFT, TOP, WIDTH, BOTTOM - TOP)
  for (const y of [GOODS_TOP, TOTAL_TOP, SELLER_TOP]) drawing.line([LEFT, y], [right, y])
  for (const x of [LEFT + SIDE, LEFT + MIDDLE, LEFT + MIDDLE + SIDE]) {
    drawing.line([x, TOP], [x, GOODS_TOP])
    drawing.line([x, SELLER_TOP], [x, BOTTOM])
  }
  for (const rule of RULES) drawing.line([LEFT + rule, GOODS_TOP], [LEFT + rule, TOTAL_TOP])
  drawing.line([680, 180], [1420, 180])
  drawing.line([680, 190], [1420, 190])
}

function drawTotals(drawing: Drawing, { fields, totalCents }: Invoice): void {
  drawing.label(wide('合计'), LEFT + 240, TOP + 670, MIDDLE_LABEL)
  drawing.value(`¥${fields.amount}`, LEFT + 1450, TOP + 670, { size: 34, anchor: 'end' })
  drawing.value(printTax(fields.tax_amount!), LEFT + 1925, TOP + 670, { size: 34, anchor: 'end' })
  drawing.label('价税合计（大写）', LEFT + 240, TOP + 740, MIDDLE_LABEL)
  drawing.line([LEFT + 480, TOTAL_TOP], [LEFT + 480, SELLER_TOP])
  drawing.value(printCapitals(totalCents), LEFT + 560, TOP + 740, { size: 36 })
  drawing.label('（小写）', LEFT + 1350, TOP + 740, LABEL)
  drawing.value(`¥${fields.total_amount}`, LEFT + 1500, TOP + 740, { size: 36 })
}

function drawFoot(drawing: Drawing, { people: [receiver, checker, drawer] }: Invoice, paper: boolean): void {
  const places = [
    ['收款人：', receiver, 130],
    ['复核：', checker, 600],
    ['开票人：', drawer, 1030],
  ] as const
  for (const [label, name, x] of places) {
    drawing.label(label, x, 1345, LABEL)
    drawing.value(name, x + 130, 1345, LABEL)
  }
  drawing.label(paper ? '销售方：（章）' : '', 1480, 1345, LABEL)
}

/** Draws a paper or electronic invoice without its QR code. */
export function drawStacked(drawing: Drawing, invoice: Invoice, random: Random): void {
  const paper = invoice.kind === '01' || invoice.kind === '04'
  drawing.label(makeCity(random) + invoice.title, PAGE_WIDTH / 2, 150, { size: 66, anchor: 'middle' })
  if (paper) drawPaperHead(drawing, invoice)
  else drawElectronicHead(drawing, invoice)
  drawFrame(drawing)
  drawParty(drawing, '购买方', invoice.buyer, TOP, random.chance(0.5))
  drawSecurityArea(drawing, random)
  if (invoice.kind === '14') drawing.label('通行费', LEFT + 60, TOP - 30, { size: 44 })
  drawItems(drawing, invoice, COLUMNS, TOP + 268)
  drawTotals(drawing, invoice)
  drawParty(drawing, '销售方', invoice.seller, SELLER_TOP, true)
  drawing.column('备注', LEFT + MIDDLE + 13, TOP + 850, { size: 34, step: 80 })
  drawing.value(invoice.remark, LEFT + MIDDLE + 80, TOP + 830, { size: 32 })
  drawFoot(drawing, invoice, paper)
  stampTitle(drawing)
  const text = `${invoice.seller.name.slice(0, 8)}发票专用章`
  drawing.add({ kind: 'stamp', text, x: 1720, y: 1170, width: 380, height: 240, opacity: 0.8 })
}
