import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { call, reasonOf, type Reply } from './call.ts'
import { closeDialog } from './dialogs.ts'
import { byId, make } from './elements.ts'
import { onContent, refresh } from './page.ts'
import { tellWindows } from './session.ts'
import { notifyDone, notifyThen } from './toasts.ts'
import { say } from './words.ts'

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (element): element is Control =>
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement,
  )

/** What people see of a field whose value is held by another control (`data-shown`). */
export const shownOf = (control: Control): Control =>
  control.dataset['shown'] === undefined ? control : (byId(control.dataset['shown']) as Control)

/** Shows what is wrong with a field below it; without a text it is right. */
export function tellProblem(control: Control, text: string): void {
  const shown = shownOf(control)
  const message = byId(`${shown.id}-message`)
  if (message) message.textContent = text
  if (text === '') shown.removeAttribute('aria-invalid')
  else shown.setAttribute('aria-invalid', 'true')
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

/** A box with a value of its own is sent as that. */
const tickOf = (box: HTMLInputElement): unknown =>
  box.hasAttribute('value') ? (box.checked ? box.value : undefined) : box.checked

/** An empty field is not sent, unless it is to be emptied (`data-null`). */
function valueOf(control: Control): unknown {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return tickOf(control)
  // Spaces are characters of a password, shown or not.
  if (control.type === 'password' || 'exact' in control.dataset)
    return control.value === '' ? undefined : control.value
  const text = control.value.trim()
  if (text === '') return 'null' in control.dataset ? null : undefined
  return 'number' in control.dataset ? Number(text) : text
}

export const namedIn = (form: HTMLFormElement): Control[] =>
  controlsOf(form).filter((control) => control.name !== '' && !control.matches(':disabled'))

/** The value that the page was shown with. */
export const initialOf = (control: Control): string =>
  control instanceof HTMLSelectElement
    ? ([...control.options].find((each) => each.defaultSelected)?.value ?? '')
    : control.defaultValue

export const isChanged = (control: Control): boolean => control.value !== initialOf(control)

type Part = Record<string, unknown>

/** Sets a part of a body by the name of its field, such as `kinds.2.mode`. */
function setPart(body: Part, name: string, value: unknown): void {
  const [first = '', ...rest] = name.split('.')
  const last = rest.pop()
  if (last === undefined) body[first] = value
  else rest.reduce((part, key) => part[key] as Part, body[first] as Part)[last] = value
}

/** What is filled in, by the names of the fields; of a change (`data-changes`) only what is another now. */
export function fieldsOf(form: HTMLFormElement, body: Part = {}): Part {
  const isChange = form.dataset['changes'] !== undefined
  for (const control of namedIn(form)) {
    if (isChange && !isChanged(control) && !('always' in control.dataset)) continue
    const value = valueOf(control)
    if (value !== undefined) setPart(body, control.name, value)
  }
  return body
}

function bodyOf(form: HTMLFormElement): Part | undefined {
  const fixed = form.dataset['body']
  if (fixed === undefined && namedIn(form).length === 0) return undefined
  return fieldsOf(form, fixed === undefined ? {} : (JSON.parse(fixed) as Part))
}

export function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.toggleAttribute('data-sending', isBusy)
  // Not disabled, which would take the focus from it; a second submission is refused below.
  for (const button of form.querySelectorAll('button[type=submit]'))
    button.setAttribute('aria-disabled', String(isBusy))
}

/** Shows a refusal above the buttons of a form, or beside the fields that it is about. */
export function tellFailure(form: HTMLFormElement, reply: Failure): void {
  form.querySelector('.notice')?.remove()
  const controls = controlsOf(form)
  const marked = (reply.error?.details ?? []).flatMap(({ field, message }) => {
    const control = controls.find(({ name }) => name === field)
    if (control) tellProblem(control, message)
    return control ? [control] : []
  })
  // The first one in the order of the page.
  const first = controls.find((control) => marked.includes(control))
  if (first) return shownOf(first).focus()
  const { tone, parts } = toldOf(reply)
  return tellAbove(form, tone, ...parts)
}

