import type { NotificationData } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { language, textOf } from '../../lib/texts.ts'
import { frameTexts } from '../texts.ts'
import type * as toasts from './toasts.tsx'

type Toasts = typeof toasts

let isWanted = false
const listeners = new Set<() => void>()

/** True once a notification was shown; before that, the code that shows them is not loaded. */
export const toastsAreWanted = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  read: () => isWanted,
}

async function loadToasts(): Promise<Toasts> {
  isWanted = true
  for (const listener of listeners) listener()
  return import('./toasts.tsx')
}

/** Without a network the code may be missing; the notification comes with it then. */
async function whenLoaded(act: (toasts: Toasts) => void): Promise<void> {
  try {
    act(await loadToasts())
  } catch {
    window.addEventListener('online', () => void whenLoaded(act), { once: true })
  }
}

/** Shows a notification in the corner of the page. */
export function toast(note: NotificationData): void {
  const closeButtonProps = { 'aria-label': textOf(frameTexts, 'close', language()) }
  void whenLoaded(({ show }) => show({ closeButtonProps, ...note }))
}

export function dismissToast(id: string): void {
  void whenLoaded(({ hide }) => hide(id))
}

/** A short confirmation that closes by itself. */
export const notifyDone = (message: string): void => toast({ message, color: 'teal' })

/** Enough to begin to read what failed. */
const READ_MS = 5000
const TOAST = '.mantine-Notification-root'
let failures = 0

function leaveWithNextPress(id: string): void {
  const leave = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest(TOAST)) return
    window.removeEventListener('click', leave, true)
    dismissToast(id)
  }
  setTimeout(() => window.addEventListener('click', leave, true), READ_MS)
}

/**
 * Stays until it is closed, or until the first press elsewhere after it could be read: it would cover what the user goes on with,
 * such as the button that saves in a tall dialog. It may be shown only once the network is back, so the time begins then.
 */
export function notifyFailed(title: string, message: ReactNode): void {
  failures += 1
  const id = `failure-${failures}`
  toast({ id, title, message, color: 'red', autoClose: false, onOpen: () => leaveWithNextPress(id) })
}
