import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import { isInWeChat, savingTexts } from '@consilium/web-kit/in-wechat.ts'
import { textOf } from '@consilium/web-kit/texts.ts'
import { closeDialog, openDialog } from './dialogs.ts'
import { make } from './elements.ts'
import { untilLoggedIn } from './session.ts'
import { notifyDone } from './toasts.ts'
import { language, say } from './words.ts'

const said = (key: keyof (typeof savingTexts)['pairs']) => textOf(savingTexts, key, language())

/** Says how to get at a file in WeChat. */
function explain(): void {
  const address = make('input', { readonly: true, value: location.href, 'aria-label': said('address') })
  const copy = make('button', { type: 'button', class: 'button main' }, said('copy'))
  const close = make('button', { type: 'button', class: 'button plain' }, said('close'))
  const dialog = make(
    'dialog',
    { 'aria-label': said('title') },
    make('h2', {}, said('title')),
    make('p', {}, said('hint')),
    address,
    make('div', { class: 'buttons' }, copy, close),
  )
  copy.addEventListener('click', () => {
    address.select()
    // Older browsers within WeChat have no clipboard; there the address stays selected for its owner to copy.
    if (document.execCommand('copy')) notifyDone(said('copied'))
  })
  close.addEventListener('click', () => {
    closeDialog(dialog)
    dialog.remove()
  })
  document.body.append(dialog)
  openDialog(dialog)
}

const UNAUTHENTICATED = 401

/** Reads a file of the service. Throws an error whose message says why there is none. */
export async function readFileAt(address: string): Promise<Response> {
  const headers = { [SESSION_HEADER]: SESSION_IN_COOKIE, 'accept-language': language() }
  const response = await fetch(address, { headers }).catch(() => null)
  if (!response) throw new Error(say('unreachable'))
  if (response.status === UNAUTHENTICATED) {
    await untilLoggedIn()
    return readFileAt(address)
  }
  if (response.ok) return response
  const { msg } = (await response.json().catch(() => ({}))) as { msg?: string }
  throw new Error(msg ?? say('answerFailed', { status: response.status }))
}

/** Lets the browser save the file at an address. */
async function save({ href, dataset }: HTMLAnchorElement): Promise<void> {
  const response = await readFileAt(href)
  const url = URL.createObjectURL(await response.blob())
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  make('a', { href: url, download: named ? decodeURIComponent(named) : dataset['download']! }).click()
  return URL.revokeObjectURL(url)
}

/** Saves the file of a link, or says how to get at it where nothing can be saved. */
export function saveFile(link: HTMLAnchorElement): void {
  if (isInWeChat()) explain()
  else void save(link).catch((error: Error) => notifyDone(error.message))
}
