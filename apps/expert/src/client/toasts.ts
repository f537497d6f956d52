import { byId, make } from './elements.ts'

const SHOWN_MS = 5000
const KEPT = 'consilium.toast'

/** Says that something is done. */
export function notifyDone(text: string): void {
  const toast = make('p', {}, text)
  byId('toasts')!.append(toast)
  setTimeout(() => toast.remove(), SHOWN_MS)
}

/** Says it on the page that opens next. */
export const notifyThen = (text: string): void => sessionStorage.setItem(KEPT, text)

export function notifyKept(): void {
  const text = sessionStorage.getItem(KEPT)
  sessionStorage.removeItem(KEPT)
  if (text !== null) notifyDone(text)
}
