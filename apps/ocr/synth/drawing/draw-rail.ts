import { drawDigitalHead } from './draw-digital.ts'
import { printDate, stampTitle } from './draw-table.ts'
import type { Drawing } from './drawing.ts'
import { PAGE_WIDTH } from '../page-units.ts'
import type { Invoice } from '../invoice.ts'
import { twoDigits } from '../page-units.ts'
import type { Random } from '../random.ts'

const STATIONS = [
  ['北京南', 'Beijingnan'],
  ['上海虹桥', 'Shanghaihongqiao'],
  ['杭州东', 'Hangzhoudong'],
  ['广州南', 'Guangzhounan'],
  ['武汉', 'Wuhan'],
  ['西安北', 'Xianbei'],
] as const
const SEATS = ['二等座', '一等座', '商务座', '软卧']
const PAGE_MIDDLE = PAGE_WIDTH / 2
const HOURS = 18
const FIRST_HOUR = 6
const MINUTES = 60

function drawJourney(drawing: Drawing, invoice: Invoice, random: Random): void {
  const [from, to] = [random.pick(STATIONS), random.pick(STATIONS)]
  drawing.value(`${from[0]}站`, 350, 400, { size: 66 })
  drawing.value(from[1], 370, 460, { size: 34 })
  drawing.value(`${random.pick(['G', 'D', 'K'])}${1 + random.below(9999)}`, 1050, 390, {
    size: 60,
    anchor: 'middle',
  })
  drawing.line([850, 420], [1250, 420])
  drawing.value(`${to[0]}站`, 1450, 400, { size: 66 })
  drawing.value(to[1], 1470, 460, { size: 34 })
  const time = `${twoDigits(FIRST_HOUR + random.below(HOURS))}:${twoDigits(random.below(MINUTES))}开`
  const day = invoice.fields.issue_date!.slice(0, -2) + twoDigits(1 + random.below(28))
  drawing.value(printDate(day), 240, 580, { size: 44 })
  drawing.value(time, 700, 580, { size: 44 })
  drawing.value(
    `${twoDigits(1 + random.below(16))}车${twoDigits(1 + random.below(20))}${random.pick([...'ABCDF'])}号`,
    1050,
    580,
    {
      size: 44,
    },
  )
  drawing.value(random.pick(SEATS), 1550, 580, { size: 44 })
}

/** Draws an electronic rail ticket without its QR code. */
export function drawRail(drawing: Drawing, invoice: Invoice, random: Random): void {
  const { fields, buyer, people } = invoice
  drawDigitalHead(drawing, invoice)
  drawJourney(drawing, invoice, random)
  drawing.label('票价：', 240, 700, { size: 44 })
  drawing.value(`￥${fields.total_amount}`, 380, 700, { size: 44 })
  drawing.value(`${random.digits(10)}****${random.digits(3)}X`, 240, 820, { size: 44 })
  drawing.value(people[0], 800, 820, { size: 44 })
  drawing.label(`电子客票号：${random.digits(21)}`, 240, 940, { size: 38 })
  drawing.label('购买方名称：', 240, 1060, { size: 34 })
  drawing.value(buyer.name, 450, 1060, { size: 34 })
  drawing.label('统一社会信用代码：', 1260, 1060, { size: 34 })
  drawing.value(buyer.taxId, 1570, 1060, { size: 32 })
  drawing.label('买票请到12306 发货请到95306', PAGE_MIDDLE, 1200, { size: 40, anchor: 'middle' })
  drawing.label('中国铁路祝您旅途愉快', PAGE_MIDDLE, 1260, { size: 40, anchor: 'middle' })
  stampTitle(drawing)
}
