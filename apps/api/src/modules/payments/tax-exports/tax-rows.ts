import type { IdType } from '@consilium/contract/persons/identity.ts'
import type { TaxRegime } from '@consilium/contract/payments/payments.ts'
import { LEDGER_ITEM_LABELS } from '@consilium/contract/organizations/tax-settings.ts'
import { incomeShares, settlementKey, surchargeShares, treatyReliefs } from '../../fees/service.ts'
import type { SealedFacts } from '../../experts/service.ts'
import type { ExportedEntry } from './export-repository.ts'
import { paymentOf } from '../ledger.ts'

const CENTS = 2

/** Who was paid in a month, with the name and number of the last entry that has one. */
export interface PaidPerson {
  number: string
  name: string
  idType: IdType
  /** The entry whose cipher holds the number. */
  entryId: number
  idNumberCipher: Buffer | null
  phone: string
  profile: PayeeProfile
}

/** What the profile of a person states, sealed. */
export interface PayeeProfile extends SealedFacts {
  expertId: number
  idType: IdType
  idCardCipher: Buffer | null
}

export interface WithholdingRow extends PaidPerson {
  regime: TaxRegime
  /** Pay without VAT, in yuan. */
  income: string
  /** Surcharges on the VAT, in yuan; null without any. */
  surcharges: string | null
  /** Tax that a treaty relieves of; null without relief. */
  relief: string | null
  remark: string
}

export function personOf(entries: readonly ExportedEntry[]): PaidPerson {
  const [first] = entries
  const named = entries.findLast(({ idNumberCipher }) => idNumberCipher !== null) ?? first
  if (!first || !named) throw new RangeError('a person has at least one entry')
  return {
    number: String(first.expertId),
    name: named.personName,
    idType: named.idType,
    entryId: named.entryId,
    idNumberCipher: named.idNumberCipher,
    phone: named.phone ?? '',
    profile: {
      expertId: named.expertId,
      idType: named.profileIdType,
      idCardCipher: named.profileIdCardCipher,
      nationalityCipher: named.nationalityCipher,
      sexCipher: named.sexCipher,
      birthDateCipher: named.birthDateCipher,
    },
  }
}

const byPerson = (entries: readonly ExportedEntry[]) =>
  [...Map.groupBy(entries, ({ personHash }) => personHash.toString('hex')).values()].filter((own) =>
    own.some(({ isLive }) => isLive),
  )

export const peopleOf = (entries: readonly ExportedEntry[]): PaidPerson[] => byPerson(entries).map(personOf)

/** What a row is about: the items, and the county or the day where these are taxed apart. */
function remarkOf(rows: readonly ExportedEntry[]): string {
  const [first] = rows
  if (!first) throw new RangeError('a row has at least one payment')
  const items = [...new Set(rows.map(({ taxItem }) => LEDGER_ITEM_LABELS[taxItem]['zh-CN']))]
  const counties = [...new Set(rows.map(({ county }) => county))].filter((county) => county !== '')
  const isAlone = first.regime !== 'platform' && !first.isContinuous
  return [items.join('、'), counties.join('、'), isAlone ? first.paidDate : ''].filter(Boolean).join(' ')
}

/**
 * A row for all that is taxed as one: a person's item, county and month, also where no tax is due; a single payment
 * where the payer taxes each by itself; all of a month under cumulative withholding. The income is the pay without VAT;
 * the VAT of payments that share a threshold is divided by their amounts, so that the rows add up to the ledger.
 */
export function withholdingRows(entries: readonly ExportedEntry[]): WithholdingRow[] {
  return byPerson(entries).flatMap((own) => {
    const person = personOf(own)
    const live = own.filter(({ isLive }) => isLive)
    const payments = live.map(paymentOf)
    const incomes = incomeShares(payments, settlementKey)
    const levies = surchargeShares(payments, settlementKey)
    const reliefs = treatyReliefs(payments)
    return [...Map.groupBy(live, (entry) => settlementKey(paymentOf(entry)))].flatMap(([key, rows]) => {
      const [entry] = rows
      if (!entry) return []
      const income = incomes.get(key)?.toFixed(CENTS) ?? '0.00'
      const levy = levies.get(key)
      const surcharges = levy === undefined || levy.eq('0') ? null : levy.toFixed(CENTS)
      const relief = reliefs.get(key)?.toFixed(CENTS) ?? null
      return [{ ...person, regime: entry.regime, remark: remarkOf(rows), income, surcharges, relief }]
    })
  })
}
