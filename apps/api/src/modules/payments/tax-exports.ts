import type { Language } from '@consilium/contract/errors.ts'
import { PAYMENT_KIND_LABELS, type TaxMonthQuery } from '@consilium/contract/payments.ts'
import { LEDGER_ITEM_LABELS } from '@consilium/contract/tax-settings.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Cursor } from '../../infra/db/select-batch.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { exportFile, type ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import { agreementNumber } from '../agreements/service.ts'
import { Money, vatRateOn } from '../fees/service.ts'
import * as repository from './export-repository.ts'
import type { ExportedEntry, Month } from './export-repository.ts'
import { payerFor } from './month.ts'
import { numberOf } from './recording.ts'
import type { Scope } from './scope.ts'
import { peopleOf, withholdingRows, type PaidPerson, type WithholdingRow } from './tax-rows.ts'
import { templateOf, type PersonnelField, type TaxTemplate, type WithholdingField } from './tax-templates.ts'

const CENTS = 2
const positionOf = (cursor: Cursor | null) => (cursor && 'lastKey' in cursor ? cursor.lastKey : 0)
const after = (last: number | null): Cursor | null => (last === null ? null : { lastKey: last })

/** The month of the caller's payer. Throws NOT_FOUND, and PAYEE_NUMBER_MISSING if a person cannot be reported. */
export async function monthFor(scope: Scope, actor: Actor, query: TaxMonthQuery): Promise<Month> {
  const { orgId } = await payerFor(scope, actor, query.orgId)
  const month = { orgId, period: query.period }
  await requireNumbers(scope, month)
  return month
}

/** Throws PAYEE_NUMBER_MISSING if a person of the month cannot be reported. */
export async function requireNumbers(scope: Scope, month: Month): Promise<void> {
  const names = await repository.namesWithoutNumber(scope.db, month)
  if (names.length > 0) throw new Refusal('PAYEE_NUMBER_MISSING', { params: { names: names.join('、') } })
}

/** The client knows its titles in Chinese only. */
const fixed = (title: string) => ({ 'zh-CN': title, en: title })

const personCells = ({ keys }: Scope, { idTypes }: TaxTemplate) => ({
  number: (row: PaidPerson) => row.number,
  name: (row: PaidPerson) => row.name,
  idType: (row: PaidPerson) => idTypes[row.idType],
  idNumber: (row: PaidPerson) => numberOf(keys, row),
  empty: () => null,
})

/** The income of each person and kind of work, as the tax authority's client imports it. */
export function withholdingFile(scope: Scope, month: Month, language: Language): FileAnswer {
  const template = templateOf(month.period)
  const cells: Record<WithholdingField, ExportColumn<WithholdingRow>['value']> = {
    ...personCells(scope, template),
    item: ({ regime }) => template.items[regime],
    income: ({ income }) => income,
    remark: ({ remark }) => remark,
  }
  return exportFile<WithholdingRow>({
    name: { 'zh-CN': `劳务报酬扣缴申报-${month.period}`, en: `withholding-${month.period}` },
    language,
    today: scope.clock.today(),
    columns: template.withholding.map(([title, field, width]) => ({
      title: fixed(title),
      width,
      value: cells[field],
    })),
    async batch(cursor) {
      const { rows, last } = await repository.peopleAfter(scope.db, month, positionOf(cursor))
      return { rows: withholdingRows(rows), next: after(last) }
    },
  })
}

const BIRTH = /^\d{6}(\d{4})(\d{2})(\d{2})\d{2}(\d)/

/** The birth date and gender that a resident number contains (GB 11643); other documents say neither. */
function fromResidentNumber(number: string | null, { idType }: PaidPerson) {
  const [, year, month, day, order] = (idType === 'residentCard' && BIRTH.exec(number ?? '')) || []
  if (year === undefined) return { birth: null, gender: null }
  return { birth: `${year}-${month}-${day}`, gender: Number(order) % 2 === 1 ? '男' : '女' }
}

const NATIONALITIES = { residentCard: '中国', taiwanPermit: '中国台湾' } as const

function nationalityOf(number: string | null, { idType }: PaidPerson): string | null {
  if (idType === 'hkMacauPermit') return number?.startsWith('M') ? '中国澳门' : '中国香港'
  return idType === 'passport' ? null : NATIONALITIES[idType]
}

/** The people of the withholding file, whom the client has to know first. */
export function personnelFile(scope: Scope, month: Month, language: Language): FileAnswer {
  const template = templateOf(month.period)
  const numberIn = (row: PaidPerson) => numberOf(scope.keys, row)
  const cells: Record<PersonnelField, ExportColumn<PaidPerson>['value']> = {
    ...personCells(scope, template),
    nationality: (row) => nationalityOf(numberIn(row), row),
    gender: (row) => fromResidentNumber(numberIn(row), row).gender,
    birth: (row) => fromResidentNumber(numberIn(row), row).birth,
    state: () => template.state,
    employment: () => template.employment,
    phone: ({ phone }) => phone,
  }
  return exportFile<PaidPerson>({
    name: { 'zh-CN': `人员信息采集-${month.period}`, en: `personnel-${month.period}` },
    language,
    today: scope.clock.today(),
    columns: template.personnel.map(([title, field, width]) => ({
      title: fixed(title),
      width,
      value: cells[field],
    })),
    async batch(cursor) {
      const { rows, last } = await repository.peopleAfter(scope.db, month, positionOf(cursor))
      return { rows: peopleOf(rows), next: after(last) }
    },
  })
}

const VAT_COLUMN_WIDTH = 14

const vatColumns = ({ keys }: Scope, language: Language): ExportColumn<ExportedEntry>[] => {
  const text = (
    zh: string,
    en: string,
    value: ExportColumn<ExportedEntry>['value'],
    width = VAT_COLUMN_WIDTH,
  ) => ({
    title: { 'zh-CN': zh, en },
    width,
    value,
  })
  const money = (zh: string, en: string, value: ExportColumn<ExportedEntry>['value']) => ({
    ...text(zh, en, value),
    kind: 'decimal' as const,
  })
  const without = (row: ExportedEntry) => Money(row.payableAmount).minus(row.vatAmount).toFixed(CENTS)
  return [
    text('姓名', 'Name', (row) => row.personName),
    text('证件号码', 'Document number', (row) => numberOf(keys, row), 22),
    text('应税项目', 'Item', (row) => LEDGER_ITEM_LABELS[row.taxItem][language]),
    text('付款日期', 'Paid on', (row) => row.paidDate),
    text('类型', 'Kind', (row) => PAYMENT_KIND_LABELS[row.kind][language]),
    money('含税金额', 'Gross', (row) => row.payableAmount),
    money('不含税金额', 'Net of VAT', without),
    text('征收率', 'Rate', (row) => (Number(row.vatAmount) === 0 ? '0%' : vatRateOn(row.paidDate))),
    money('增值税', 'VAT', (row) => row.vatAmount),
    money('城市维护建设税', 'Urban maintenance tax', (row) => row.urbanLevy),
    money('教育费附加', 'Education surcharge', (row) => row.educationLevy),
    money('地方教育附加', 'Local education surcharge', (row) => row.localEducationLevy),
    money('其他附加税费', 'Undivided surcharges', (row) => row.ownLevy),
    text('协议编号', 'Agreement number', (row) => agreementNumber(row.attendeeId), 20),
  ]
}

/** Every entry of a month with its VAT and each levy; reversals are negative, so that the columns add up to the ledger. */
export function vatFile(scope: Scope, month: Month, language: Language): FileAnswer {
  return exportFile<ExportedEntry>({
    name: { 'zh-CN': `代扣增值税清单-${month.period}`, en: `vat-list-${month.period}` },
    language,
    today: scope.clock.today(),
    columns: vatColumns(scope, language),
    async batch(cursor) {
      const rows = await repository.entriesAfter(scope.db, month, positionOf(cursor))
      return { rows, next: after(rows.at(-1)?.entryId ?? null) }
    },
  })
}
