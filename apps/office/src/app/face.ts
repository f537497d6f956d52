import type { QueryClient } from '@tanstack/react-query'
import { untilSettled } from '../lib/live/idle.ts'

const FACE = 'Plex Sans'
const WEIGHTS = [400, 600]
/** Set once this browser keeps the files of the typeface. */
const KEPT = 'consilium.face'

const show = () => void (document.documentElement.dataset['face'] = 'kept')

/**
 * A browser holds text back while the file of its typeface is on its way, and a phone that does not keep it yet would
 * wait in vain. There the first page is set in the typeface of the system, and `onNextPage` tells when to show ours: a
 * change under the eyes of a reader would move the text. Wide screens have it from the start (app.css).
 */
export async function bringFace(client: QueryClient, onNextPage: (act: () => void) => void): Promise<void> {
  if (localStorage.getItem(KEPT) !== null) return show()
  await untilSettled(client)
  await Promise.all(WEIGHTS.map((weight) => document.fonts.load(`${weight} 1em "${FACE}"`)))
  localStorage.setItem(KEPT, FACE)
  onNextPage(show)
}
