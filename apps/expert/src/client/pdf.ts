import * as pdfjs from 'virtual:pdfjs'
// Served from the same origin, because the Content-Security-Policy allows no other.
import workerAddress from 'virtual:pdfjs/worker?worker&url'
import { make } from './elements.ts'

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress

/** As wide as an A4 page reads well on a large screen. */
const WIDTH_MAX = 820
/** Pages that are drawn at first. Drawing a very long document would freeze a phone. */
const PAGES_AT_ONCE = 5

type Document = Awaited<ReturnType<typeof pdfjs.getDocument>['promise']>

async function drawPage(
  document: Document,
  number: number,
  title: string,
  width: number,
): Promise<HTMLElement> {
  const page = await document.getPage(number)
  const usual = page.getViewport({ scale: 1 })
  const density = Math.max(window.devicePixelRatio, 1)
  const viewport = page.getViewport({ scale: (Math.min(width, WIDTH_MAX) * density) / usual.width })
  const place = `${number}/${document.numPages}`
  const canvas = make('canvas', { role: 'img', 'aria-label': `${title} · ${place}` })
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  await page.render({ canvas, viewport }).promise
  return make('figure', {}, canvas, make('figcaption', {}, place))
}

interface Shown {
  title: string
  /** Names the button that shows the pages that are left. */
  more: (count: number) => string
}

/** Draws the pages of a document into a place of the page, at its width. */
export async function showPdf(place: HTMLElement, bytes: Uint8Array, { title, more }: Shown): Promise<void> {
  const document = await pdfjs.getDocument({ data: bytes }).promise
  const showFrom = async (first: number): Promise<void> => {
    const next = Math.min(first + PAGES_AT_ONCE, document.numPages + 1)
    for (let number = first; number < next; number++)
      place.append(await drawPage(document, number, title, place.clientWidth))
    const left = document.numPages + 1 - next
    if (left === 0) return
    const button = make('button', { type: 'button', class: 'button plain' }, more(left))
    button.addEventListener('click', () => {
      button.remove()
      void showFrom(next)
    })
    place.append(button)
  }
  await showFrom(1)
}
