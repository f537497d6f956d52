import { type DamageName, damage, DAMAGES } from './damage.ts'
import { Drawing, type Mark, type TextMark } from './drawing/drawing.ts'
import { pickFonts } from './fonts.ts'
import { DRAWN_WIDTH, drawSeeded, type Drawn } from './generate.ts'
import { PAGE_HEIGHT } from './page-units.ts'
import { makeParty, makePerson } from './parties.ts'
import { type Random, seeded } from './random.ts'
import { renderPng } from './files/render-svg.ts'

/** Papers that bear a code of an invoice without being that invoice, or that were changed after they were issued. */
const SEED_STEP = 0x27d4eb2f
const CODE = { x: 150, y: 120, size: 230 }
const LINE = { size: 36 } as const
const TITLE = { size: 62, anchor: 'middle' } as const
const CENTRE = 1050
const LEFT = 480
const TOP = 260
const STEP = 72
/** How much lower a second invoice is on the page of a first one. */
const SECOND_PAGE = PAGE_HEIGHT

interface Forged {
  marks: Mark[]
  payload: string
}

type Forge = (drawn: Drawn, random: Random) => Forged

/** A paper of another kind with the code of the invoice on it. */
const pasted =
  (
    title: string,
    linesOf: (drawn: Drawn, random: Random) => string[],
    payloadOf?: (drawn: Drawn, random: Random) => string,
  ): Forge =>
  (drawn, random) => {
    const drawing = new Drawing({ label: '#202020', value: '#101010', mono: '#101010' })
    drawing.label(title, CENTRE, 150, TITLE)
    for (const [place, line] of linesOf(drawn, random).entries())
      drawing.value(line, LEFT, TOP + place * STEP, LINE)
    const payload = payloadOf?.(drawn, random) ?? drawn.invoice.payload
    drawing.add({ kind: 'code', payload, ...CODE, level: 'M', color: '#000000' })
    return { marks: drawing.marks, payload }
  }

/** The invoice with other texts. */
const changed =
  (change: (mark: TextMark, drawn: Drawn, random: Random) => string): Forge =>
  (drawn, random) => ({
    payload: drawn.invoice.payload,
    marks: drawn.marks.map((mark) =>
      mark.kind === 'text' ? { ...mark, text: change(mark, drawn, random) } : mark,
    ),
  })

/** Replaces a text, also where it is only a part of a mark. */
const replacing = (
  field: keyof Drawn['invoice']['fields'],
  other: (value: string, random: Random) => string,
): Forge =>
  changed(({ text }, { invoice }, random) => {
    const value = invoice.fields[field]
    return value !== null && text.includes(value) ? text.replace(value, other(value, random)) : text
  })

const otherDigit = (text: string, at: number): string =>
  text.slice(0, at) + String((Number(text[at]) + 4) % 10) + text.slice(at + 1)

/** A list of numbers that has the form of a toll invoice's code. */
const listOf = (_drawn: Drawn, random: Random): string =>
  `${random.digits(8)},${random.digits(8)},35.00,2024-03-15,${makeParty(random).name}`

const sumOf = ({ invoice }: Drawn) => invoice.fields.total_amount ?? ''

