import type { InvoiceField } from '@consilium/contract/recognition/recognition.ts'
import { forEachField } from '../src/fields/fields.ts'
import { fromCents } from '../src/fields/money.ts'
import { type Form, isSpecial, type Kind, type Special, SPECIAL_FORMS } from './forms.ts'
import { makeParty, makePerson, type Party } from './parties.ts'
import { twoDigits } from './page-units.ts'
import type { Random } from './random.ts'

export type { Form, Kind } from './forms.ts'
const CHECKED: readonly Kind[] = ['04', '10', '11', '14']
/** How often a digital invoice is one of medical care: a private buyer, and goods that bear no tax. */
const MEDICAL = 0.12
const RED_LETTER = 0.08
export const DIGITAL: readonly Kind[] = ['31', '32', '51']

const TITLES: Readonly<Record<Kind, string>> = {
  '01': '增值税专用发票',
  '03': '机动车销售统一发票',
  '04': '增值税普通发票',
  '10': '增值税电子普通发票',
  '11': '增值税普通发票（卷票）',
  '14': '增值税电子普通发票',
  '31': '电子发票（增值税专用发票）',
  '32': '电子发票（普通发票）',
  '51': '电子发票（铁路电子客票）',
}
const GOODS = `
  *会展服务*会议费 *会展服务*会务服务费 *住宿服务*住宿费 *餐饮服务*餐费
  *运输服务*客运服务费 *经纪代理服务*代订机票款 *印刷品*宣传册印刷
  *研发和技术服务*技术服务费 *现代服务*咨询服务费 *信息技术服务*软件服务费
  *企业管理服务*会议管理费 *广播影视服务*视频制作费 *家具*办公椅
  *计算机配套产品*打印机硒鼓 *纸制品*A4复印纸 *医疗仪器器械*血压计 *通信设备*手机
`
  .trim()
  .split(/\s+/)
const TREATMENTS = ['*医疗服务*检查费', '*医疗服务*治疗费', '*医疗服务*化验费', '*医疗服务*挂号费']
const RATES = [1, 3, 6, 9, 13]
const PER_CENT = 100
const ITEMS_MAX = 3
const PIECES_MAX = 9
const ITEM_CENTS_MIN = 800
const ITEM_CENTS_MAX = 2_000_000
const FARE_CENTS_MIN = 900
const FARE_CENTS_MAX = 180_000
const FARE_STEP_CENTS = 50
const CHECKSUM_LIMIT = 0x10000

export interface Item {
  name: string
  pieces: number
  price: string
  amount: string
  rate: string
  tax: string
}

export interface Invoice {
  kind: Kind
  /** The form of the kind that is drawn. */
  form: Form
  title: string
  /** The fields that recognition should return. */
  fields: Record<InvoiceField, string | null>
  payload: string
  buyer: Party
  seller: Party
  items: Item[]
  totalCents: number
  /** The names of the people who received, checked and issued it. */
  people: [string, string, string]
  machine: string
  remark: string
}

interface Sums {
  items: Item[]
  amount: number
  tax: number
}

/** What is sold: tax-free treatments, the goods of a special form, or anything. */
interface Sale {
  goods: readonly string[]
  rate: number
  sign: number
}

function makeItem(random: Random, { goods, rate, sign }: Sale): { item: Item; amount: number; tax: number } {
  const pieces = 1 + random.below(PIECES_MAX)
  const amount = sign * (ITEM_CENTS_MIN + Math.floor(random.next() * random.next() * ITEM_CENTS_MAX))
  const tax = Math.round((amount * rate) / PER_CENT)
  const price = (amount / PER_CENT / pieces).toFixed(random.chance(0.5) ? 2 : 8)
  const free = rate === 0
  const name = random.pick(goods)
  const item = { name, pieces, price, amount: fromCents(amount), rate: free ? '免税' : `${rate}%` }
  return { item: { ...item, tax: free ? '***' : fromCents(tax) }, amount, tax }
}

function makeSums(random: Random, medical: boolean, sign: number, special: Special | null): Sums {
  const rate = medical ? 0 : random.pick(special?.rates ?? RATES)
  const goods = special?.goods ?? (medical ? TREATMENTS : GOODS)
  const count = 1 + random.below(special?.itemsMax ?? ITEMS_MAX)
  const made = Array.from({ length: count }, () => makeItem(random, { goods, rate, sign }))
  return {
    items: made.map(({ item }) => item),
    amount: made.reduce((sum, { amount }) => sum + amount, 0),
    tax: made.reduce((sum, { tax }) => sum + tax, 0),
  }
}

