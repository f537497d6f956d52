import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { callAnonymously } from './call.ts'
import { closeDialog, openDialog } from './dialogs.ts'
import { fieldsOf, isFilledIn, setBusy, tellFailure } from './forms.ts'
import { onNews } from './session.ts'
import { notifyDone } from './toasts.ts'

/** What the service says of a login. */
interface LoginAnswer {
  userId: number
  secondFactor: { challenge: string } | null
}

const routeIn = (element: HTMLElement) => JSON.parse(element.dataset['route']!) as CalledRoute
const bodyIn = (element: HTMLElement) => JSON.parse(element.dataset['body']!) as object

/** Leaves the page for the login, which offers all ways. */
function leave(): void {
  for (const form of document.querySelectorAll('form[data-changed]')) form.removeAttribute('data-changed')
  const returnTo = location.pathname + location.search
  location.assign(`/login?${new URLSearchParams({ returnTo }).toString()}`)
}

/** Shows one step of the login and hides the others. */
function show(dialog: Element, name: string): void {
  for (const step of dialog.querySelectorAll<HTMLElement>('[data-step]'))
    step.hidden = step.dataset['step'] !== name
  dialog.querySelector<HTMLElement>(`[data-step="${name}"] input:not([type=hidden])`)?.focus()
}

function turn(dialog: Element, button: HTMLElement): void {
  const isSms = dialog.querySelector<HTMLElement>('[data-step=sms]')!.hidden
  show(dialog, isSms ? 'sms' : 'password')
  button.firstElementChild!.textContent = button.dataset[isSms ? 'password' : 'sms']!
}

async function sendCode(button: HTMLElement, form: HTMLFormElement): Promise<void> {
  const reply = await callAnonymously(routeIn(button), { body: bodyIn(button) })
  if (reply.ok) notifyDone(button.dataset['done']!)
  else tellFailure(form, reply)
}

/** Asks for the login over the page; resolves once its account is logged in again, here or in another window. */
export function askForLogin(): Promise<void> {
  const template = document.getElementById('again') as HTMLTemplateElement
  const dialog = template.content.firstElementChild!.cloneNode(true) as HTMLDialogElement
  document.body.append(dialog)
  openDialog(dialog)
  show(dialog, 'password')
  return new Promise((resolve) => {
    const end = () => {
      closeDialog(dialog)
      dialog.remove()
      resolve()
    }
    async function submit(form: HTMLFormElement): Promise<void> {
      if (!isFilledIn(form)) return
      setBusy(form, true)
      const body = { ...bodyIn(form), ...fieldsOf(form) }
      const reply = await callAnonymously<LoginAnswer>(routeIn(form), { body })
      setBusy(form, false)
      if (!reply.ok) return tellFailure(form, reply)
      const { secondFactor, userId } = reply.data
      if (secondFactor) {
        const factor = dialog.querySelector<HTMLElement>('[data-step=factor]')!
        factor.dataset['body'] = JSON.stringify({ challenge: secondFactor.challenge })
        show(dialog, 'factor')
      } else if (String(userId) === document.body.dataset['user']) end()
      else dialog.querySelector<HTMLElement>('[data-part=other]')!.hidden = false
    }
    dialog.addEventListener('cancel', (event) => event.preventDefault())
    // A second Escape closes it whatever the page says.
    dialog.addEventListener('close', () => dialog.isConnected && openDialog(dialog))
    dialog.addEventListener('submit', (event) => {
      event.preventDefault()
      void submit(event.target as HTMLFormElement)
    })
    dialog.addEventListener('click', (event) => {
      const target = event.target as Element
      const turner = target.closest<HTMLElement>('[data-turns]')
      if (turner) turn(dialog, turner)
      const sender = target.closest<HTMLElement>('button[data-route]')
      if (sender) void sendCode(sender, sender.closest('form')!)
      if (!target.closest('[data-other]')) return
      event.preventDefault()
      leave()
    })
    onNews((news) => news === 'begun' && dialog.isConnected && end())
  })
}