export const FORGERIES = {
  contract: pasted('会议服务合同', (drawn, random) => [
    `甲方：${makeParty(random).name}`,
    `乙方：${makeParty(random).name}`,
    '一、甲方委托乙方承办会议，费用见下',
    `合同金额：${sumOf(drawn)}元`,
    `价税合计（小写）¥${sumOf(drawn)}`,
    '二、付款方式：验收合格后付款',
  ]),
  agenda: pasted('会议日程', (_drawn, random) => [
    `9:00 ${makePerson(random)}致辞`,
    `9:30 ${makePerson(random)}报告`,
    '12:00 午餐',
  ]),
  'bank slip': pasted('银行电子回单', (drawn, random) => [
    `付款人：${makeParty(random).name}`,
    `收款人：${makeParty(random).name}`,
    `金额（小写）¥${sumOf(drawn)}`,
    `交易流水号 ${random.digits(18)}`,
  ]),
  'statement of expenses': pasted('费用报销单', (drawn, random) => [
    `报销人：${makePerson(random)}`,
    '事由：会议费',
    `合计金额：${sumOf(drawn)}`,
  ]),
  'list of goods': pasted('送货清单', (drawn, random) => [
    `客户：${makeParty(random).name}`,
    '打印纸 10 箱',
    `总计：${sumOf(drawn)}`,
  ]),
  'parcel label': pasted(
    '顺丰速运',
    (_drawn, random) => [`收 ${makePerson(random)} 138****1234`, `运单号 SF${random.digits(13)}`],
    listOf,
  ),
  coupon: pasted('代金券', () => ['满 200 减 35', '有效期至 2024-03-15'], listOf),
  'other number': replacing('invoice_number', (number) =>
    otherDigit(otherDigit(number, number.length - 3), 4),
  ),
  'other date': changed(({ text }) =>
    text.replace(
      /(\d{4}年)(\d)(\d)月/,
      (_all, year: string, ten: string, one: string) => `${year}${ten}${one === '1' ? '2' : '1'}月`,
    ),
  ),
  'other total': replacing('total_amount', (total) => otherDigit(total, 0)),
  'other amount': replacing('amount', (amount) => otherDigit(amount, 0)),
  'other tax': replacing('tax_amount', (tax) => otherDigit(tax, 0)),
  'other buyer id': replacing('buyer_tax_id', (id) => otherDigit(id, 4)),
  'other seller id': replacing('seller_tax_id', (id) => otherDigit(id, 4)),
  'no buyer': replacing('buyer_name', () => ''),
  'no seller': replacing('seller_name', () => ''),
  'no number': replacing('invoice_number', () => ''),
  'short buyer': replacing('buyer_name', () => '溯源社'),
  "another's code": (drawn, random) => {
    const other = drawSeeded(random.below(1_000_000), drawn.invoice.form, 'none').invoice
    const marks = drawn.marks.map((mark) =>
      mark.kind === 'code' ? { ...mark, payload: other.payload } : mark,
    )
    return { marks, payload: other.payload }
  },
  'two on a page': (drawn, random) => {
    const second = drawSeeded(random.below(1_000_000), drawn.invoice.form, 'none').marks.filter(
      ({ kind }) => kind !== 'code',
    )
    const lower = second.map((mark): Mark => {
      if (mark.kind !== 'line') return { ...mark, y: mark.y + SECOND_PAGE }
      const down = ([x, y]: [number, number]): [number, number] => [x, y + SECOND_PAGE]
      return { ...mark, from: down(mark.from), to: down(mark.to) }
    })
    return { marks: [...drawn.marks, ...lower], payload: drawn.invoice.payload }
  },
} as const satisfies Record<string, Forge>
export type Forgery = keyof typeof FORGERIES

/** The marks and the code of a forgery. The same arguments give the same. */
export function drawForgery(seed: number, kind: Forgery): Forged & Pick<Drawn, 'fonts'> {
  const random = seeded(Math.imul(seed + 1, SEED_STEP))
  const forged = FORGERIES[kind](drawSeeded(seed, '32', 'none'), random)
  return { ...forged, fonts: pickFonts(random) }
}

/** A forgery as a picture, damaged. */
export async function makeForgery(seed: number, kind: Forgery, name: DamageName): Promise<Buffer> {
  const random = seeded(Math.imul(seed + 1, SEED_STEP))
  const { marks, fonts } = drawForgery(seed, kind)
  const pages = kind === 'two on a page' ? 2 : 1
  return damage(await renderPng(marks, fonts, DRAWN_WIDTH, pages), DAMAGES[name](random), random)
}
