import { lookCookie, readLook } from '@consilium/web-kit/look.ts'
import { byId, make } from './elements.ts'
import { notifyDone } from './toasts.ts'
import { say } from './words.ts'

/** Where the office keeps the same choices. */
const OFFICE_LANGUAGE = 'consilium.language'
const OFFICE_SCHEME = 'mantine-color-scheme-value'

function toggle(button: Element, isOpen: boolean): void {
  const target = byId(button.getAttribute('aria-controls')!)!
  button.setAttribute('aria-expanded', String(isOpen))
  if (target.classList.contains('menu')) target.toggleAttribute('data-open', isOpen)
  else target.hidden = !isOpen
}

const toggles = () => document.querySelectorAll('header [aria-controls]')

function closeMenus(except: Element | null): void {
  for (const button of toggles())
    if (button !== except && button.getAttribute('aria-expanded') === 'true') toggle(button, false)
}

/** Keeps the choice for these pages and the office. */
export function keepLook({ language, scheme }: DOMStringMap): void {
  const look = readLook(document.cookie)
  if (language === 'en' || language === 'zh-CN') {
    look.language = language
    localStorage.setItem(OFFICE_LANGUAGE, language)
  }
  if (scheme !== undefined) {
    look.scheme = scheme === 'light' || scheme === 'dark' ? scheme : null
    localStorage.setItem(OFFICE_SCHEME, scheme)
  }
  document.cookie = lookCookie(look)
}

async function copy({ copies, done }: DOMStringMap): Promise<void> {
  const field = byId(copies!) as HTMLInputElement
  field.select()
  // Without HTTPS there is no clipboard; the old way works there, and in chat apps.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value)
  else document.execCommand('copy')
  notifyDone(done ?? say('copied'))
}

/** Shows a password that is hard to type on a phone, or hides it again. */
function reveal(button: HTMLElement): void {
  const field = byId(button.dataset['reveals']!) as HTMLInputElement
  const isShown = field.type === 'text'
  field.type = isShown ? 'password' : 'text'
  button.setAttribute('aria-pressed', String(!isShown))
}

/** Follows the buttons of the frame, and those that show or copy a field. */
export function followFrame(target: Element): void {
  const toggler = target.closest('header [aria-controls]')
  if (!target.closest('.choices')) closeMenus(toggler)
  if (toggler) toggle(toggler, toggler.getAttribute('aria-expanded') !== 'true')
  const chooser = target.closest<HTMLElement>('[data-language], [data-scheme]')
  if (chooser) {
    keepLook(chooser.dataset)
    location.reload()
  }
  const revealer = target.closest<HTMLElement>('[data-reveals]')
  if (revealer) reveal(revealer)
  const copier = target.closest<HTMLElement>('[data-copies]')
  if (copier) void copy(copier.dataset)
}

export function closeByKey({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return
  const open = [...toggles()].find((button) => button.getAttribute('aria-expanded') === 'true')
  closeMenus(null)
  ;(open as HTMLElement | undefined)?.focus()
}

/** Says that nothing can be loaded or saved until the network is back. */
export function followNetwork(): void {
  const banner = make('p', { class: 'banner', role: 'status', hidden: true }, say('offline'))
  document.body.prepend(banner)
  const show = () => (banner.hidden = navigator.onLine)
  addEventListener('online', show)
  addEventListener('offline', show)
  show()
}
