import { fileRoutes, UPLOAD_MAX_BYTES, type UploadedFile } from '@consilium/contract/files.ts'
import { Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { call } from '../../lib/api.ts'
import { sendWithProgress } from '../../lib/progress.ts'
import { DropZone, type DropZoneProps } from './drop-zone.tsx'
import { FileGallery, type ShownFile } from './file-gallery.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploads, type SendOptions } from './use-uploads.ts'

export const PICTURES = 'image/jpeg,image/png,image/webp'
export const PICTURES_AND_PDF = `${PICTURES},application/pdf`

/** Sends one file, for records to refer to by its id. */
export const uploadFile = async (file: File, { onProgress, signal }: SendOptions): Promise<UploadedFile> =>
  (await call(fileRoutes.upload, { file, signal }, sendWithProgress(onProgress))).data

export const shownOf = ({ fileId, originalFilename, url, mediaType }: UploadedFile): ShownFile => ({
  fileId,
  fileName: originalFilename,
  url,
  mediaType,
})

interface FileUploadProps extends Pick<DropZoneProps, 'label' | 'accept' | 'camera' | 'hint'> {
  files: readonly ShownFile[]
  /** How many files there may be; with one, another takes its place. */
  max: number
  onChange: (files: ShownFile[]) => void
  /** In place of taking a file off the list at once, where that is asked first. */
  onRemove?: (file: ShownFile) => void
  /** Told whether anything is on its way, so that nothing is saved without it. */
  onBusy?: (isBusy: boolean) => void
}

/** Files of a record: thumbnails of those there are, a place to drop or choose more, and what is on its way. */
export function FileUpload({ files, max, onChange, onRemove, onBusy, ...zone }: FileUploadProps) {
  // Several files may arrive before the page is drawn again.
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
        onRemove={onRemove ?? ((gone) => onChange(files.filter(({ fileId }) => fileId !== gone.fileId)))}
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
