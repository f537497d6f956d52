import { fromCents } from '../../src/fields/money.ts'
import type { Drawing } from './drawing.ts'
import type { Invoice } from '../invoice.ts'
import { makeCity, makePerson } from '../parties.ts'
import type { Random } from '../random.ts'

/** What special forms print beside the usual parts: mainly names, numbers and sums that are no field of the invoice. */
type Draw = (drawing: Drawing, invoice: Invoice, random: Random) => void

const MARK = { size: 34 } as const
const SMALL = { size: 30 } as const
const MIDDLE = { size: 30, anchor: 'middle' } as const
const REMARK = { left: 160, top: 1165, step: 42 } as const
const JOURNEYS_TOP = 770
const JOURNEYS_STEP = 48
const JOURNEYS_MAX = 3
const VEHICLE_TAX_CENTS = 36_000
/** ISO 3779: frame numbers have neither I, O nor Q. */
const FRAME_CHARACTERS = [...'0123456789ABCDEFGHJKLMNPRSTUVWXYZ']
const FRAME_LENGTH = 16
const FUND_SHARES = [0.5, 0.7, 0.85] as const

export const makeFrameNumber = (random: Random): string =>
  `L${Array.from({ length: FRAME_LENGTH }, () => random.pick(FRAME_CHARACTERS)).join('')}`

function remarks(drawing: Drawing, lines: readonly string[]): void {
  for (const [place, line] of lines.entries())
    drawing.value(line, REMARK.left, REMARK.top + place * REMARK.step, SMALL)
}

const JOURNEY_COLUMNS = [
  ['出行人', 180],
  ['有效身份证件号', 500],
  ['出行日期', 830],
  ['出发地', 1060],
  ['到达地', 1290],
  ['等级', 1520],
  ['交通工具类型', 1800],
] as const

const drawTaxi: Draw = (drawing, { fields }, random) => {
  drawing.label('旅客运输服务', 340, 255, MARK)
  for (const [title, x] of JOURNEY_COLUMNS) drawing.label(title, x, JOURNEYS_TOP, MIDDLE)
  for (let row = 1; row <= 1 + random.below(JOURNEYS_MAX); row += 1) {
    const identity = `${random.digits(6)}********${random.digits(3)}X`
    const cells = [
      makePerson(random),
      identity,
      fields.issue_date!,
      makeCity(random),
      makeCity(random),
      '无',
      random.pick(['出租车', '网约车']),
    ]
    for (const [place, cell] of cells.entries())
      drawing.value(cell, JOURNEY_COLUMNS[place]![1], JOURNEYS_TOP + row * JOURNEYS_STEP, MIDDLE)
  }
}

const drawSedan: Draw = (drawing, _invoice, random) => {
  drawing.label('机动车', 340, 255, MARK)
  remarks(drawing, [
    `车辆识别代号/车架号码：${makeFrameNumber(random)}  合格证号：WAC${random.digits(12)}`,
    `发动机号码：${random.digits(7)}  厂牌型号：${random.pick(['宝来牌', '红旗牌'])}FV${random.digits(4)}`,
  ])
}

const drawMedical: Draw = (drawing, { totalCents }, random) => {
  const fund = Math.round(totalCents * random.pick(FUND_SHARES))
  remarks(drawing, [
    `门诊号：${random.digits(10)}  就诊日期：20230${1 + random.below(9)}15  医保类型：职工基本医疗保险`,
    `医保统筹基金支付：${fromCents(fund)}  个人账户支付：${fromCents(totalCents - fund)}`,
    `个人现金支付：0.00  个人自付：${fromCents(totalCents - fund)}  合计：${fromCents(totalCents)}`,
  ])
}

const drawInsurance: Draw = (drawing, { totalCents }, random) => {
  const sign = totalCents < 0 ? -1 : 1
  const withTax = fromCents(totalCents + sign * VEHICLE_TAX_CENTS)
  remarks(drawing, [
    `保险单号：${random.digits(22)}  车牌号：京A${random.digits(5)}  税款所属期：2023-01至2023-12`,
    `代收车船税金额：${fromCents(sign * VEHICLE_TAX_CENTS)}  滞纳金金额：0.00  金额合计：${withTax}`,
    `车架号：${makeFrameNumber(random)}  价税合计（含车船税）：${withTax}`,
  ])
}

const drawBlockchain: Draw = (drawing, _invoice, random) => {
  drawing.label('区块链电子发票', 340, 120, MARK)
  drawing.label(`交易号：${random.digits(18)}`, 1480, 1345, SMALL)
}

const drawToll: Draw = (drawing, _invoice, random) => {
  drawing.value(`车牌号：京B${random.digits(5)}  类型：客车`, 1320, 1200, SMALL)
  drawing.value(`通行日期起：2023-0${1 + random.below(9)}-01`, 1320, 1245, SMALL)
}

const SPECIALS: Partial<Record<Invoice['form'], Draw>> = {
  taxi: drawTaxi,
  sedan: drawSedan,
  medical: drawMedical,
  insurance: drawInsurance,
  blockchain: drawBlockchain,
  toll: drawToll,
}

/** Draws what the form has beside the usual parts of its kind; nothing for usual forms. */
export function drawSpecials(drawing: Drawing, invoice: Invoice, random: Random): void {
  SPECIALS[invoice.form]?.(drawing, invoice, random)
}
