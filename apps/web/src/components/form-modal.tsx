import { Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTexts } from '../lib/texts.ts'
import { frameTexts } from './texts.ts'
import { UnsavedQuestion } from './unsaved-guard.tsx'

interface FormModalProps {
  title: string
  size?: string
  isDirty: () => boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog around a form, which asks before it discards changes. */
export function FormModal({ title, size = 'md', isDirty, onClose, children }: FormModalProps) {
  const t = useTexts(frameTexts)
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Modal
      opened
      onClose={() => (isDirty() ? setLeaving(true) : onClose())}
      closeOnEscape={!isLeaving}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
      {isLeaving && <UnsavedQuestion onStay={() => setLeaving(false)} onLeave={onClose} />}
    </Modal>
  )
}
