import { byId } from '../elements.ts'
import { said } from './texts.ts'

/** Higher than any contract, in pixels. */
const ABOVE = 1_000_000
const WHOLE = 100
/** In rem. */
const USUAL_SIZE = 1.0625
const SIZES = [0.9, 1, 1.15, 1.35, 1.6]

/** How far the contract is read, which outlasts a page that is shown anew. */
const state = {
  text: '',
  /** False after another text has come, until its beginning was in sight. */
  isBegun: true,
  isRead: false,
  share: 0,
  size: 1,
}

const listeners = new Set<() => void>()

/** Called when somebody else has changed the contract. */
export function onOtherText(listener: () => void): void {
  listeners.add(listener)
}

/** Whether the end of the contract has been in sight. */
export const isRead = (): boolean => state.isRead && byId('paper') !== null

function beginText(text: string): void {
  if (text === state.text) return
  const isOther = state.text !== ''
  Object.assign(state, { text, isBegun: !isOther, isRead: false, share: 0 })
  if (isOther) for (const listener of listeners) listener()
}

/** Shows the share that has passed the lower edge of the window; it never goes back. */
function showShare(): void {
  const bar = byId('reading')
  const progress = bar?.querySelector('[role=progressbar]')
  if (!bar || !progress) return
  const share = state.isRead ? WHOLE : state.share
  progress.setAttribute('aria-valuenow', String(share))
  ;(progress.firstElementChild as HTMLElement).style.width = `${share}%`
  bar.querySelector('[data-part=share]')!.textContent = state.isRead
    ? said('readWhole')
    : said('readShare', { share })
}

function measure(paper: HTMLElement): void {
  if (!state.isBegun) return showShare()
  const { height, top } = paper.getBoundingClientRect()
  const passed = height === 0 ? 0 : Math.round(((window.innerHeight - top) / height) * WHOLE)
  state.share = Math.max(state.share, Math.min(WHOLE, passed))
  return showShare()
}

function observe(element: Element, tell: (isSeen: boolean) => void, rootMargin = '0px'): void {
  const hear = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { isIntersecting } of entries) tell(isIntersecting)
  }
  new IntersectionObserver(hear, { rootMargin }).observe(element)
}

/** Finds out whether the contract was read from where it begins to where it ends. */
function followEnds(paper: HTMLElement): void {
  const end = paper.lastElementChild!
  const note = () => {
    // Measured, since one observer may tell before the other has told of the same scrolling.
    const isAtEnd = paper.isConnected && end.getBoundingClientRect().top < window.innerHeight
    state.isRead ||= state.isBegun && isAtEnd
    showShare()
  }
  observe(paper.firstElementChild!, (isSeen) => {
    state.isBegun ||= isSeen
    note()
  })
  // Everything above the window counts as seen: a jump to the end passes over the mark.
  observe(end, note, `${ABOVE}px 0px 0px 0px`)
}

function setSize(paper: HTMLElement, buttons: readonly HTMLButtonElement[]): void {
  paper.style.fontSize = `${SIZES[state.size]! * USUAL_SIZE}rem`
  for (const button of buttons)
    button.disabled = SIZES[state.size + Number(button.dataset['size'])] === undefined
}

function followSizes(paper: HTMLElement): void {
  const buttons = [...paper.parentElement!.querySelectorAll<HTMLButtonElement>('[data-size]')]
  for (const button of buttons)
    button.addEventListener('click', () => {
      state.size += Number(button.dataset['size'])
      setSize(paper, buttons)
    })
  setSize(paper, buttons)
}

/** The bar leads to the form, and goes once that is in sight. */
function followBar(form: HTMLElement): void {
  observe(form, (isSeen) => {
    const bar = byId('reading')
    if (bar) bar.hidden = isSeen
  })
  byId('reading')
    ?.querySelector('[data-to-sign]')
    ?.addEventListener('click', () => {
      form.scrollIntoView({ block: 'start' })
      form.focus({ preventScroll: true })
    })
}

export function follow(paper: HTMLElement): void {
  beginText(paper.textContent ?? '')
  followSizes(paper)
  followEnds(paper)
  const form = document.querySelector<HTMLElement>('.form')
  if (form) followBar(form)
  const stop = new AbortController()
  const again = () => (paper.isConnected ? measure(paper) : stop.abort())
  addEventListener('scroll', again, { passive: true, signal: stop.signal })
  addEventListener('resize', again, { signal: stop.signal })
  measure(paper)
}
