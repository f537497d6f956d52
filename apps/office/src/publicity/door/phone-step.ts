import { SIGN_IN_PATHS as paths } from '@consilium/contract/attendance/sign-in-paths.ts'
import type { SignInTicket } from '@consilium/contract/attendance/sign-in.ts'
import { plainPhone } from '@consilium/contract/digits.ts'
import { find, show } from './calls.ts'
import { isWrong, type Asking } from './problem.ts'

const SECOND_MS = 1000

/** Counts the seconds until another code may be asked for, on the button. */
function countDown(button: HTMLButtonElement, seconds: number): void {
  const label = button.dataset['resend'] ?? ''
  let left = seconds
  button.disabled = true
  const timer = setInterval(() => {
    left--
    button.textContent = left > 0 ? `${label} (${left})` : label
    if (left > 0) return
    button.disabled = false
    clearInterval(timer)
  }, SECOND_MS)
}

/** Asks for the phone and the code that is sent to it; the last digit sends the code. */
export function openPhoneStep(
  root: HTMLElement,
  { ask }: Asking,
  onKnown: (ticket: SignInTicket) => void,
): void {
  const form = root.querySelector<HTMLFormElement>('[data-step="phone"]')!
  const phone = form.querySelector<HTMLInputElement>('#phone')!
  const code = form.querySelector<HTMLInputElement>('#code')!

  async function sendCode(): Promise<void> {
    phone.value = plainPhone(phone.value.normalize('NFKC'))
    if (isWrong(root, phone)) return
    const sent = await ask<{ retryAfterSeconds: number }>(paths.sendCode, { phone: phone.value })
    if (!sent) return
    show(find(form, '[data-part="code"]'), true)
    code.focus()
    countDown(form.querySelector<HTMLButtonElement>('[type="submit"]')!, sent.retryAfterSeconds)
  }

  async function identify(): Promise<void> {
    const body = { phone: phone.value, smsCode: code.value }
    const ticket = await ask<SignInTicket>(paths.identify, body)
    if (!ticket) return code.select()
    show(form, false)
    onKnown(ticket)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendCode()
  })
  code.addEventListener('input', () => {
    code.value = code.value.normalize('NFKC').replace(/\D/g, '')
    if (code.checkValidity()) void identify()
  })
  show(form, true)
  phone.focus()
}
