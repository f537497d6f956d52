import type { InvoiceField } from '@consilium/contract/recognition/recognition.ts'
import type { Random } from './random.ts'

/** Paper special and ordinary, electronic ordinary, roll, toll, digital special and ordinary invoices, rail tickets. */
export const KINDS = ['01', '04', '10', '11', '14', '31', '32', '51'] as const
/** 03 is an invoice for a motor vehicle. */
export type Kind = (typeof KINDS)[number] | '03'

type Printed = Record<InvoiceField, string | null>

/** A form of a kind that differs in what is sold, who buys it, and what else is printed on it. */
export interface Special {
  kind: Kind
  goods: readonly string[]
  /** In per cent. */
  rates: readonly number[]
  itemsMax?: number
  /** How often the buyer is a person. */
  privateBuyers: number
  /** The payload of codes that have another form than the national one. */
  payload?: (random: Random, fields: Printed) => string
}

const HASH_LENGTH = 64
const HEXADECIMAL = [...'0123456789abcdef']

/** The address of a blockchain invoice; its total is in hundredths of a yuan. */
function blockchainAddress(random: Random, { invoice_number, total_amount }: Printed): string {
  const hash = Array.from({ length: HASH_LENGTH }, () => random.pick(HEXADECIMAL)).join('')
  const total = total_amount!.replace('.', '').replace(/^(-?)0+(?=\d)/, '$1')
  const query = `hash=${hash}&bill_num=${invoice_number}&total_amount=${total}`
  return `https://bcfp.shenzhen.chinatax.gov.cn/verify/scan?${query}`
}

/** The code of a provincial toll invoice: code, number, amount that was paid, date, buyer. */
const tollPayload = (_random: Random, fields: Printed): string =>
  [
    fields.invoice_code,
    fields.invoice_number,
    fields.total_amount,
    fields.issue_date?.replaceAll('-', ''),
    fields.buyer_name,
  ].join(',')

export const SPECIAL_FORMS = {
  /** Rides, with the journeys below the goods; a second row may be a discount. */
  taxi: {
    kind: '32',
    goods: ['*运输服务*客运服务费', '*运输服务*出租汽车客运', '*运输服务*网约车服务费'],
    rates: [1, 3],
    privateBuyers: 0.4,
  },
  /** The form for motor vehicles, which has no table of goods. */
  vehicle: { kind: '03', goods: ['小型轿车'], rates: [13], itemsMax: 1, privateBuyers: 0.5 },
  /** A digital invoice for a vehicle: its frame number has 17 characters like an old tax id. */
  sedan: { kind: '31', goods: ['*机动车*小型轿车', '*机动车*客车'], rates: [13], privateBuyers: 0 },
  /** Tax-free treatments; the remark divides the total among insurance and patient. */
  medical: {
    kind: '32',
    goods: ['*医疗服务*检查费', '*医疗服务*治疗费', '*医疗服务*化验费', '*医疗服务*西药费'],
    rates: [0],
    privateBuyers: 1,
  },
  /** The remark has sums of its own: vehicle tax, and a total with it. */
  insurance: {
    kind: '32',
    goods: ['*保险服务*机动车辆保险费', '*保险服务*责任保险费', '*保险服务*人身保险费'],
    rates: [6],
    privateBuyers: 0.3,
  },
  blockchain: {
    kind: '10',
    goods: ['*餐饮服务*餐费', '*运输服务*出租车费', '*经营租赁*停车费'],
    rates: [1, 3, 6, 9],
    privateBuyers: 0.2,
    payload: blockchainAddress,
  },
  toll: {
    kind: '14',
    goods: ['*经营租赁*通行费', '*不征税自编码*通行费'],
    rates: [3, 5, 9],
    privateBuyers: 0.2,
    payload: tollPayload,
  },
} as const satisfies Record<string, Special>
export type SpecialForm = keyof typeof SPECIAL_FORMS

/** The kinds as they are usually printed, then special forms of some. */
export type Form = Kind | SpecialForm
export const FORMS: readonly Form[] = [...KINDS, ...(Object.keys(SPECIAL_FORMS) as SpecialForm[])]

export const isSpecial = (form: Form): form is SpecialForm => Object.hasOwn(SPECIAL_FORMS, form)