function makeDate(random: Random, kind: Kind): [year: string, month: string, day: string] {
  const year = (DIGITAL.includes(kind) ? 2023 : 2018) + random.below(DIGITAL.includes(kind) ? 3 : 6)
  return [String(year), twoDigits(1 + random.below(12)), twoDigits(1 + random.below(28))]
}

/** A code of ten digits, or of twelve digits whose last two are the kind. */
function makeCode(random: Random, kind: Kind, year: string): string | null {
  const region = random.pick(['1100', '3100', '4403', '3200', '3300', '5100'])
  if (kind === '03') return `1${region}${year.slice(2)}2${random.digits(4)}`
  if (kind === '01') return `${region}${year.slice(2)}${1 + random.below(9)}13${random.below(2)}`
  if (kind === '04') return `0${region}${year.slice(2)}00104`
  if (kind === '11') return `0${region}${year.slice(2)}00107`
  const end = kind === '14' ? '12' : '11'
  return kind === '10' || kind === '14' ? `0${region}${year.slice(2)}00${1 + random.below(9)}${end}` : null
}

export function makePayload(random: Random, fields: Invoice['fields'], kind: Kind): string {
  const amount = DIGITAL.includes(kind) ? fields.total_amount : fields.amount
  const empty = DIGITAL.includes(kind) && random.chance(0.3) ? ' ' : ''
  const checksum = random.below(CHECKSUM_LIMIT).toString(16).toUpperCase().padStart(4, '0')
  const date = fields.issue_date!.replaceAll('-', '')
  const slots = ['01', kind, fields.invoice_code ?? empty, fields.invoice_number, amount, date]
  const end = DIGITAL.includes(kind) || random.chance(0.3) ? '' : ','
  return [...slots, fields.check_code ?? empty, checksum].join(',') + end
}

const makeRemark = (random: Random, date: string): string =>
  random.chance(0.4)
    ? ''
    : random.pick([
        `会议日期：${date}`,
        `订单号:${random.digits(16)}`,
        `项目编号：XM${random.digits(8)}`,
        `合同号：HT-${random.digits(8)}`,
      ])

/** A rail ticket has a fare, but no goods and no tax. */
function makeFare(random: Random): Sums {
  const steps = (FARE_CENTS_MAX - FARE_CENTS_MIN) / FARE_STEP_CENTS
  return { items: [], amount: FARE_CENTS_MIN + random.below(steps) * FARE_STEP_CENTS, tax: 0 }
}

/** Some buy for themselves: such a buyer has no tax id. */
function makeBuyer(random: Random, company: Party, medical: boolean, special: Special | null): Party {
  const isPrivate = medical || (special !== null && random.chance(special.privateBuyers))
  return isPrivate ? { ...company, name: makePerson(random), taxId: '' } : company
}

/** Makes up an invoice of the form. Its amounts add up, and its codes have valid check characters. */
export function makeInvoice(random: Random, form: Form): Invoice {
  const special: Special | null = isSpecial(form) ? SPECIAL_FORMS[form] : null
  const kind = isSpecial(form) ? SPECIAL_FORMS[form].kind : form
  const rail = kind === '51'
  const [year, month, day] = makeDate(random, kind)
  const medical = form === 'medical' || (form === '32' && random.chance(MEDICAL))
  const red = !rail && kind !== '11' && kind !== '03' && random.chance(RED_LETTER)
  const { items, amount, tax } = rail ? makeFare(random) : makeSums(random, medical, red ? -1 : 1, special)
  const [company, seller] = [makeParty(random), makeParty(random)]
  const buyer = makeBuyer(random, company, medical, special)
  // Blockchain invoices have no check code.
  const checked = CHECKED.includes(kind) && form !== 'blockchain'
  const fields: Invoice['fields'] = {
    ...forEachField(() => null),
    invoice_type: kind,
    invoice_code: makeCode(random, kind, year),
    invoice_number: DIGITAL.includes(kind) ? year.slice(2) + random.digits(18) : random.digits(8),
    issue_date: `${year}-${month}-${day}`,
    check_code: checked ? random.digits(20) : null,
    buyer_name: buyer.name,
    buyer_tax_id: buyer.taxId || null,
    seller_name: rail ? null : seller.name,
    seller_tax_id: rail ? null : seller.taxId,
    amount: rail ? null : fromCents(amount),
    tax_amount: rail ? null : fromCents(tax),
    total_amount: fromCents(amount + tax),
  }
  const payload = special?.payload ?? makePayload
  return {
    kind,
    form,
    title: TITLES[kind],
    fields,
    payload: payload(random, fields, kind),
    buyer,
    seller,
    items,
    totalCents: amount + tax,
    people: [makePerson(random), makePerson(random), makePerson(random)],
    machine: `4999${random.digits(8)}`,
    remark: makeRemark(random, `${year}-${month}-${day}`),
  }
}
