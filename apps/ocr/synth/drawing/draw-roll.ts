import { inCapitals } from '../capitals.ts'
import { LABEL, stampTitle } from './draw-table.ts'
import type { Drawing } from './drawing.ts'
import type { Invoice } from '../invoice.ts'

/** The left edge of the strip, and the distance of its rows. */
const LEFT = 560
const STEP = 52
const TOP = 170

/** Draws an invoice on a roll without its QR code: one column, the seller before the buyer. */
export function drawRoll(
  drawing: Drawing,
  { title, fields, buyer, seller, items, people, machine, totalCents }: Invoice,
): void {
  drawing.label(title, LEFT + 460, 90, { size: 52, anchor: 'middle' })
  const goods = items.map(
    ({ name, pieces, amount, tax }) => ['', `${name} ${pieces} ${amount} ${tax}`] as const,
  )
  const rows = [
    ['发票代码：', fields.invoice_code!],
    ['发票号码：', fields.invoice_number!],
    ['机打号码：', fields.invoice_number!],
    ['机器编号：', machine],
    ['销售方名称：', seller.name],
    ['纳税人识别号：', seller.taxId],
    ['开票日期：', fields.issue_date!],
    ['收款员：', people[0]],
    ['购买方名称：', buyer.name],
    ['纳税人识别号：', buyer.taxId],
    ['项目 数量 金额 税额', ''],
    ...goods,
    ['合计金额（小写）：', `￥${fields.total_amount}`],
    ['合计金额（大写）：', inCapitals(totalCents)],
    ['校验码：', fields.check_code!],
  ] as const
  for (const [place, [label, value]] of rows.entries()) {
    const y = TOP + place * STEP
    drawing.label(label, LEFT, y, LABEL)
    drawing.value(value, LEFT + label.length * 34, y, LABEL)
  }
  stampTitle(drawing)
}
