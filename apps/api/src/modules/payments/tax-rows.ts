import type { IdType } from '@consilium/contract/identity.ts'
import { DICTIONARY_LABELS } from '@consilium/contract/labels.ts'
import type { TaxRegime } from '@consilium/contract/payments.ts'
import { incomeShares } from '../fees/service.ts'
import type { ExportedEntry } from './export-repository.ts'
import { paymentOf } from './ledger.ts'

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
}

export interface WithholdingRow extends PaidPerson {
  regime: TaxRegime
  /** Pay without VAT, in yuan. */
  income: string
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
  }
}

const byPerson = (entries: readonly ExportedEntry[]) =>
  [...Map.groupBy(entries, ({ personHash }) => personHash.toString('hex')).values()].filter((own) =>
    own.some(({ isLive }) => isLive),
  )

export const peopleOf = (entries: readonly ExportedEntry[]): PaidPerson[] => byPerson(entries).map(personOf)

/**
 * A row for each person and kind of work of a month, also where no tax is due. The income is the pay without VAT; the
 * VAT of payments that share a threshold is divided by their amounts, so that the rows add up to the ledger.
 */
export function withholdingRows(entries: readonly ExportedEntry[]): WithholdingRow[] {
  return byPerson(entries).flatMap((own) => {
    const person = personOf(own)
    const live = own.filter(({ isLive }) => isLive)
    const keyOf = ({ regime, laborItem }: { regime: string; laborItem: string }) => `${regime} ${laborItem}`
    const incomes = incomeShares(live.map(paymentOf), keyOf)
    return [...Map.groupBy(live, keyOf)].flatMap(([key, [entry]]) => {
      if (!entry) return []
      const { regime, laborItem } = entry
      const remark = DICTIONARY_LABELS.labor_form[laborItem]['zh-CN']
      return [{ ...person, regime, remark, income: incomes.get(key)?.toFixed(CENTS) ?? '0.00' }]
    })
  })
}
