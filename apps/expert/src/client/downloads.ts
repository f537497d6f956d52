import { closeDialog, openDialog } from './dialogs.ts'
import { make } from './elements.ts'
import { notifyDone } from './toasts.ts'
import { say } from './words.ts'

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

/** Returns true where a click on a file is answered by an explanation. */
export function followDownloads(target: Element): boolean {
  if (!WECHAT.test(navigator.userAgent) || !target.closest('a[data-download]')) return false
  explain()
  return true
}
