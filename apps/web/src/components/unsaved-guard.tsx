import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../lib/texts.ts'
import { frameTexts } from './texts.ts'

interface UnsavedQuestionProps {
  opened: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks whether what was typed may get lost. */
export function UnsavedQuestion({ opened, onStay, onLeave }: UnsavedQuestionProps) {
  const t = useTexts(frameTexts)
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title={t('unsaved')}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
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
    </Modal>
  )
}

/** Asks before another page takes the place of this one, and has the browser ask before the tab is closed. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: isDirty, enableBeforeUnload: isDirty, withResolver: true })
  return (
    <UnsavedQuestion
      opened={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  )
}
