import { plainPhone } from '@consilium/contract/digits.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

const messageOf = (control: Control) => document.getElementById(`${control.id}-message`)

const isTooLarge = (control: Control) =>
  control instanceof HTMLInputElement &&
  control.dataset['max'] !== undefined &&
  [...(control.files ?? [])].some((file) => file.size > Number(control.dataset['max']))

/** Returns the problem of a field, in the words that the page contains. */
function problemOf(control: Control): string {
  if (isTooLarge(control)) return control.dataset['large'] ?? ''
  const { validity } = control
  if (validity.valueMissing || (control.required && control.value.trim() === ''))
    return control.dataset['missing'] ?? control.validationMessage
  if (validity.patternMismatch) return control.dataset['format'] ?? control.validationMessage
  return validity.valid ? '' : control.validationMessage
}

/** Shows a problem, a warning or the field's hint in the line below it. */
function say(control: Control, text: string, tone: 'problem' | 'warning' | '' = ''): void {
  const message = messageOf(control)
  if (!message) return
  message.textContent = text || (message.dataset['hint'] ?? '')
  message.className = tone ? `message ${tone}` : 'message'
  if (tone === 'problem') control.setAttribute('aria-invalid', 'true')
  else control.removeAttribute('aria-invalid')
}

const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement && element.type !== 'hidden') ||
      element instanceof HTMLTextAreaElement,
  )

function check(control: Control): boolean {
  const problem = problemOf(control)
  say(control, problem, problem ? 'problem' : '')
  return problem === ''
}

/** Checks whether the same intent exists. A failure is ignored, since the answer to the form decides. */
async function warnOfDuplicate(form: HTMLFormElement, phone: HTMLInputElement): Promise<void> {
  const { duplicates, duplicate } = form.dataset
  const asked = phone.value
  if (!duplicates || !duplicate || problemOf(phone)) return
  const response = await fetch(`${duplicates}&phone=${encodeURIComponent(asked)}`).catch(() => null)
  if (!response?.ok) return
  const { data } = (await response.json()) as { data: { exists: boolean } }
  if (phone.value === asked) say(phone, data.exists ? duplicate : '', data.exists ? 'warning' : '')
}

function setBusy(form: HTMLFormElement, busy: boolean): void {
  const button = form.querySelector('button')
  if (!button) return
  button.dataset['label'] ??= button.textContent ?? ''
  button.textContent = busy ? (form.dataset['busy'] ?? '') : button.dataset['label']
  // Not disabled, which would take the focus from it; a second submission is refused below.
  button.setAttribute('aria-disabled', String(busy))
  form.toggleAttribute('data-sending', busy)
}

function submit(event: SubmitEvent, form: HTMLFormElement): void {
  if (form.hasAttribute('data-sending')) return event.preventDefault()
  const wrong = controlsOf(form).filter((control) => !check(control))
  if (wrong.length === 0) return setBusy(form, true)
  event.preventDefault()
  wrong[0]?.focus()
}

function enhance(form: HTMLFormElement): void {
  form.noValidate = true
  form.addEventListener('submit', (event) => submit(event, form))
  for (const control of controlsOf(form)) {
    control.addEventListener('input', () => {
      if (control.getAttribute('aria-invalid') === 'true') check(control)
    })
    control.addEventListener('change', () => {
      if (control.type === 'tel') control.value = plainPhone(control.value)
      if (control.value === '' || !check(control)) return
      if (control.type === 'tel') void warnOfDuplicate(form, control as HTMLInputElement)
    })
  }
}

const forms = document.querySelectorAll<HTMLFormElement>('form[data-checked]')
for (const form of forms) enhance(form)
// If the browser restores the page from its cache, its forms can be sent again.
addEventListener('pageshow', (event) => {
  if (event.persisted) for (const form of forms) setBusy(form, false)
})
// The pages at the door of a meeting have scripts of their own, which no other page loads.
const door = document.getElementById('door')
if (door) void import('./door/sign-in.ts').then(({ openDoor }) => openDoor(door))
const screen = document.getElementById('screen')
if (screen) void import('./door/screen.ts').then(({ openScreen }) => openScreen(screen))
// Moves the focus to the notice that the address points to.
if (location.hash === '#sent') document.getElementById('sent')?.focus({ preventScroll: false })
