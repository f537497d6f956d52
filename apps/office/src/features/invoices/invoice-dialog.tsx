import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { Alert } from '@mantine/core'
import { useState } from 'react'
import { LongTextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useTexts } from '../../lib/texts.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { OriginalUpload } from './original-upload.tsx'
import { type ProposedSlip, proposedValues, sumInCurrency, YUAN } from './slip-values.ts'
import { invoiceTexts } from './texts.ts'

interface InvoiceDialogProps {
  meetingId: number
  /** What was read of a slip, for the person to confirm. */
  slip?: ProposedSlip
  onClose: () => void
}

/** Adds an invoice manually, perhaps from a slip. */
export default function InvoiceDialog({ meetingId, slip, onClose }: InvoiceDialogProps) {
  const t = useTexts(invoiceTexts)
  const [isBusy, setBusy] = useState(false)
  return (
    <FormDialog
      title={t('add')}
      route={materialRoutes.meetingInvoice.create}
      initial={{ meetingId, ...(slip && proposedValues(slip)) }}
      size="xl"
      isBlocked={() => isBusy}
      onClose={onClose}
    >
      {slip && (
        <Alert color="orange" role="status">
          {t(slip.currency === YUAN ? 'slipHint' : 'slipAbroadHint', {
            sum: sumInCurrency(slip) ?? slip.currency,
          })}
        </Alert>
      )}
      <InvoiceFields invoice={null} cols={{ base: 1, sm: 2 }} onFocus={() => {}} />
      <LongTextField name="remark" />
      <OriginalUpload files={slip?.file ? [slip.file] : []} onBusy={setBusy} />
    </FormDialog>
  )
}
