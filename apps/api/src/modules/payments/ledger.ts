import { Money, type LaborPayment, type LedgerEntry, type WithheldAmounts } from '../fees/service.ts'
import type { EntryRow, NewEntry } from './ledger-repository.ts'

/** A payment as the law's functions take it; its id is that of its entry. */
export const paymentOf = (
  row: Pick<
    EntryRow,
    | 'entryId'
    | 'paymentId'
    | 'kind'
    | 'paidDate'
    | 'payableAmount'
    | 'taxItem'
    | 'county'
    | 'isCountyApart'
    | 'isContinuous'
    | 'regime'
    | 'vatBasis'
    | 'surchargeRate'
    | 'treatyRate'
  >,
): LaborPayment => ({
  id: row.paymentId ?? row.entryId,
  paidDate: row.paidDate,
  payable: Money(row.kind === 'reversal' ? Money('0').minus(row.payableAmount).toFixed() : row.payableAmount),
  taxItem: row.taxItem,
  county: row.county,
  isCountyApart: row.isCountyApart,
  isContinuous: row.isContinuous,
  regime: row.regime,
  vatBasis: row.vatBasis,
  surchargeRate: Money(row.surchargeRate).toFixed(),
  treatyRate: row.treatyRate === null ? null : Money(row.treatyRate).toFixed(),
})

const withheldOf = (row: EntryRow): WithheldAmounts => ({
  payable: Money(row.payableAmount),
  vat: Money(row.vatAmount),
  levies: {
    urban: Money(row.urbanLevy),
    education: Money(row.educationLevy),
    localEducation: Money(row.localEducationLevy),
    own: Money(row.ownLevy),
  },
  incomeTax: Money(row.incomeTax),
  net: Money(row.netAmount),
})

/** The entries of a payer and a person as the input of the law's functions. */
export const ledgerOf = (rows: readonly EntryRow[]): LedgerEntry[] =>
  rows.map((row) => ({ kind: row.kind, payment: paymentOf(row), withheld: withheldOf(row) }))

const CENTS = 2

/** The amounts of an entry as they are stored, in yuan with two decimals. */
export const amountsOf = ({
  payable,
  vat,
  levies,
  incomeTax,
  net,
}: WithheldAmounts): NewEntry['amounts'] => ({
  payableAmount: payable.toFixed(CENTS),
  vatAmount: vat.toFixed(CENTS),
  urbanLevy: levies.urban.toFixed(CENTS),
  educationLevy: levies.education.toFixed(CENTS),
  localEducationLevy: levies.localEducation.toFixed(CENTS),
  ownLevy: levies.own.toFixed(CENTS),
  incomeTax: incomeTax.toFixed(CENTS),
  netAmount: net.toFixed(CENTS),
})

/** The sum of payments, in yuan with two decimals. */
export const sumOf = (payments: readonly LaborPayment[]): string =>
  payments.reduce((total, { payable }) => total.plus(payable), Money('0')).toFixed(CENTS)
