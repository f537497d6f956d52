import type { ComponentProps } from 'react'
import { Dialog } from '../dialogs/dialog.tsx'
import { FileGallery } from './file-gallery.tsx'

interface GalleryDialogProps {
  title: string
  files: ComponentProps<typeof FileGallery>['files']
  onClose: () => void
}

/** The files of a record, over the page. */
export default function GalleryDialog({ title, files, onClose }: GalleryDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <FileGallery files={files} />
    </Dialog>
  )
}
