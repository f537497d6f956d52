import { make } from './elements.ts'
import { say } from './words.ts'

const WORKER = '/service-worker.js'
/** The kept files come after all that the page itself asks for. */
const KEPT_AFTER_MS = 10_000
/** Lines on which they do not come at all, by the Network Information API, which Safari and Firefox lack. */
const SLOW = /2g$/

interface Line {
  saveData?: boolean
  effectiveType?: string
}

function isLineSpared(): boolean {
  const { saveData = false, effectiveType = '' } = (navigator as { connection?: Line }).connection ?? {}
  return saveData || SLOW.test(effectiveType)
}

function tellNewer(): void {
  const button = make('button', { type: 'button', class: 'button plain' }, say('reload'))
  button.addEventListener('click', () => location.reload())
  document.body.prepend(make('p', { class: 'banner', role: 'status' }, say('newVersion'), button))
}

/** Keeps what opens without a network, and says when there is a newer version. */
export async function keepApp(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let isFirst = serviceWorker.controller === null
  if (isFirst && isLineSpared()) return
  if (isFirst) await new Promise((resolve) => setTimeout(resolve, KEPT_AFTER_MS))
  const registration = await serviceWorker.register(WORKER).catch(() => undefined)
  if (!registration) return
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) tellNewer()
    isFirst = false
  })
}
