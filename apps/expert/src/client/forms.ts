import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { call, reasonOf, type Reply } from './call.ts'
import { closeDialog } from './dialogs.ts'
import { byId, make } from './elements.ts'
import { onContent, refresh } from './page.ts'
import { tellWindows } from './session.ts'
import { notifyDone, notifyThen } from './toasts.ts'
import { say } from './words.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (element): element is Control =>
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement,
  )

/** Shows what is wrong with a field below it; without a text it is right. */
export function tellProblem(control: Control, text: string): void {
  const message = byId(`${control.id}-message`)
  if (message) message.textContent = text
  if (text === '') control.removeAttribute('aria-invalid')
  else control.setAttribute('aria-invalid', 'true')
}

/** Returns the problem of a field, in the words that the page contains. */
function problemOf(control: Control): string {
  const isMissing = control.required && control.type !== 'checkbox' && control.value.trim() === ''
  if (isMissing || control.validity.valueMissing)
    return control.dataset['missing'] ?? control.validationMessage
  if (control.validity.patternMismatch) return control.dataset['format'] ?? control.validationMessage
  return control.validity.valid ? '' : control.validationMessage
}

function check(control: Control): boolean {
  const problem = problemOf(control)
  tellProblem(control, problem)
  return problem === ''
}

/** An empty field is not sent, unless it is to be emptied (`data-null`). */
function valueOf(control: Control): unknown {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked
  const text = control.value.trim()
  if (text === '') return 'null' in control.dataset ? null : undefined
  return 'number' in control.dataset ? Number(text) : text
}

const namedIn = (form: HTMLFormElement) =>
  controlsOf(form).filter(({ name, disabled }) => name !== '' && !disabled)

/** What is filled in, by the names of the fields. */
export const fieldsOf = (form: HTMLFormElement): Record<string, unknown> =>
  Object.fromEntries(
    namedIn(form).flatMap((control) => {
      const value = valueOf(control)
      return value === undefined ? [] : [[control.name, value] as const]
    }),
  )

function bodyOf(form: HTMLFormElement): Record<string, unknown> | undefined {
  const fixed = form.dataset['body']
  if (fixed === undefined && namedIn(form).length === 0) return undefined
  return { ...(fixed === undefined ? {} : (JSON.parse(fixed) as object)), ...fieldsOf(form) }
}

export function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.toggleAttribute('data-sending', isBusy)
  // Not disabled, which would take the focus from it; a second submission is refused below.
  for (const button of form.querySelectorAll('button[type=submit]'))
    button.setAttribute('aria-disabled', String(isBusy))
}

/** Shows a refusal above the buttons of a form, or beside the fields that it is about. */
export function tellFailure(form: HTMLFormElement, reply: Extract<Reply<unknown>, { ok: false }>): void {
  form.querySelector('.notice')?.remove()
  const controls = controlsOf(form)
  const marked = (reply.error?.details ?? []).flatMap(({ field, message }) => {
    const control = controls.find(({ name }) => name === field)
    if (control) tellProblem(control, message)
    return control ? [control] : []
  })
  // The first one in the order of the page.
  controls.find((control) => marked.includes(control))?.focus()
  if (marked.length > 0) return
  const { error } = reply
  const id =
    error && error.code !== WARNING_CODE && error.requestId ? [say('requestId', { id: error.requestId })] : []
  const notice = make(
    'div',
    { class: 'notice bad', role: 'alert' },
    make('div', {}, make('p', {}, reasonOf(reply))),
  )
  for (const text of id) notice.firstElementChild!.append(make('code', {}, text))
  form.prepend(notice)
}
/** A refusal that users can act upon. */
const WARNING_CODE = 601

async function finish(form: HTMLFormElement, data: unknown): Promise<void> {
  const { done, then, shows } = form.dataset
  form.removeAttribute('data-changed')
  const dialog = form.closest('dialog')
  if (dialog) closeDialog(dialog)
  if (then !== undefined) {
    if (done !== undefined) notifyThen(done)
    if (form.querySelector('[data-leaves]')) tellWindows('left')
    return location.assign(then)
  }
  if (done !== undefined) notifyDone(done)
  await refresh({ replaces: true })
  if (shows === undefined) return
  const [part, id] = JSON.parse(shows) as [string, string]
  const field = byId(id) as HTMLInputElement
  field.value = String((data as Record<string, unknown>)[part])
  field.closest('[hidden]')?.removeAttribute('hidden')
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`[data-calendar-of="${id}"]`))
    link.href = field.value.replace(/^https?:/, 'webcal:')
}

async function send(form: HTMLFormElement): Promise<void> {
  const route = JSON.parse(form.dataset['send']!) as CalledRoute
  const body = bodyOf(form)
  setBusy(form, true)
  const reply = await call(route, body === undefined ? {} : { body })
  setBusy(form, false)
  if (reply.ok) await finish(form, reply.data)
  else tellFailure(form, reply)
}

function submit(event: SubmitEvent, form: HTMLFormElement): void {
  event.preventDefault()
  if (form.hasAttribute('data-sending')) return
  if (isFilledIn(form)) void send(form)
}

/** Says what is wrong with the fields, and leads to the first of them. */
export function isFilledIn(form: HTMLFormElement): boolean {
  const wrong = controlsOf(form).filter((control) => !check(control))
  wrong[0]?.focus()
  return wrong.length === 0
}

/** Sends forms with `data-send` by the route that they hold. */
export function followForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (form.dataset['send'] !== undefined) submit(event, form)
    // One that a script of the page sends goes nowhere before the script is there.
    else if (form.dataset['script'] !== undefined) event.preventDefault()
  })
  document.addEventListener('input', ({ target }) => {
    const control = target as Control
    const form = control.form
    if (form?.dataset['send'] === undefined) return
    form.setAttribute('data-changed', '')
    if (control.getAttribute('aria-invalid') === 'true') check(control)
  })
  document.addEventListener('change', ({ target }) => {
    const control = target as Control
    if ('goes' in control.dataset) control.form?.submit()
  })
  addEventListener('beforeunload', (event) => {
    if (document.querySelector('form[data-changed]')) event.preventDefault()
  })
  onContent(() => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-send]')) {
      form.noValidate = true
      if (form.querySelector('[data-at-once]')) void send(form)
    }
  })
}
