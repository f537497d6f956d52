import { InvoiceType, materialRoutes, type MeetingInvoice } from '@consilium/contract/materials.ts'
import type { InvoiceReadField } from '@consilium/contract/invoice-reading.ts'
import { Alert, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { SelectField } from '../../components/choice-fields.tsx'
import { CustomField, DateField, LongTextField, MoneyField, TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import type { ShownFile } from '../../components/upload/file-gallery.tsx'
import { FileUpload, PICTURES_AND_PDF } from '../../components/upload/file-upload.tsx'
import { call } from '../../lib/api.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { useTexts } from '../../lib/texts.ts'
import { FindingList, findingsOf } from './findings.tsx'
import { invoiceTexts } from './texts.ts'

const PERCENT = 100

function useMachineReading(invoice: MeetingInvoice | null) {
  const t = useTexts(invoiceTexts)
  const kinds = useDictionary('invoice_type')
  return (field: InvoiceReadField): string | undefined => {
    const reading = invoice?.recognized
    if (!reading) return undefined
    const value = reading.fields[field]
    if (value === null) return t('machineNothing')
    const percent = Math.round(PERCENT * (reading.confidence[field] ?? 0))
    return t('machineRead', { value: field === 'invoiceType' ? kinds.label(value) : value, percent })
  }
}

/** The twelve fields; beside each the recognized value, whatever it was changed to. */
function Fields({ invoice }: { invoice: MeetingInvoice | null }) {
  const t = useTexts(invoiceTexts)
  const kinds = useDictionary('invoice_type')
  const read = useMachineReading(invoice)
  const common = (name: InvoiceReadField) => ({ name, label: t(name), description: read(name) })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
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
    <FormDialog {...change} size="xl" isBlocked={() => isBusy} onClose={onClose}>
      {isSuspicious && (
        <Alert color="orange" role="status">
          <FindingList invoice={invoice} />
        </Alert>
      )}
      <Fields invoice={invoice} />
      <LongTextField name="remark" label={t('remark')} />
      <Original invoice={invoice} onBusy={setBusy} />
    </FormDialog>
  )
}
