import { useSyncExternalStore } from 'react'
import { untilIdle } from './live/idle.ts'

const WORKER = '/service-worker.js'
/** The kept files weigh half as much as a page does: on a slow line they come after all that the page itself asks for. */
const KEPT_AFTER_MS = 10_000
/** Lines on which they do not come at all, by the Network Information API, which Safari and Firefox lack. */
const SLOW = /2g$/
/** A window may stay open for days. */
const ASKED_EVERY_MS = 60 * 60_000

interface Line {
  saveData?: boolean
  effectiveType?: string
}

function isLineSpared(): boolean {
  const { saveData = false, effectiveType = '' } = (navigator as { connection?: Line }).connection ?? {}
  return saveData || SLOW.test(effectiveType)
}

let isNewer = false
const listeners = new Set<() => void>()

function noteNewer(): void {
  isNewer = true
  for (const listener of listeners) listener()
}

/**
 * Keeps the app's files for times without a network, once the page is there. The worker of a newer version takes over at
 * once, and the windows that are open learn of it; what they show stays, with all that was typed. `atOnce` is for pages that
 * are made for use without a network.
 */
export async function keepApp({ atOnce = false } = {}): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const wasKept = serviceWorker.controller !== null
  await untilIdle()
  if (!wasKept && !atOnce && isLineSpared()) return
  if (!wasKept && !atOnce) await new Promise((resolve) => setTimeout(resolve, KEPT_AFTER_MS))
  const registration = await serviceWorker.register(WORKER).catch(() => undefined)
  if (!registration) return
  let isFirst = !wasKept
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) noteNewer()
    isFirst = false
  })
  setInterval(() => void registration.update().catch(() => undefined), ASKED_EVERY_MS)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** True once the server has a newer version of the app than this window. */
export const useNewerVersion = (): boolean => useSyncExternalStore(subscribe, () => isNewer)