function toldOf(reply: Extract<Reply<unknown>, { ok: false }>): { tone: 'bad' | 'warning'; parts: Node[] } {
  const { error } = reply
  const isWarning = error?.code === WARNING_CODE
  const reasons = [reasonOf(reply), ...(error?.details ?? []).map(({ message }) => message)]
  const parts: Node[] = [...new Set(reasons)].map((text) => make('p', {}, text))
  if (error?.requestId && !isWarning) parts.push(make('code', {}, say('requestId', { id: error.requestId })))
  return { tone: isWarning ? 'warning' : 'bad', parts }
}

/** Says why a call failed, where no form is sent. */
export function noticeOf(reply: Extract<Reply<unknown>, { ok: false }>): HTMLElement {
  const { tone, parts } = toldOf(reply)
  return make('div', { class: `notice ${tone}`, role: 'alert' }, make('div', {}, ...parts))
}

/** Shows a notice above the fields of a form, in place of an earlier one. */
export function tellAbove(form: HTMLFormElement, tone: 'bad' | 'warning' | 'info', ...parts: Node[]): void {
  form.querySelector('.notice')?.remove()
  const role = tone === 'info' ? 'status' : 'alert'
  const notice = make('div', { class: `notice ${tone}`, role }, make('div', {}, ...parts))
  form.prepend(notice)
  // Whoever saves at the end of a long form would not see it.
  notice.scrollIntoView({ block: 'nearest' })
}

/** A refusal that users can act upon. */
const WARNING_CODE = 601

/** An address that names a part of the answer: `/my-plans/{planId}`. */
const filledIn = (address: string, data: unknown): string =>
  address.replace(/\{(\w+)\}/g, (_whole, name: string) => String((data as Part)[name]))

async function finish(form: HTMLFormElement, data: unknown): Promise<void> {
  const { done, then, shows } = form.dataset
  form.removeAttribute('data-changed')
  const dialog = form.closest('dialog')
  if (dialog) closeDialog(dialog)
  if (then !== undefined) {
    if (done !== undefined) notifyThen(done)
    if (form.querySelector('[data-leaves]')) tellWindows('left')
    return location.assign(filledIn(then, data))
  }
  await refresh({ replaces: true })
  // Whoever reads it goes on with the new content.
  if (done !== undefined) notifyDone(done)
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
  if (reply.ok) return finish(form, reply.data)
  const isStale = reply.error?.error === 'STALE_RECORD' && form.id !== ''
  return isStale ? offerNewest(form, reply) : tellFailure(form, reply)
}

type Failure = Extract<Reply<unknown>, { ok: false }>

let offerNewest: (form: HTMLFormElement, failure: Failure) => Promise<void> = async (form, failure) =>
  tellFailure(form, failure)

/** Sets what is done when somebody else has changed the record; it is loaded when it is needed. */
export function onStale(offer: typeof offerNewest): void {
  offerNewest = offer
}

function submit(event: SubmitEvent, form: HTMLFormElement): void {
  event.preventDefault()
  // A file that belongs to it is still on its way.
  if (form.hasAttribute('data-sending') || form.querySelector('[data-uploading]')) return
  if (isFilledIn(form)) void send(form)
}

/** Says what is wrong with the fields, and leads to the first of them. */
export function isFilledIn(form: HTMLFormElement): boolean {
  const wrong = namedIn(form).filter((control) => !check(control))
  if (wrong[0]) shownOf(wrong[0]).focus()
  return wrong.length === 0
}

/** Sends forms with `data-send` by the route that they hold. */
export function followForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (form.dataset['send'] !== undefined) submit(event, form)
    // Another script sends it.
    else if (form.dataset['script'] !== undefined) event.preventDefault()
  })
  document.addEventListener('input', ({ target }) => {
    const control = target as Control
    const form = control.form
    if (!form) return
    if (form.dataset['send'] !== undefined || form.dataset['guarded'] !== undefined)
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
