import { fileRoutes, UPLOAD_MAX_BYTES, type UploadedFile } from '@consilium/contract/files/files.ts'
import { Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { call } from '../../lib/requests/api.ts'
import { sendWithProgress } from '@consilium/web-kit/progress.ts'
import { DropZone, type DropZoneProps } from './drop-zone.tsx'
import { FileGallery } from './file-gallery.tsx'
import type { ShownFile } from './shown-file.ts'
import { UploadList } from './upload-list.tsx'
import { useUploads, type SendOptions } from './use-uploads.ts'

/** Uploads one file, which records then refer to by its id. */
export const uploadFile = async (file: File, { onProgress, signal }: SendOptions): Promise<UploadedFile> =>
  await call(fileRoutes.upload, { file, signal }, sendWithProgress(onProgress))

export const shownOf = ({ fileId, originalFilename, url, mediaType }: UploadedFile): ShownFile => ({
  fileId,
  fileName: originalFilename,
  url,
  mediaType,
})

interface FileUploadProps extends Pick<DropZoneProps, 'label' | 'accept' | 'camera' | 'hint'> {
  files: readonly ShownFile[]
  /** Maximum number of files; if it is one, a new file replaces the old one. */
  max: number
  onChange: (files: ShownFile[]) => void
  /** Called when uploads start and end, so that nothing is saved without them. */
  onBusy?: (isBusy: boolean) => void
}

/** The files of a record: thumbnails, a drop zone and running uploads. */
export function FileUpload({ files, max, onChange, onBusy, ...zone }: FileUploadProps) {
  // Several files may arrive between two renderings.
  const latest = useRef(files)
  latest.current = files
  const uploads = useUploads<UploadedFile>({
    send: uploadFile,
    onDone: (answer) => {
      const kept = max === 1 ? [] : latest.current
      latest.current = [...kept, shownOf(answer)]
      onChange([...latest.current])
    },
  })
  const { isBusy } = uploads
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy])
  const free = max === 1 ? 1 : max - files.length - uploads.items.length
  return (
    <Stack gap="sm">
      <FileGallery
        files={files}
        onRemove={(gone) => onChange(files.filter(({ fileId }) => fileId !== gone.fileId))}
      />
      <UploadList uploads={uploads} />
      {free > 0 && (
        <DropZone
          {...zone}
          multiple={max > 1}
          maxBytes={UPLOAD_MAX_BYTES}
          onFiles={(more) => uploads.add(more.slice(0, free))}
        />
      )}
    </Stack>
  )
}
