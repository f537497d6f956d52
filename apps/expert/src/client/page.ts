import { renew } from './renew.ts'
import { untilLoggedIn } from './session.ts'

/** Parts of the page that a newer version of it replaces. */
const PARTS = ['#unread', '#menu', '#content', '.thumbs']
/** Where something is typed, drawn or asked, the content stays as it is. */
const BUSY = 'dialog[open], form[data-sending], form[data-changed], [data-drawing], .sending > li'
/** Around such a form the content is renewed while it is filled in. */
const STAYING = '[data-stays] form'

const STYLE_END = '</style>'

/** A page without its styles: they are those that are there already, and their nonce is that of another response. */
const withoutStyles = (html: string): string =>
  html.slice(0, html.indexOf('<style')) + html.slice(html.indexOf(STYLE_END) + STYLE_END.length)

const listeners = new Set<() => void>()

/** Called when the content of the page was replaced, and once at the beginning. */
export function onContent(listener: () => void): void {
  listeners.add(listener)
}

export const tellContent = (): void => {
  for (const listener of listeners) listener()
}

/** The page as it is now. */
export async function readPage(): Promise<Document | null> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null)
  if (!response) return null
  return new DOMParser().parseFromString(withoutStyles(await response.text()), 'text/html')
}

/** Something of this element that is still there when the page was shown anew. */
const traceOf = (element: Element | null): string | null =>
  element?.id
    ? `#${element.id}`
    : (element?.getAttribute('name') && `[name="${element.getAttribute('name')}"]`) || null

const isBusy = () => [...document.querySelectorAll(BUSY)].some((element) => !element.matches(STAYING))

let isBehind = false

/** Shows what a busy content has kept back. */
export const catchUp = (): Promise<void> => (isBehind ? refresh() : Promise.resolve())

/**
 * Reads the page again and shows what has changed, without a reload: the place, the focus and open menus stay. Unless it
 * `replaces` the content, a form that somebody fills in is left alone.
 */
export async function refresh({ replaces = false } = {}): Promise<void> {
  const next = await readPage()
  if (!next) return
  if (!next.body.hasAttribute('data-user')) return goOnWithout(next, replaces)
  const keepsContent = !replaces && isBusy()
  isBehind = keepsContent
  if (!keepsContent && next.body.dataset['duty'] !== document.body.dataset['duty']) return location.reload()
  const focused = traceOf(document.activeElement)
  let isChanged = false
  for (const part of PARTS) {
    if (keepsContent && part === '#content') continue
    const [now, then] = [document.querySelector(part), next.querySelector(part)]
    if (!now || !then || now.isEqualNode(then)) continue
    if (part === '#content') isChanged = renew(now, then, replaces)
    else now.replaceWith(document.adoptNode(then))
  }
  document.title = next.title
  if (!isChanged) return
  if (focused) document.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true })
  tellContent()
}

/** The page belongs to nobody now: its session has ended, or its account has to do something first. */
async function goOnWithout(next: Document, replaces: boolean): Promise<void> {
  // A page that says what is wrong has a frame of these pages, but no visitor.
  if (next.querySelector('#content') && !next.body.hasAttribute('data-outside')) return location.reload()
  await untilLoggedIn()
  return refresh({ replaces })
}
