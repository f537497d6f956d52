import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import { closeDialog, openDialog } from './dialogs.ts'
import { make } from './elements.ts'
import { untilLoggedIn } from './session.ts'
import { notifyDone } from './toasts.ts'
import { language, say } from './words.ts'

/** The browser inside WeChat saves no files. */
const WECHAT = /MicroMessenger/i

/** Says how to get at a file there. */
function explain(): void {
  const address = make('input', { readonly: true, value: location.href, 'aria-label': say('copyAddress') })
  const copy = make('button', { type: 'button', class: 'button main' }, say('copyAddress'))
  const close = make('button', { type: 'button', class: 'button plain' }, say('close'))
  const dialog = make(
    'dialog',
    { 'aria-label': say('downloadTitle') },
    make('h2', {}, say('downloadTitle')),
    make('p', {}, say('downloadHint')),
    address,
    make('div', { class: 'buttons' }, copy, close),
  )
  copy.addEventListener('click', () => {
    address.select()
    document.execCommand('copy')
    notifyDone(say('copied'))
  })
  close.addEventListener('click', () => {
    closeDialog(dialog)
    dialog.remove()
  })
  document.body.append(dialog)
  openDialog(dialog)
}

const UNAUTHENTICATED = 401

/** Lets the browser save the file at an address, or says why there is none. */
async function save({ href, dataset }: HTMLAnchorElement): Promise<void> {
  const headers = { [SESSION_HEADER]: SESSION_IN_COOKIE, 'accept-language': language() }
  const response = await fetch(href, { headers }).catch(() => null)
  if (!response) return notifyDone(say('unreachable'))
  if (response.status === UNAUTHENTICATED) {
    await untilLoggedIn()
    location.reload()
    return undefined
  }
  if (!response.ok) {
    const { msg } = (await response.json().catch(() => ({}))) as { msg?: string }
    return notifyDone(msg ?? say('answerFailed', { status: response.status }))
  }
  const url = URL.createObjectURL(await response.blob())
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  make('a', { href: url, download: named ? decodeURIComponent(named) : dataset['download']! }).click()
  return URL.revokeObjectURL(url)
}

/** Follows links to files; returns true if the click was one on such a link. */
export function followDownloads(target: Element): boolean {
  const link = target.closest<HTMLAnchorElement>('a[data-download]')
  if (!link) return false
  if (WECHAT.test(navigator.userAgent)) explain()
  else void save(link)
  return true
}
