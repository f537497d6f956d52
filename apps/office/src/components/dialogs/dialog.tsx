import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { frameTexts } from '../texts.ts'

const FIELDS = 'input:not([type=hidden], [hidden], :disabled), textarea:not(:disabled), select:not(:disabled)'
/** The kit returns the focus after this, if it does at all. */
const AFTER_CLOSING_MS = 20

/** The chosen button of a group of radio buttons stands for the group. */
function firstField(dialog: Element): HTMLElement | null {
  const first = dialog.querySelector<HTMLInputElement>(FIELDS)
  if (first?.type !== 'radio') return first
  const chosen = dialog.querySelector<HTMLElement>(`input[name="${first.name}"]:checked`)
  return chosen ?? first
}

/**
 * Gives a dialog its first focus: the first field, also if it appears only once something is loaded, or the beginning of
 * a text. Otherwise it would be on the button that closes the dialog.
 */
function FirstFocus() {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const start = ref.current!
    const dialog = start.closest('[role=dialog]')
    if (!dialog || dialog.querySelectorAll('[data-autofocus]').length > 1) {
      start.removeAttribute('data-autofocus')
      return undefined
    }
    const field = firstField(dialog)
    if (field) {
      start.removeAttribute('data-autofocus')
      field.setAttribute('data-autofocus', '')
      return undefined
    }
    const observer = new MutationObserver(() => {
      const late = firstField(dialog)
      if (!late) return
      observer.disconnect()
      if (document.activeElement === start) late.focus()
    })
    observer.observe(dialog, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return <span ref={ref} tabIndex={-1} data-autofocus style={{ outline: 'none' }} />
}

/** The button that opened a dialog; for an entry of a menu, which closes, the button of the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role=menu]')
  const opener = menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : focused
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

/** Where the focus goes if the opener has gone with what the dialog did. */
const fallback = () => document.querySelector<HTMLElement>('[role=dialog] [data-autofocus], main#content')

/** Returns the focus to where it came from. The kit does so only for dialogs that stay in the page while closed. */
function useFocusReturn(): void {
  const [opener] = useState(() => openerOf(document.activeElement))
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return
        const isThere = opener?.isConnected && opener.checkVisibility()
        ;(isThere ? opener : fallback())?.focus({ preventScroll: true })
      }, AFTER_CLOSING_MS)
    },
    [opener],
  )
}

interface DialogProps extends Omit<ModalProps, 'opened' | 'title' | 'children'> {
  title: string
  children: ReactNode
}

/** The frame of every dialog; it is shown as long as it is rendered. */
export function Dialog({ children, ...props }: DialogProps) {
  const t = useTexts(frameTexts)
  useFocusReturn()
  return (
    <Modal opened closeButtonProps={{ 'aria-label': t('close') }} {...props}>
      <FirstFocus />
      {children}
    </Modal>
  )
}
