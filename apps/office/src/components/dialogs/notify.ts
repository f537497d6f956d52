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

export const notifyFailed = (title: string, message: ReactNode): void =>
  toast({ title, message, color: 'red', autoClose: false })
