import { closeDialog, openDialog } from './dialogs.ts'
import { make } from './elements.ts'

interface Question {
  title: string
  hint?: string
  /** What is done. */
  act: string
  cancel: string
}

/** Asks before something is done that cannot be undone. */
export function isConfirmed({ title, hint, act, cancel }: Question): Promise<boolean> {
  const yes = make('button', { type: 'button', class: 'button main' }, act)
  const no = make('button', { type: 'button', class: 'button plain' }, cancel)
  const dialog = make(
    'dialog',
    { 'aria-label': title },
    make('h2', {}, title),
    ...(hint === undefined ? [] : [make('p', {}, hint)]),
    make('div', { class: 'buttons' }, yes, no),
  )
  document.body.append(dialog)
  openDialog(dialog)
  return new Promise((resolve) => {
    const end = (isYes: boolean) => {
      closeDialog(dialog)
      dialog.remove()
      resolve(isYes)
    }
    yes.addEventListener('click', () => end(true))
    no.addEventListener('click', () => end(false))
    dialog.addEventListener('cancel', () => end(false))
  })
}
