import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { textOf } from '@consilium/web-kit/texts.ts'
import { factorPanelTexts } from '@consilium/web-kit/words/factor-panel-texts.ts'
import { closeDialog, openDialog } from '../dialogs.ts'
import { language } from '../words.ts'

type Name =
  | 'status'
  | 'confirm'
  | 'confirmOptions'
  | 'beginTotp'
  | 'confirmTotp'
  | 'removeTotp'
  | 'renewRecoveryCodes'
  | 'createOptions'
  | 'createPasskey'
  | 'removePasskey'

/** The second factors of the page, with the routes that they are changed by, and the button that was pressed. */
export interface Place {
  root: HTMLElement
  button: HTMLElement
  routes: Readonly<Record<Name, CalledRoute>>
}

export const said = (key: keyof (typeof factorPanelTexts)['pairs'], options: Record<string, string> = {}) =>
  textOf(factorPanelTexts, key, language(), options)

/** A dialog that is open; `ended` resolves when it is closed, by whomever. */
export interface Opened {
  dialog: HTMLDialogElement
  part: (name: string) => HTMLElement
  end: () => void
  ended: Promise<void>
}

/** Opens a copy of one of the dialogs that the page holds. A fixed one is closed by its own buttons alone. */
export function openCopy({ root }: Place, id: string, isFixed = false): Opened {
  const template = root.querySelector<HTMLTemplateElement>('template[data-part=dialogs]')!
  const dialog = template.content.querySelector(`#${id}`)!.cloneNode(true) as HTMLDialogElement
  const part = (name: string) => dialog.querySelector<HTMLElement>(`[data-part=${name}]`)!
  let tell: () => void
  const ended = new Promise<void>((resolve) => (tell = resolve))
  const end = () => {
    closeDialog(dialog)
    dialog.remove()
    tell()
  }
  dialog.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-closes]')) end()
  })
  dialog.addEventListener('cancel', (event) => {
    if (isFixed) event.preventDefault()
  })
  // A second Escape closes it whatever the page says.
  dialog.addEventListener('close', () => {
    if (!dialog.isConnected) return
    if (isFixed) openDialog(dialog)
    else end()
  })
  document.body.append(dialog)
  openDialog(dialog)
  return { dialog, part, end, ended }
}

/** Sends the forms of a dialog by `send`, one at a time. */
export function onSubmit({ dialog }: Opened, send: (form: HTMLFormElement) => Promise<void>): void {
  dialog.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    if (!form.hasAttribute('data-sending')) void send(form)
  })
}
