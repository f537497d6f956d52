import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '../../dialogs/dialog.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { unsavedTexts } from './unsaved-texts.ts'

interface UnsavedQuestionProps {
  onStay: () => void
  onLeave: () => void
}

/** Asks whether unsaved changes may be discarded. */
export default function UnsavedQuestion({ onStay, onLeave }: UnsavedQuestionProps) {
  const t = useTexts(unsavedTexts)
  return (
    <Dialog onClose={onStay} title={t('unsaved')} centered>
      <Text size="sm" mb="md">
        {t('unsavedHint')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onLeave}>
          {t('leave')}
        </Button>
        <Button data-autofocus onClick={onStay}>
          {t('stay')}
        </Button>
      </Group>
    </Dialog>
  )
}
