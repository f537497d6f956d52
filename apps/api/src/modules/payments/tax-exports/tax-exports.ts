import type { Language } from '@consilium/contract/errors.ts'
import { PAYMENT_KIND_LABELS } from '@consilium/contract/payments/payments.ts'
import { regionName } from '@consilium/contract/persons/personal-facts.ts'
import {
  DEFAULT_FILE_TERMS,
  LEDGER_ITEM_LABELS,
  type FileTerms,
} from '@consilium/contract/organizations/tax-settings.ts'
import type { Cursor } from '@consilium/lists/select-batch.ts'
import type { FileAnswer } from '../../../infra/http/file-answer.ts'
import { exportFile, type ExportColumn } from '../../../infra/spreadsheet/export-file.ts'
import { agreementNumber } from '../../agreements/service.ts'
import { Money, vatRateOn } from '../../fees/service.ts'
import * as repository from './export-repository.ts'
import type { ExportedEntry, Month } from './export-repository.ts'
import { factsOf } from '../payee-facts.ts'
import { numberOf } from '../recording.ts'
import type { Scope } from '../scope.ts'
import { peopleOf, withholdingRows, type PaidPerson, type WithholdingRow } from './tax-rows.ts'
import { templateOf, type PersonnelField, type TaxTemplate, type WithholdingField } from './tax-templates.ts'

const CENTS = 2
const positionOf = (cursor: Cursor | null) => (cursor && 'lastKey' in cursor ? cursor.lastKey : 0)
const after = (last: number | null): Cursor | null => (last === null ? null : { lastKey: last })

/** The client knows its titles in Chinese only. */
const fixed = (title: string) => ({ 'zh-CN': title, en: title })

const DAY = 'yyyy-MM-dd'.length
const COUNTRY_OF_CLIENT = 'CN'

const personCells = (scope: Scope, template: TaxTemplate) => ({
  number: (row: PaidPerson) => row.number,
  name: (row: PaidPerson) => row.name,
  idType: (row: PaidPerson) =>
    row.idType === 'passport' && factsOf(scope, row).nationality === COUNTRY_OF_CLIENT
      ? template.ownPassport
      : template.idTypes[row.idType],
  idNumber: (row: PaidPerson) => numberOf(scope.keys, row),
  empty: () => null,
})

interface IncomeSheet {
  template: TaxTemplate
  /** How the payer's client names what differs between versions. */
  terms: FileTerms
  name: Record<Language, string>
  columns: TaxTemplate['nonResident']
  isListed: (row: WithholdingRow) => boolean
}

/** The income of each person and kind of work, as the tax authority's client imports it. */
function incomeFile(scope: Scope, month: Month, language: Language, sheet: IncomeSheet): FileAnswer {
  const { template } = sheet
  const cells: Record<WithholdingField, ExportColumn<WithholdingRow>['value']> = {
    ...personCells(scope, template),
    item: ({ regime }) =>
      regime === 'nonResident'
        ? template.nonResidentItems[sheet.terms.nonResidentItem]
        : template.items[regime],
    income: ({ income }) => income,
    // The tax that was withheld does not depend on it: whether the authority lets it be deducted is for the payer to say.
    taxes: ({ surcharges }) => (sheet.terms.surchargesDeducted ? surcharges : null),
    relief: ({ relief }) => relief,
    remark: ({ remark }) => remark,
  }
  return exportFile<WithholdingRow>({
    name: sheet.name,
    language,
    today: scope.clock.today(),
    columns: sheet.columns.map(([title, field, width]) => ({
      title: fixed(title),
      width,
      value: cells[field],
    })),
    async batch(cursor) {
      const { rows, last } = await repository.peopleAfter(scope.db, month, positionOf(cursor))
      return { rows: withholdingRows(rows).filter(sheet.isListed), next: after(last) }
    },
  })
}

function lastDayOf(period: string): string {
  const [year, month] = period.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, DAY)
}

/** How the client of a payer names things at the end of a month. */
async function termsOf({ db, organizations }: Scope, { orgId, period }: Month): Promise<FileTerms> {
  const payer = await organizations.payerOn(db, { orgId }, lastDayOf(period))
  return payer ?? DEFAULT_FILE_TERMS
}

/** The income of residents, from whom tax is withheld in advance. */
export async function withholdingFile(scope: Scope, month: Month, language: Language): Promise<FileAnswer> {
  const [template, terms] = [templateOf(month.period), await termsOf(scope, month)]
  return incomeFile(scope, month, language, {
    template,
    terms,
    name: { 'zh-CN': `劳务报酬扣缴申报-${month.period}`, en: `withholding-${month.period}` },
    columns: template.withholding[terms.withholdingColumn],
    isListed: ({ regime }) => regime !== 'nonResident',
  })
}

/** The income of non-residents, who are declared by a form of their own. Both files add up to the ledger. */
export async function nonResidentFile(scope: Scope, month: Month, language: Language): Promise<FileAnswer> {
  const template = templateOf(month.period)
  return incomeFile(scope, month, language, {
    template,
    terms: await termsOf(scope, month),
    name: { 'zh-CN': `非居民劳务报酬代扣代缴-${month.period}`, en: `non-residents-${month.period}` },
    columns: template.nonResident,
    isListed: ({ regime }) => regime === 'nonResident',
  })
}

interface PeopleSheet {
  name: Record<Language, string>
  columns: TaxTemplate['personnel']
  isListed: (row: PaidPerson) => boolean
}

function peopleFile(scope: Scope, month: Month, language: Language, sheet: PeopleSheet): FileAnswer {
  const template = templateOf(month.period)
  const named = (code: string | null) => code && regionName(code, 'zh-CN')
  const cells: Record<PersonnelField, ExportColumn<PaidPerson>['value']> = {
    ...personCells(scope, template),
    nationality: (row) => named(factsOf(scope, row).nationality),
    gender: (row) => {
      const { sex } = factsOf(scope, row)
      return sex && template.sexes[sex]
    },
    birth: (row) => factsOf(scope, row).birthDate,
    state: () => template.state,
    employment: () => template.employment,
    matter: () => template.matter,
    phone: ({ phone }) => phone,
  }
  return exportFile<PaidPerson>({
    name: sheet.name,
    language,
    today: scope.clock.today(),
    columns: sheet.columns.map(([title, field, width]) => ({
      title: fixed(title),
      width,
      value: cells[field],
    })),
    async batch(cursor) {
      const { rows, last } = await repository.peopleAfter(scope.db, month, positionOf(cursor))
      return { rows: peopleOf(rows).filter(sheet.isListed), next: after(last) }
    },
  })
}

const isForeign = ({ idType }: PaidPerson): boolean => idType !== 'residentCard'

/** The people with a resident card who were paid, whom the client has to know first. */
export const personnelFile = (scope: Scope, month: Month, language: Language): FileAnswer =>
  peopleFile(scope, month, language, {
    name: { 'zh-CN': `人员信息采集-${month.period}`, en: `personnel-${month.period}` },
    columns: templateOf(month.period).personnel,
    isListed: (row) => !isForeign(row),
  })

/** The people with foreign documents who were paid, whom the client keeps apart. */
export const foreignPersonnelFile = (scope: Scope, month: Month, language: Language): FileAnswer =>
  peopleFile(scope, month, language, {
    name: { 'zh-CN': `境外人员信息采集-${month.period}`, en: `foreign-personnel-${month.period}` },
    columns: templateOf(month.period).foreignPersonnel,
    isListed: isForeign,
  })

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
    text('类型', 'Type', (row) => PAYMENT_KIND_LABELS[row.kind][language]),
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
