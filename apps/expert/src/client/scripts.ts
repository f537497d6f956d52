import { onContent } from './page.ts'
import { notifyDone } from './toasts.ts'
import { say } from './words.ts'

/** The script of a page; `follow` is called once for each element that asks for it. */
interface PageScript {
  follow(element: HTMLElement): void
}

/** Scripts of single pages, by the name that an element of the page has in `data-script`. */
const SCRIPTS: Readonly<Record<string, () => Promise<PageScript>>> = {
  account: () => import('./account.ts'),
  document: () => import('./signing/document.ts'),
  identity: () => import('./identity.ts'),
  reading: () => import('./signing/reading.ts'),
  sign: () => import('./signing/sign.ts'),
  combobox: () => import('./inputs/combobox.ts'),
  papers: () => import('./inputs/papers.ts'),
  branch: () => import('./inputs/branch.ts'),
  notices: () => import('./notices.ts'),
  upload: () => import('./inputs/upload.ts'),
  code: () => import('./inputs/code.ts'),
  password: () => import('./security/password.ts'),
  security: () => import('./security/security.ts'),
  outside: () => import('./outside/outside.ts'),
}

/** What was pressed in an element before its script was there; null once the script follows it. */
const pressed = new WeakMap<Element, Set<HTMLElement> | null>()

async function followOne(element: HTMLElement): Promise<void> {
  const presses = new Set<HTMLElement>()
  pressed.set(element, presses)
  const script = await SCRIPTS[element.dataset['script']!]?.().catch(() => null)
  if (script === null) pressed.delete(element)
  else {
    pressed.set(element, null)
    script?.follow(element)
  }
  for (const button of presses) {
    button.removeAttribute('aria-busy')
    if (script) button.click()
    else notifyDone(say('unreachable'))
  }
}

function followAll(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-script]'))
    if (!pressed.has(element)) void followOne(element)
}

/** A press on what has no script yet waits for it. One that the form or a dialog around it answers does not. */
function holdBack(event: MouseEvent): void {
  const button = (event.target as Element).closest<HTMLElement>('button:not([data-opens])')
  const place = button?.closest<HTMLElement>('[data-script], [data-send], dialog')
  if (!button || place?.dataset['script'] === undefined || pressed.get(place) === null) return
  event.preventDefault()
  event.stopPropagation()
  if (!pressed.has(place)) void followOne(place)
  // In a set it counts once, however often it is pressed.
  pressed.get(place)!.add(button)
  button.setAttribute('aria-busy', 'true')
}

/** Loads the scripts that the content of the page asks for, and those that did not come once the network is back. */
export function followScripts(): void {
  onContent(followAll)
  addEventListener('online', followAll)
  document.addEventListener('click', holdBack, true)
}
