import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { gate } from '../../lib/session/session-gate.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { UnsavedQuestion } from './unsaved/unsaved-guard.tsx'

interface FormModalProps {
  title: string
  size?: string
  isDirty: () => boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog around a form, which asks before it discards changes. */
export function FormModal({ title, size = 'md', isDirty, onClose, children }: FormModalProps) {
  const [isLeaving, setLeaving] = useState(false)
  // Esc in the dialog of the login, which is above this one, must not close this one.
  const isCovered = useSyncExternalStore(gate.subscribe, gate.read) !== 'open'
  return (
    <Dialog
      onClose={() => (isDirty() ? setLeaving(true) : onClose())}
      closeOnEscape={!isLeaving && !isCovered}
      title={title}
      size={size}
    >
      {children}
      {isLeaving && <UnsavedQuestion onStay={() => setLeaving(false)} onLeave={onClose} />}
    </Dialog>
  )
}
