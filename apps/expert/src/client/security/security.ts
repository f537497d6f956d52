import { namedAddress, passkeysWork } from '@consilium/web-kit/login/passkeys.ts'
import { make } from '../elements.ts'
import { noticeOf } from '../forms.ts'
import type { Place } from './place.ts'

/** What is done is loaded when somebody wants it. */
async function act(root: HTMLElement, button: HTMLElement): Promise<void> {
  const section = button.closest('section')!
  section.querySelector(':scope > [data-failure]')?.remove()
  const loaded = await import('./acts.ts').catch(() => null)
  const routes = JSON.parse(root.dataset['routes']!) as Place['routes']
  const failure = loaded
    ? await loaded.ACTS[button.dataset['act']!]!({ root, button, routes })
    : ({ ok: false, status: 0, error: null } as const)
  if (!failure) return
  const notice = noticeOf(failure)
  notice.setAttribute('data-failure', '')
  section.firstElementChild!.after(notice)
}

/** Where this browser or this address has no passkeys, it says so, and where there are some. */
function tellWhetherPossible(root: HTMLElement): void {
  const place = root.querySelector<HTMLElement>('[data-part=impossible]')!
  const address = namedAddress()
  if (!passkeysWork()) {
    for (const part of root.querySelectorAll('[data-act=addPasskey], [data-part=possible]')) part.remove()
    place.hidden = false
  }
  if (address !== null)
    place.replaceChildren(place.dataset['named']!, ' ', make('a', { href: address }, address))
}

/** Follows the second factors of an account: buttons with `data-act`. */
export function follow(root: HTMLElement): void {
  let isActing = false
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-act]')
    if (!button || isActing) return
    isActing = true
    void act(root, button).finally(() => (isActing = false))
  })
  tellWhetherPossible(root)
}
