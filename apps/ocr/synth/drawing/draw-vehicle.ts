import { inCapitals } from '../capitals.ts'
import { makeFrameNumber } from './draw-specials.ts'
import { stampTitle } from './draw-table.ts'
import type { Drawing } from './drawing.ts'
import type { Invoice } from '../invoice.ts'
import { PAGE_WIDTH } from '../page-units.ts'
import type { Random } from '../random.ts'

/** The form for motor vehicles: labels in cells with values beside them, the buyer in the first row, the seller near the end. */
const LEFT = 80
const RIGHT = 2020
const TOP = 290
const STEP = 88
const BASELINE = 56
const TEXT = { size: 32 } as const
const [SECOND, THIRD] = [1000, 1440]

type Cell = readonly [label: string, value: string, x: number, gap: number]

/** The rows of the form from top to bottom. */
function rowsOf({ fields, buyer, seller, totalCents, machine }: Invoice, random: Random): Cell[][] {
  return [
    [
      ['购买方名称', buyer.name, LEFT, 330],
      ['身份证号码/组织机构代码', random.digits(15), SECOND + 200, 400],
    ],
    [['纳税人识别号', buyer.taxId, LEFT, 330]],
    [
      ['车辆类型', '小型轿车', LEFT, 200],
      ['厂牌型号', `红旗牌CA${random.digits(4)}`, 640, 180],
      ['产地', '长春市', THIRD + 100, 120],
    ],
    [
      ['合格证号', `WAC${random.digits(12)}`, LEFT, 200],
      ['进口证明书号', '', 800, 240],
      ['商检单号', '', THIRD + 100, 180],
    ],
    [
      ['发动机号码', random.digits(7), LEFT, 200],
      ['车辆识别代号/车架号码', makeFrameNumber(random), SECOND, 400],
    ],
    [
      ['价税合计', inCapitals(totalCents), LEFT, 330],
      ['小写', `￥${fields.total_amount}`, THIRD + 100, 110],
    ],
    [
      ['销货单位名称', seller.name, LEFT, 330],
      ['电话', `010-${random.digits(8)}`, THIRD + 100, 110],
    ],
    [
      ['纳税人识别号', seller.taxId, LEFT, 330],
      ['账号', random.digits(16), SECOND + 200, 110],
    ],
    [
      ['地址', seller.address.split(' ')[0] ?? '', LEFT, 330],
      ['开户银行', seller.bank.replace(/\d+$/, ''), SECOND + 200, 180],
    ],
    [
      ['增值税税率或征收率', '13%', LEFT, 330],
      ['增值税税额', `￥${fields.tax_amount}`, 620, 200],
      ['主管税务机关及代码', `1${random.digits(10)}`, SECOND + 200, 330],
    ],
    [
      ['不含税价', `小写￥${fields.amount}`, LEFT, 330],
      ['完税凭证号码', '', 800, 220],
      ['吨位', '', THIRD, 100],
      ['限乘人数', '5', THIRD + 260, 170],
    ],
    [
      ['机器编号', machine, LEFT, 200],
      ['开票人', '王芳', SECOND, 120],
    ],
  ]
}

/** Draws an invoice for a motor vehicle without its QR code. */
export function drawVehicle(drawing: Drawing, invoice: Invoice, random: Random): void {
  const { title, fields } = invoice
  drawing.label(title, PAGE_WIDTH / 2, 150, { size: 66, anchor: 'middle' })
  drawing.label('发票代码', 1500, 110, TEXT)
  drawing.value(fields.invoice_code!, 1660, 110, TEXT)
  drawing.label('发票号码', 1500, 165, TEXT)
  drawing.value(fields.invoice_number!, 1660, 165, TEXT)
  drawing.label('开票日期', 330, 240, TEXT)
  drawing.value(fields.issue_date!, 490, 240, TEXT)
  const rows = rowsOf(invoice, random)
  for (const [place, cells] of rows.entries()) {
    const top = TOP + place * STEP
    drawing.line([LEFT - 10, top], [RIGHT, top])
    for (const [label, value, x, gap] of cells) {
      drawing.label(label, x, top + BASELINE, TEXT)
      drawing.value(value, x + gap, top + BASELINE, TEXT)
    }
  }
  drawing.box(LEFT - 10, TOP, RIGHT - LEFT + 10, rows.length * STEP)
  stampTitle(drawing)
}
