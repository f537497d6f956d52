import {
  PICTURE_CAPTION_MAX,
  PICTURE_SIDE_MIN,
  projectPictureRoutes,
  type ProjectPicture,
} from '@consilium/contract/projects/project-pictures.ts'
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { CheckboxField, CustomField, TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { FormModal } from '../../components/forms/form-modal.tsx'
import { frameTexts } from '../../components/texts.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import type { ShownFile } from '../../components/upload/shown-file.ts'
import { PICTURES } from '@consilium/web-kit/files.ts'
import { FileUpload } from '../../components/upload/file-upload.tsx'
import { useTexts } from '../../lib/texts.ts'
import { pictureTexts } from './picture-texts.ts'

function ChosenPicture({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const t = useTexts(pictureTexts)
  const [files, setFiles] = useState<ShownFile[]>([])
  return (
    <CustomField name="fileId" label={t('chosen')}>
      {(_value, set) => (
        <FileUpload
          label={t('chosen')}
          hint={t('chosenHint', { min: PICTURE_SIDE_MIN })}
          accept={PICTURES}
          max={1}
          files={files}
          onBusy={onBusy}
          onChange={(next) => {
            setFiles(next)
            set(next[0]?.fileId)
          }}
        />
      )}
    </CustomField>
  )
}

/** Adds a picture; says before what must not be published. */
export function AddPictureDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const t = useTexts(pictureTexts)
  const [isBusy, setBusy] = useState(false)
  return (
    <FormDialog
      title={t('add')}
      route={projectPictureRoutes.create}
      params={{ projectId }}
      saveLabel={t('add')}
      doneText={t('added')}
      isBlocked={() => isBusy}
      onClose={onClose}
    >
      <Alert color="yellow" variant="light" icon={<IconUsers aria-hidden />}>
        {t('warning')}
      </Alert>
      <ChosenPicture onBusy={setBusy} />
      <TextField name="caption" label={t('caption')} description={t('captionHint')} />
      <CheckboxField name="mayBePublished" label={t('mayBePublished')} />
    </FormDialog>
  )
}

interface CaptionDialogProps {
  picture: ProjectPicture
  /** True once it is saved; otherwise the dialog stays with what was typed, and shows the failure. */
  onSave: (caption: string) => Promise<boolean>
  failure: Error | null
  onClose: () => void
}

export function CaptionDialog({ picture, onSave, failure, onClose }: CaptionDialogProps) {
  const t = useTexts(pictureTexts)
  const frame = useTexts(frameTexts)
  const [caption, setCaption] = useState(picture.caption)
  const [isSending, setSending] = useState(false)
  const save = async () => {
    setSending(true)
    if (await onSave(caption)) onClose()
    else setSending(false)
  }
  return (
    <FormModal title={t('editCaption')} isDirty={() => caption !== picture.caption} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack>
          {failure && <RequestError error={failure} />}
          <TextInput
            label={t('caption')}
            description={t('captionHint')}
            value={caption}
            maxLength={PICTURE_CAPTION_MAX}
            required
            onChange={({ currentTarget }) => setCaption(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={isSending} disabled={caption.trim() === ''}>
              {frame('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
