import { useState } from 'react'
import { CustomField } from '../../components/forms/fields.tsx'
import type { ShownFile } from '../../components/upload/shown-file.ts'
import { PICTURES_AND_PDF } from '@consilium/web-kit/files.ts'
import { FileUpload } from '../../components/upload/file-upload.tsx'
import { useTexts } from '../../lib/texts.ts'
import { invoiceTexts } from './texts.ts'

interface OriginalUploadProps {
  /** The original that is there already. */
  files: readonly ShownFile[]
  onBusy: (isBusy: boolean) => void
}

/** The file of an invoice within its form. */
export function OriginalUpload({ files: there, onBusy }: OriginalUploadProps) {
  const t = useTexts(invoiceTexts)
  const [files, setFiles] = useState<ShownFile[]>([...there])
  return (
    <CustomField name="fileId">
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
