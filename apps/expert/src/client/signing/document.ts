import { make } from '../elements.ts'
import { readFileAt } from '../downloads.ts'
import { notifyDone } from '../toasts.ts'
import { say } from '../words.ts'
import { said } from './texts.ts'

/** Whether this device can hand a document to other apps. */
function canShare(): boolean {
  const probe = new File([], 'agreement.pdf', { type: 'application/pdf' })
  return (navigator as Partial<Navigator>).canShare?.({ files: [probe] }) ?? false
}

/** Reads the document only once, since each access is logged. */
function reader(address: string): () => Promise<Blob> {
  let kept: Promise<Blob> | null = null
  return () => {
    kept ??= readFileAt(address).then((response) => response.blob())
    void kept.catch(() => (kept = null))
    return kept
  }
}

const bytesOf = async (document: Blob) => new Uint8Array(await document.arrayBuffer())

/** Shows the signed document in the page, and hands it to other apps where the device can. */
export function follow(buttons: HTMLElement): void {
  const { address, name } = buttons.dataset as { address: string; name: string }
  const read = reader(address)
  const view = buttons.querySelector<HTMLButtonElement>('[data-views]')!
  let place: HTMLElement | null = null

  async function show(): Promise<void> {
    const shown = make('div', { class: 'pdf', 'aria-busy': 'true' })
    buttons.after(shown)
    place = shown
    const bytes = await read().then(bytesOf)
    const more = (count: number) => said('morePages', { count })
    try {
      const { showPdf } = await import('../pdf.ts')
      await showPdf(shown, bytes, { title: name, more })
    } catch {
      shown.replaceChildren(make('p', { class: 'notice warning', role: 'alert' }, said('pdfFailed')))
    }
    shown.removeAttribute('aria-busy')
  }

  function hide(): void {
    place?.remove()
    place = null
    view.querySelector('span')!.textContent = view.dataset['view']!
  }

  view.addEventListener('click', () => {
    if (place) return hide()
    view.querySelector('span')!.textContent = view.dataset['hide']!
    return void show().catch((error: unknown) => {
      hide()
      tell(error)
    })
  })

  const share = buttons.querySelector<HTMLElement>('[data-part=share]')!
  share.hidden = !canShare()
  share.addEventListener('click', () => void handOver().catch(tell))
  async function handOver(): Promise<void> {
    const files = [new File([await read()], name, { type: 'application/pdf' })]
    await navigator.share({ files, title: name })
  }
}

/** Closing the sheet of apps is no error. */
function tell(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  notifyDone(error instanceof Error && error.message !== '' ? error.message : say('unreachable'))
}
