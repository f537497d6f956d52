import { EXPENSE_CATEGORIES, EXPENSE_LABELS } from '@consilium/contract/attendees/expenses.ts'
import {
  doubtedFields,
  INVOICE_READ_FIELDS,
  type InvoiceReadField,
} from '@consilium/contract/invoices/invoice-reading.ts'
import { InvoiceType, type MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { SimpleGrid, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { DateField } from '../../components/dates/date-fields.tsx'
import { MoneyField, TextField } from '../../components/forms/fields.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { OfferedValues } from './offered-values.tsx'
import { invoiceTexts } from './texts.ts'
import { verificationTexts } from './verification-texts.ts'

const PERCENT = 100
const SOURCE_TEXTS = {
  qr: 'fromQr',
  xml: 'fromXml',
  layer: 'fromLayer',
  text: 'fromPixels',
  derived: 'fromOthers',
  known: 'fromKnown',
} as const

/** The fields of an invoice that somebody must compare with the original: those read with doubt, until a user has saved it. */
export function fieldsInDoubt({ recognized, needsReview, verification }: MeetingInvoice): InvoiceReadField[] {
  if (!needsReview) return []
  const doubted = new Set([...(recognized ? doubtedFields(recognized) : []), ...verification.differences])
  return INVOICE_READ_FIELDS.filter((field) => doubted.has(field))
}

/** What the machine has read of a field, from where, and what other sources say of it. */
function useMachineReading(invoice: MeetingInvoice | null, doubted: readonly InvoiceReadField[]) {
  const t = useTexts(invoiceTexts)
  const ownTexts = useTexts(verificationTexts)
  const kinds = useDictionary('invoice_type')
  return (field: InvoiceReadField): ReactNode => {
    const authority = invoice?.verification.taken.includes(field) ? ownTexts('taken') : null
    const reading = invoice?.recognized
    if (!reading) return authority ?? undefined
    const value = reading.fields[field]
    const percent = Math.round(PERCENT * (reading.confidence[field] ?? 0))
    const source = t(SOURCE_TEXTS[reading.source[field] ?? 'text'])
    const others = reading.alternatives.filter((other) => other.field === field)
    const shown = value !== null && field === 'invoiceType' ? kinds.label(value) : value
    return (
      <Text
        span
        size="xs"
        c={doubted.includes(field) ? 'light-dark(#8a2f00, var(--mantine-color-orange-3))' : 'dimmed'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {authority !== null && `${authority} · `}
        {shown === null ? t('machineNothing') : t('machineRead', { value: shown, percent, source })}
        {others.map(
          (other) => ` · ${t('alsoRead', { value: other.value, source: t(SOURCE_TEXTS[other.source]) })}`,
        )}
      </Text>
    )
  }
}

const NUMERIC: readonly InvoiceReadField[] = ['invoiceCode', 'invoiceNumber', 'checkCode']
const SUMS: readonly InvoiceReadField[] = ['amount', 'taxAmount', 'totalAmount']

interface FieldsProps {
  invoice: MeetingInvoice | null
  cols: object
  onFocus: (field: InvoiceReadField | null) => void
}

/** What the money was spent on, which no machine reads. */
function CategoryField() {
  const label = useLabel(EXPENSE_LABELS)
  return (
    <SelectField
      name="expenseCategory"
      options={EXPENSE_CATEGORIES.map((value) => ({ value, label: label(value) }))}
    />
  )
}

/** The twelve fields, those in doubt first; beside each the recognized value, whatever it was changed to. */
export function InvoiceFields({ invoice, cols, onFocus }: FieldsProps) {
  const t = useTexts(invoiceTexts)
  const kinds = useDictionary('invoice_type')
  const doubted = invoice ? fieldsInDoubt(invoice) : []
  const read = useMachineReading(invoice, doubted)
  const input = (name: InvoiceReadField) => {
    const common = { name, description: read(name) }
    if (name === 'invoiceType')
      return (
        <SelectField
          key={name}
          {...common}
          options={InvoiceType.options.map((value) => ({ value, label: kinds.label(value) }))}
        />
      )
    if (name === 'issueDate') return <DateField key={name} {...common} />
    if (SUMS.includes(name)) return <MoneyField key={name} {...common} />
    return (
      <TextField
        key={name}
        {...common}
        {...(NUMERIC.includes(name) ? { inputMode: 'numeric' as const } : {})}
      />
    )
  }
  const withOffers = (name: InvoiceReadField) => (
    <div key={name}>
      {input(name)}
      {invoice?.recognized && (
        <OfferedValues
          field={name}
          reading={invoice.recognized}
          shown={(value) => (name === 'invoiceType' ? kinds.label(value) : value)}
        />
      )}
    </div>
  )
  const follow = ({ target }: { target: EventTarget }) =>
    onFocus(INVOICE_READ_FIELDS.find((field) => field === (target as Element).getAttribute('name')) ?? null)
  const rest = INVOICE_READ_FIELDS.filter((field) => !doubted.includes(field))
  return (
    <>
      {doubted.length > 0 && (
        <section aria-label={t('checkFirst')} onFocusCapture={follow}>
          <Title order={3} size="h5" mb="xs">
            {t('checkFirst')}
          </Title>
          <SimpleGrid cols={cols}>{doubted.map(withOffers)}</SimpleGrid>
        </section>
      )}
      <SimpleGrid cols={cols} onFocusCapture={follow}>
        {rest.map(input)}
        <CategoryField />
      </SimpleGrid>
    </>
  )
}
