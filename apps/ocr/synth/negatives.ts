import { type Damage, damage, DAMAGES, type DamageName } from './damage.ts'
import { Drawing } from './drawing/drawing.ts'
import { pickFonts } from './fonts.ts'
import { DRAWN_WIDTH } from './generate.ts'
import { makeCity, makeParty, makePerson } from './parties.ts'
import { type Random, seeded } from './random.ts'
import { renderPng } from './files/render-svg.ts'

/** Papers that people send with their invoices and that prove none: nothing on them is a tax invoice's code. */
export const NEGATIVES = [
  'taxi receipt',
  'medical bill',
  'quota ticket',
  'card slip',
  'agenda',
  'blank',
] as const
export type Negative = (typeof NEGATIVES)[number]

const LINE = { size: 34 } as const
const TITLE = { size: 60, anchor: 'middle' } as const
const CENTRE = 1050
const LEFT = 700
const TOP = 220
const STEP = 56
/** An odd step, as that of `generate.ts`. */
const SEED_STEP = 0x85ebca6b

const sum = (random: Random): string => (random.below(900_00) / 100).toFixed(2)
const date = (random: Random): string => `2023-0${1 + random.below(9)}-1${random.below(9)}`

/** The title and the lines of each paper. */
const LINES: Readonly<Record<Negative, (random: Random) => [title: string, ...lines: string[]]>> = {
  'taxi receipt': (random) => [
    `${makeCity(random)}市出租汽车专用发票`,
    `发票代码 ${random.digits(12)}`,
    `发票号码 ${random.digits(8)}`,
    `车号 京B${random.digits(5)}`,
    `日期 ${date(random)}`,
    '上车 08:31  下车 09:02',
    `单价 2.30元  里程 ${random.below(40)}.4km`,
    `金额 ${sum(random)}元`,
  ],
  'medical bill': (random) => [
    `${makeCity(random)}市医疗门诊收费票据（电子）`,
    `票据代码：${random.digits(8)}  票据号码：${random.digits(10)}`,
    `交款人：${makePerson(random)}  开票日期：${date(random)}`,
    `检查费 ${sum(random)}  治疗费 ${sum(random)}`,
    `金额合计（大写）壹佰贰拾元整（小写）${sum(random)}`,
    `收款单位（章）：${makeCity(random)}第一医院  收款人：${makePerson(random)}`,
  ],
  'quota ticket': (random) => [
    `${makeCity(random)}市地方税务局通用定额发票`,
    `发票代码 ${random.digits(12)}`,
    `发票号码 ${random.digits(8)}`,
    '伍拾元整',
  ],
  'card slip': (random) => [
    'POS 签购单',
    `商户名称：${makeParty(random).name}`,
    `卡号：6222 **** **** ${random.digits(4)}`,
    `交易金额：RMB ${sum(random)}`,
    `参考号：${random.digits(12)}`,
  ],
  agenda: (random) => [
    `${makeCity(random)}学术会议日程`,
    ...Array.from({ length: 8 }, (_none, at) => `${8 + at}:30  ${makePerson(random)}教授  讲座与讨论`),
  ],
  blank: () => [''],
}

/** Codes that some of these papers have: that of a fiscal bill, and the address of a shop. */
const CODES: Partial<Record<Negative, (random: Random) => string>> = {
  'medical bill': (random) =>
    `01,${random.digits(8)},${random.digits(10)},${random.digits(6)},20230115,${sum(random)}`,
  'card slip': (random) =>
    `https://pay.example.com/bill?id=${random.digits(16)}&total_amount=${random.digits(4)}`,
}

/** Draws a paper that is no invoice, damaged. The same arguments give the same picture. */
export async function makeNegative(seed: number, negative: Negative, name: DamageName): Promise<Buffer> {
  const random = seeded(Math.imul(seed + 1, SEED_STEP))
  const drawing = new Drawing({ label: '#202020', value: '#101010', mono: '#101010' })
  const [title, ...lines] = LINES[negative](random)
  drawing.label(title, CENTRE, 130, TITLE)
  for (const [place, line] of lines.entries()) drawing.value(line, LEFT, TOP + place * STEP, LINE)
  const payload = CODES[negative]?.(random)
  if (payload) drawing.add({ kind: 'code', payload, x: 200, y: 300, size: 220, level: 'M', color: '#000000' })
  const harm: Damage = DAMAGES[name](random)
  return damage(await renderPng(drawing.marks, pickFonts(random), DRAWN_WIDTH), harm, random)
}
