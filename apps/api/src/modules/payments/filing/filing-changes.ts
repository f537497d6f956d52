import type {
  FilingAmounts,
  FilingChange,
  FilingChanges,
  FilingChangesQuery,
} from '@consilium/contract/payments/tax-filings.ts'
import { CHANGED_PEOPLE_MAX } from '@consilium/contract/payments/tax-filings.ts'
import { LEDGER_ITEM_LABELS } from '@consilium/contract/organizations/tax-settings.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { FileAnswer } from '../../../infra/http/file-answer.ts'
import { refuseField } from '../../../infra/refusal.ts'
import { exportFile, type ExportColumn } from '../../../infra/spreadsheet/export-file.ts'
import { incomeShares, Money, type LaborPayment } from '../../fees/service.ts'
import * as repository from '../tax-exports/export-repository.ts'
import type { ExportedEntry, Month } from '../tax-exports/export-repository.ts'
import { filingsOf } from './filings.ts'
import { paymentOf } from '../ledger.ts'
import { payerFor } from './month.ts'
import { numberOf } from '../recording.ts'
import type { Scope } from '../scope.ts'
import { personOf, type PaidPerson } from '../tax-exports/tax-rows.ts'

const CENTS = 2
const ZERO = Money('0')

/** The entries of a month that a correction adds to those that were filed before it. */
interface Correction {
  number: number
  /** Last entry of the filing before; 0 for a month without any. */
  after: number
  /** Last entry that the correction states; null while it is not filed. */
  upTo: number | null
}

/** The correction of a number, or the one that could be filed now. */
async function correctionOf({ db }: Scope, month: Month, number?: number): Promise<Correction> {
  const filings = await filingsOf(db, month)
  if (filings.length === 0) throw refuseField('TAX_MONTH_NOT_FILED', 'period')
  const wanted = number ?? filings.length
  const [before, filed] = [filings[wanted - 1], filings[wanted]]
  if (!before || (number !== undefined && !filed)) throw refuseField('NOT_FOUND', 'number')
  return { number: wanted, after: before.lastEntryId ?? 0, upTo: filed ? (filed.lastEntryId ?? 0) : null }
}

type Kind = Pick<LaborPayment, 'regime' | 'taxItem' | 'county' | 'isCountyApart'>
const placeOf = ({ county, isCountyApart }: Kind) => (isCountyApart ? county : '')
const keyOf = (kind: Kind) => JSON.stringify([kind.regime, kind.taxItem, placeOf(kind)])

const surchargesOf = (entry: ExportedEntry) =>
  Money(entry.urbanLevy)
    .plus(entry.educationLevy)
    .plus(entry.localEducationLevy)
    .plus(entry.ownLevy)
    .toFixed(CENTS)

/** The ledger's sums of a person by item, and the pay without VAT of what is not reversed. */
function amountsOf(entries: readonly ExportedEntry[]): Map<string, FilingAmounts> {
  const reversed = new Set(entries.map(({ paymentId }) => paymentId))
  const live = entries.filter(({ kind, entryId }) => kind === 'payment' && !reversed.has(entryId))
  const incomes = incomeShares(live.map(paymentOf), keyOf)
  return new Map(
    [...Map.groupBy(entries, keyOf)].map(([key, own]) => {
      const total = (of: (entry: ExportedEntry) => string) =>
        own.reduce((sum, entry) => sum.plus(of(entry)), ZERO).toFixed(CENTS)
      return [
        key,
        {
          income: (incomes.get(key) ?? ZERO).toFixed(CENTS),
          payableAmount: total((entry) => entry.payableAmount),
          vatAmount: total((entry) => entry.vatAmount),
          surchargeAmount: total(surchargesOf),
          incomeTax: total((entry) => entry.incomeTax),
          netAmount: total((entry) => entry.netAmount),
        },
      ]
    }),
  )
}

const NOTHING: FilingAmounts = {
  income: '0.00',
  payableAmount: '0.00',
  vatAmount: '0.00',
  surchargeAmount: '0.00',
  incomeTax: '0.00',
  netAmount: '0.00',
}
const FIGURES = Object.keys(NOTHING) as (keyof FilingAmounts)[]

interface ChangedRow {
  person: PaidPerson
  change: FilingChange
}

/** Rows of the items whose amounts differ after the given entry, person by person. */
function changesOf(entries: readonly ExportedEntry[], after: number): ChangedRow[] {
  const people = Map.groupBy(entries, ({ personHash }) => personHash.toString('hex'))
  return [...people.values()].flatMap((own) => {
    const person = personOf(own)
    const before = amountsOf(own.filter(({ entryId }) => entryId <= after))
    return [...amountsOf(own)].flatMap(([key, now]) => {
      const kind = own.find((entry) => keyOf(entry) === key)
      const then = before.get(key) ?? NOTHING
      if (!kind || FIGURES.every((figure) => then[figure] === now[figure])) return []
      const { taxItem } = kind
      const change = { name: person.name, taxItem, county: placeOf(kind), before: then, after: now }
      return [{ person, change }]
    })
  })
}

export async function findChanges(
  scope: Scope,
  actor: Actor,
  { orgId: given, period, number }: FilingChangesQuery,
): Promise<FilingChanges> {
  const { orgId } = await payerFor(scope, actor, given)
  const month = { orgId, period }
  const correction = await correctionOf(scope, month, number)
  const people = await repository.countChanged(scope.db, month, correction)
  const { rows } = await repository.changedAfter(scope.db, month, correction, {
    first: 0,
    limit: CHANGED_PEOPLE_MAX,
  })
  const changes = changesOf(rows, correction.after).map(({ change }) => change)
  return { number: correction.number, people, changes }
}

const TITLES = {
  income: '不含税收入',
  payableAmount: '含税金额',
  vatAmount: '增值税',
  surchargeAmount: '附加税费',
  incomeTax: '个人所得税',
  netAmount: '实付金额',
} as const satisfies Record<keyof FilingAmounts, string>

const column = (
  title: string,
  width: number,
  value: ExportColumn<ChangedRow>['value'],
  kind?: 'decimal',
) => ({
  title: { 'zh-CN': title, en: title },
  width,
  value,
  ...(kind ? { kind } : {}),
})

/** What the correction that would be filed now changes, for whoever enters it with the tax authority. */
export async function changesFile(scope: Scope, month: Month): Promise<FileAnswer> {
  const correction = await correctionOf(scope, month)
  return exportFile<ChangedRow>({
    name: { 'zh-CN': `更正前后对照-${month.period}`, en: `changes-${month.period}` },
    language: 'zh-CN',
    today: scope.clock.today(),
    columns: [
      column('姓名', 14, ({ change }) => change.name),
      column('证件号码', 22, ({ person }) => numberOf(scope.keys, person)),
      column('应税项目', 14, ({ change }) => LEDGER_ITEM_LABELS[change.taxItem]['zh-CN']),
      column('劳务发生地', 12, ({ change }) => change.county),
      ...FIGURES.flatMap((figure) => [
        column(`${TITLES[figure]}（更正前）`, 20, ({ change }) => change.before[figure], 'decimal'),
        column(`${TITLES[figure]}（更正后）`, 20, ({ change }) => change.after[figure], 'decimal'),
      ]),
    ],
    async batch(cursor) {
      const first = cursor && 'lastKey' in cursor ? cursor.lastKey : 0
      const { rows, last } = await repository.changedAfter(scope.db, month, correction, {
        first,
        limit: CHANGED_PEOPLE_MAX,
      })
      return { rows: changesOf(rows, correction.after), next: last === null ? null : { lastKey: last } }
    },
  })
}
