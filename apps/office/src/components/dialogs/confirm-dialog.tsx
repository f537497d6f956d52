import { Button, Group, Text } from '@mantine/core'
import { Dialog } from './dialog.tsx'
import { useState, type ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { frameTexts } from '../texts.ts'

interface ConfirmProps {
  title: string
  children?: ReactNode
  confirmLabel: string
  danger?: boolean
  /** False while what the confirmation is about is loading. */
  isReady?: boolean
  onConfirm: () => Promise<unknown> | void
  onClose: () => void
}

export default function ConfirmDialog({
  title,
  children,
  confirmLabel,
  danger = false,
  isReady = true,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const t = useTexts(frameTexts)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
      onClose()
    }
  }
  return (
    <Dialog onClose={onClose} title={title} centered>
      {children !== undefined && (
        <Text size="sm" mb="md" component="div">
          {children}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button
          color={danger ? 'red' : undefined}
          loading={isBusy}
          disabled={!isReady}
          onClick={() => void confirm()}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  )
}
