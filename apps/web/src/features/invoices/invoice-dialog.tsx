import { InvoiceType, materialRoutes, type MeetingInvoice } from '@consilium/contract/materials.ts'
import {
  doubtedFields,
  INVOICE_READ_FIELDS,
  type InvoiceReadField,
} from '@consilium/contract/invoice-reading.ts'
import { Alert, SimpleGrid, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { SelectField } from '../../components/choice-fields.tsx'
import { CustomField, DateField, LongTextField, MoneyField, TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import type { ShownFile } from '../../components/upload/file-gallery.tsx'
import { FileUpload, PICTURES_AND_PDF } from '../../components/upload/file-upload.tsx'
import { call } from '../../lib/api.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { useTexts } from '../../lib/texts.ts'
import { FindingList, findingsOf } from './findings.tsx'
import { OriginalView, shownOriginal } from './original-view.tsx'
import { invoiceTexts } from './texts.ts'

const PERCENT = 100
const SOURCE_TEXTS = {
  qr: 'fromQr',
  xml: 'fromXml',
  layer: 'fromLayer',
  text: 'fromPixels',
  derived: 'fromOthers',
} as const

/** What the machine has read of a field, from where, and what other sources say of it. */
function useMachineReading(invoice: MeetingInvoice | null, doubted: readonly InvoiceReadField[]) {
  const t = useTexts(invoiceTexts)
  const kinds = useDictionary('invoice_type')
  return (field: InvoiceReadField): ReactNode => {
    const reading = invoice?.recognized
    if (!reading) return undefined
    const value = reading.fields[field]
    const percent = Math.round(PERCENT * (reading.confidence[field] ?? 0))
    const source = t(SOURCE_TEXTS[reading.source[field] ?? 'text'])
    const others = reading.alternatives.filter((other) => other.field === field)
    const shown = value !== null && field === 'invoiceType' ? kinds.label(value) : value
    return (
      <Text span size="xs" c={doubted.includes(field) ? 'orange.8' : 'dimmed'}>
        {shown === null ? t('machineNothing') : t('machineRead', { value: shown, percent, source })}
        {others.map(
          (other) => ` · ${t('alsoRead', { value: other.value, source: t(SOURCE_TEXTS[other.source]) })}`,
        )}
      </Text>
    )
  }
}

interface FieldsProps {
  invoice: MeetingInvoice | null
  doubted: readonly InvoiceReadField[]
  cols: object
  onFocus: (field: InvoiceReadField | null) => void
}

/** The twelve fields; beside each the recognized value, whatever it was changed to. */
function Fields({ invoice, doubted, cols, onFocus }: FieldsProps) {
  const t = useTexts(invoiceTexts)
  const kinds = useDictionary('invoice_type')
  const read = useMachineReading(invoice, doubted)
  const common = (name: InvoiceReadField) => ({ name, label: t(name), description: read(name) })
  return (
    <SimpleGrid
      cols={cols}
      onFocusCapture={({ target }) =>
        onFocus(INVOICE_READ_FIELDS.find((field) => field === target.getAttribute('name')) ?? null)
      }
    >
      <SelectField
        {...common('invoiceType')}
        options={InvoiceType.options.map((value) => ({ value, label: kinds.label(value) }))}
      />
      <DateField {...common('issueDate')} />
      <TextField {...common('invoiceCode')} inputMode="numeric" />
      <TextField {...common('invoiceNumber')} inputMode="numeric" />
      <TextField {...common('checkCode')} inputMode="numeric" />
      <MoneyField {...common('amount')} />
      <MoneyField {...common('taxAmount')} />
      <MoneyField {...common('totalAmount')} />
      <TextField {...common('buyerName')} />
      <TextField {...common('buyerTaxId')} />
      <TextField {...common('sellerName')} />
      <TextField {...common('sellerTaxId')} />
    </SimpleGrid>
  )
}

const focusOn = (field: InvoiceReadField) =>
  document.querySelector<HTMLElement>(`[role="dialog"] [name="${field}"]`)?.focus()

/** The fields, beside the original with their places if it can be shown. */
function Comparison({ invoice }: { invoice: MeetingInvoice | null }) {
  const [active, setActive] = useState<InvoiceReadField | null>(null)
  const reading = invoice?.recognized ?? null
  const doubted = reading && invoice?.needsReview ? doubtedFields(reading) : []
  if (!invoice || !reading || !shownOriginal(invoice))
    return <Fields invoice={invoice} doubted={doubted} cols={{ base: 1, sm: 2 }} onFocus={setActive} />
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <OriginalView
        invoice={invoice}
        reading={reading}
        doubted={doubted}
        active={active}
        onChoose={focusOn}
      />
      <Fields invoice={invoice} doubted={doubted} cols={{ base: 1, lg: 2 }} onFocus={setActive} />
    </SimpleGrid>
  )
}

function Original({
  invoice,
  onBusy,
}: {
  invoice: MeetingInvoice | null
  onBusy: (isBusy: boolean) => void
}) {
  const t = useTexts(invoiceTexts)
  const [files, setFiles] = useState<ShownFile[]>(invoice?.files ?? [])
  return (
    <CustomField name="fileId" label={t('file')}>
      {(_value, set) => (
        <FileUpload
          label={t('addFile')}
          accept={PICTURES_AND_PDF}
          camera
          files={files}
          max={1}
          onBusy={onBusy}
          onChange={(next) => {
            setFiles(next)
            set(next[0]?.fileId ?? '')
          }}
        />
      )}
    </CustomField>
  )
}

interface InvoiceDialogProps {
  meetingId: number
  invoice: MeetingInvoice | null
  onClose: () => void
}

/** Adds an invoice manually, or corrects a recognized one. */
export function InvoiceDialog({ meetingId, invoice, onClose }: InvoiceDialogProps) {
  const t = useTexts(invoiceTexts)
  const [isBusy, setBusy] = useState(false)
  const routes = materialRoutes.meetingInvoice
  const change =
    invoice === null
      ? { title: t('add'), route: routes.create, initial: { meetingId } }
      : {
          title: t('edit'),
          route: routes.update,
          initial: invoice,
          always: ['recordId', 'version'],
          reload: () => call(routes.get, { params: invoice }),
        }
  const isSuspicious = invoice !== null && findingsOf(invoice).some((finding) => finding !== 'corrected')
  return (
    <FormDialog
      {...change}
      size={invoice && shownOriginal(invoice) ? '90%' : 'xl'}
      isBlocked={() => isBusy}
      onClose={onClose}
    >
      {isSuspicious && (
        <Alert color="orange" role="status">
          <FindingList invoice={invoice} />
        </Alert>
      )}
      <Comparison invoice={invoice} />
      <LongTextField name="remark" label={t('remark')} />
      <Original invoice={invoice} onBusy={setBusy} />
    </FormDialog>
  )
}
