import { isOver } from '@consilium/web-kit/files.ts'
import { fileTexts } from '@consilium/web-kit/words/file-texts.ts'
import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, type MouseEvent } from 'react'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { Picture } from '../heic/picture.tsx'
import { onDemand, wheel } from '../on-demand.tsx'
import { isPicture, PDF, type ShownFile } from './shown-file.ts'
import classes from './upload.module.css'

const PdfView = onDemand(() => import('../pdf-view.tsx'), wheel)

/** Shows the file as large as possible; files that cannot be shown are offered for download. */
export default function Preview({ file, onClose }: { file: ShownFile; onClose: () => void }) {
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
