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
import type { Party } from '../parties.ts'

/** The layout of digital invoices: the buyer on the left, the seller on the right. */
const LEFT = 80
const TOP = 290
const WIDTH = 1940
const SIDE = 60
const SELLER = 970
const GOODS_TOP = TOP + 170
const TOTAL_TOP = TOP + 690
const REMARK_TOP = TOP + 770
const BOTTOM = TOP + 1000

const COLUMNS: readonly Column[] = [
  { title: '项目名称', x: LEFT + 20, anchor: 'start', show: ({ name }) => name },
  { title: '规格型号', x: LEFT + 530, anchor: 'middle', show: () => '' },
  { title: '单 位', x: LEFT + 700, anchor: 'middle', show: () => '次' },
  { title: '数 量', x: LEFT + 840, anchor: 'end', show: ({ pieces }) => String(pieces) },
  { title: '单 价', x: LEFT + 1130, anchor: 'end', show: ({ price }) => price },
  { title: '金 额', x: LEFT + 1410, anchor: 'end', show: ({ amount }) => amount },
  { title: '税率/征收率', x: LEFT + 1535, anchor: 'middle', show: ({ rate }) => rate },
  { title: '税 额', x: LEFT + 1920, anchor: 'end', show: ({ tax }) => tax },
]

/** Draws the title, and number and date at the upper right. */
export function drawDigitalHead(drawing: Drawing, { title, fields }: Invoice): void {
  drawing.label(title, PAGE_WIDTH / 2, 150, { size: 66, anchor: 'middle' })
  drawing.line([650, 180], [1450, 180])
  drawing.line([650, 190], [1450, 190])
  drawing.label('发票号码：', 1500, 130, { size: 36 })
  drawing.value(fields.invoice_number!, 1670, 130, { size: 33 })
  drawing.label('开票日期：', 1500, 195, { size: 36 })
  drawing.value(printDate(fields.issue_date!), 1670, 195, { size: 36 })
}

function drawParty(drawing: Drawing, role: string, party: Party, left: number): void {
  drawing.column(role, left + 15, TOP + 34, { size: 30, step: 32 })
  drawing.label('名称：', left + 75, TOP + 55, LABEL)
  drawing.value(party.name, left + 175, TOP + 55, LABEL)
  drawing.label('统一社会信用代码/纳税人识别号：', left + 75, TOP + 140, LABEL)
  drawing.value(party.taxId, left + 600, TOP + 140, { size: 32 })
}

function drawFrame(drawing: Drawing): void {
  const right = LEFT + WIDTH
  drawing.box(LEFT, TOP, WIDTH, BOTTOM - TOP)
  for (const y of [GOODS_TOP, TOTAL_TOP, REMARK_TOP]) drawing.line([LEFT, y], [right, y])
  for (const x of [LEFT + SIDE, LEFT + SELLER, LEFT + SELLER + SIDE]) drawing.line([x, TOP], [x, GOODS_TOP])
  drawing.line([LEFT + 420, TOTAL_TOP], [LEFT + 420, REMARK_TOP])
  drawing.line([LEFT + SIDE, REMARK_TOP], [LEFT + SIDE, BOTTOM])
}

function drawTotals(drawing: Drawing, { fields, totalCents }: Invoice): void {
  drawing.label(wide('合计'), LEFT + 210, TOP + 670, MIDDLE_LABEL)
  drawing.value(`¥${fields.amount}`, LEFT + 1410, TOP + 670, { size: 34, anchor: 'end' })
  drawing.value(printTax(fields.tax_amount!), LEFT + 1920, TOP + 670, { size: 34, anchor: 'end' })
  drawing.label('价税合计（大写）', LEFT + 210, TOP + 745, MIDDLE_LABEL)
  drawing.value(printCapitals(totalCents), LEFT + 500, TOP + 745, { size: 36 })
  drawing.label('（小写）', LEFT + 1350, TOP + 745, LABEL)
  drawing.value(`¥${fields.total_amount}`, LEFT + 1500, TOP + 745, { size: 36 })
}

/** Draws a digital special or ordinary invoice without its QR code. */
export function drawDigital(drawing: Drawing, invoice: Invoice): void {
  drawDigitalHead(drawing, invoice)
  drawFrame(drawing)
  drawParty(drawing, '购买方信息', invoice.buyer, LEFT)
  drawParty(drawing, '销售方信息', invoice.seller, LEFT + SELLER)
  drawItems(drawing, invoice, COLUMNS, TOP + 210)
  drawTotals(drawing, invoice)
  drawing.column('备注', LEFT + 15, TOP + 850, { size: 34, step: 80 })
  drawing.value(invoice.remark, LEFT + 80, TOP + 830, { size: 32 })
  drawing.label('开票人：', 200, 1345, LABEL)
  drawing.value(invoice.people[2], 330, 1345, LABEL)
  stampTitle(drawing)
}
