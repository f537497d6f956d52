import { Button, Text, UnstyledButton } from '@mantine/core'
import { IconFile, IconFileTypePdf, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { isOver } from '@consilium/web-kit/files.ts'
import { Picture } from '../heic/picture.tsx'
import { onDemand } from '../on-demand.tsx'
import { fileTexts } from '@consilium/web-kit/words/file-texts.ts'
import { isPicture, PDF, type ShownFile } from './shown-file.ts'
import classes from './upload.module.css'

const Preview = onDemand(() => import('./file-preview.tsx'))

const ICON = 32
function Thumbnail({ file, onBroken }: { file: ShownFile; onBroken: () => void }) {
  if (file.mediaType === PDF) return <IconFileTypePdf size={ICON} stroke={1.4} aria-hidden />
  if (!isPicture(file)) return <IconFile size={ICON} stroke={1.4} aria-hidden />
  return <Picture file={file} alt="" lazy onBroken={onBroken} />
}

interface FileGalleryProps {
  files: readonly ShownFile[]
  /** Without it the files are read-only. */
  onRemove?: (file: ShownFile) => void
}

/** Thumbnails of files, which open enlarged. */
export function FileGallery({ files, onRemove }: FileGalleryProps) {
  const t = useTexts(fileTexts)
  const client = useQueryClient()
  const [shownId, setShownId] = useState<number | null>(null)
  const [broken, setBroken] = useState<readonly number[]>([])
  if (files.length === 0) return null
  // A file of unknown type that is not a picture is a PDF: these records accept no other type.
  const known = files.map((file) =>
    file.mediaType === null && broken.includes(file.fileId) ? { ...file, mediaType: PDF } : file,
  )
  const shown = known.find(({ fileId }) => fileId === shownId)
  const open = async (file: ShownFile) => {
    if (isOver(file.url)) await refresh(client)
    setShownId(file.fileId)
  }
  const broke = ({ fileId, url }: ShownFile) =>
    isOver(url) ? void refresh(client) : setBroken([...broken, fileId])
  return (
    <ul className={classes.files}>
      {known.map((file) => (
        <li key={file.fileId} className={classes.file}>
          <UnstyledButton
            className={classes.thumbnail}
            aria-label={t('openFile', { name: file.fileName })}
            onClick={() => void open(file)}
          >
            <Thumbnail file={file} onBroken={() => broke(file)} />
          </UnstyledButton>
          <Text size="xs" truncate title={file.fileName}>
            {file.fileName}
          </Text>
          {onRemove && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-label={t('removeFile', { name: file.fileName })}
              onClick={() => onRemove(file)}
            >
              {t('takeAway')}
            </Button>
          )}
        </li>
      ))}
      {shown && <Preview file={shown} onClose={() => setShownId(null)} />}
    </ul>
  )
}
