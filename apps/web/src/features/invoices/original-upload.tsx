import type { MeetingInvoice } from '@consilium/contract/materials.ts'
import { useState } from 'react'
import { CustomField } from '../../components/fields.tsx'
import type { ShownFile } from '../../components/upload/file-gallery.tsx'
import { FileUpload, PICTURES_AND_PDF } from '../../components/upload/file-upload.tsx'
import { useTexts } from '../../lib/texts.ts'
import { invoiceTexts } from './texts.ts'

interface OriginalUploadProps {
  invoice: MeetingInvoice | null
  onBusy: (isBusy: boolean) => void
}

/** The file of an invoice within its form. */
export function OriginalUpload({ invoice, onBusy }: OriginalUploadProps) {
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
