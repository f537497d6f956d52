import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { Dialog } from '../dialogs/dialog.tsx'
import { IconDownload, IconFile, IconFileTypePdf, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type MouseEvent } from 'react'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { isOver } from '@consilium/web-kit/files.ts'
import { Picture } from '../heic/picture.tsx'
import { onDemand, wheel } from '../on-demand.tsx'
import { fileTexts } from '@consilium/web-kit/words/file-texts.ts'
import classes from './upload.module.css'

const PdfView = onDemand(() => import('../pdf-view.tsx'), wheel)

const ICON = 32
const PDF = 'application/pdf'

/** A file as pages show it: a `FileLink` of the contract, or an address of unknown type. */
export interface ShownFile {
  fileId: number
  fileName: string
  url: string
  /** Null if the record has only the address; it is then tried as a picture. */
  mediaType: string | null
}

const isPicture = ({ mediaType }: ShownFile) => mediaType === null || mediaType.startsWith('image/')

function Thumbnail({ file, onBroken }: { file: ShownFile; onBroken: () => void }) {
  if (file.mediaType === PDF) return <IconFileTypePdf size={ICON} stroke={1.4} aria-hidden />
  if (!isPicture(file)) return <IconFile size={ICON} stroke={1.4} aria-hidden />
  return <Picture file={file} alt="" lazy onBroken={onBroken} />
}

/** Shows the file as large as possible; files that cannot be shown are offered for download. */
function Preview({ file, onClose }: { file: ShownFile; onClose: () => void }) {
  const t = useTexts(fileTexts)
  const client = useQueryClient()
  const link = useRef<HTMLAnchorElement>(null)
  const isRenewed = useRef(false)
  /** Opens the link after the page has a new address for it. */
  const renewFirst = (event: MouseEvent) => {
    if (isRenewed.current || !isOver(file.url)) return
    isRenewed.current = true
    event.preventDefault()
    void refresh(client).then(() => requestAnimationFrame(() => link.current?.click()))
  }
  return (
    <Dialog onClose={onClose} size="auto" title={file.fileName}>
      {file.mediaType === PDF ? (
        <PdfView source={file.url} title={file.fileName} />
      ) : (
        isPicture(file) && (
          <Picture file={file} alt={file.fileName} {...(classes.large ? { className: classes.large } : {})} />
        )
      )}
      <Group justify="flex-end" mt="md">
        <Button
          component="a"
          ref={link}
          onClick={renewFirst}
          href={`${file.url}${file.url.includes('?') ? '&' : '?'}download=true`}
          download={file.fileName}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('saveFile')}
        </Button>
      </Group>
    </Dialog>
  )
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
