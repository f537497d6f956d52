import { materialRoutes } from '@consilium/contract/materials.ts'
import { useState } from 'react'
import { LongTextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useTexts } from '../../lib/texts.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { OriginalUpload } from './original-upload.tsx'
import { invoiceTexts } from './texts.ts'

/** Adds an invoice manually. */
export function InvoiceDialog({ meetingId, onClose }: { meetingId: number; onClose: () => void }) {
  const t = useTexts(invoiceTexts)
  const [isBusy, setBusy] = useState(false)
  return (
    <FormDialog
      title={t('add')}
      route={materialRoutes.meetingInvoice.create}
      initial={{ meetingId }}
      size="xl"
      isBlocked={() => isBusy}
      onClose={onClose}
    >
      <InvoiceFields invoice={null} cols={{ base: 1, sm: 2 }} onFocus={() => {}} />
      <LongTextField name="remark" label={t('remark')} />
      <OriginalUpload invoice={null} onBusy={setBusy} />
    </FormDialog>
  )
}
