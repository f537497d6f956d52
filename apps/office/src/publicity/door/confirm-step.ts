import { SIGN_IN_PATHS as paths } from '@consilium/contract/attendance/sign-in-paths.ts'
import type { SignInReceipt, SignInTicket } from '@consilium/contract/attendance/sign-in.ts'
import SignaturePad from 'signature_pad'
import { fill, find, show } from './calls.ts'
import { deviceKey, findPosition } from './position.ts'
import { isWrong, type Asking } from './problem.ts'

/** Shows the fields that this person fills in. */
function arrange(form: HTMLFormElement, ticket: SignInTicket): void {
  const part = (name: string) => find(form, `[data-part="${name}"]`)
  fill(form, 'name', ticket.name ?? '')
  show(part('known'), !ticket.isNew)
  show(part('new'), ticket.isNew)
  show(part('signature'), ticket.signature !== 'off' && !ticket.isIn)
  show(part('position'), ticket.asksPosition)
  const label = find(form, '#sign-label')
  label.textContent = label.dataset[ticket.signature === 'required' ? 'required' : 'optional'] ?? ''
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]')!
  button.textContent = button.dataset[ticket.isIn ? 'out' : 'in'] ?? ''
}

function openPad(form: HTMLFormElement): SignaturePad {
  const canvas = form.querySelector<HTMLCanvasElement>('canvas')!
  const { width, height } = canvas.getBoundingClientRect()
  // One pixel for each of the page keeps the picture within what a visitor may send.
  canvas.width = width
  canvas.height = height
  const pad = new SignaturePad(canvas, { minWidth: 1, maxWidth: 2.5 })
  find(form, '[data-action="clear"]').addEventListener('click', () => pad.clear())
  pad.addEventListener('beginStroke', () => void (find(form, '#sign-message').className = 'message'))
  return pad
}

/** The button says what it waits for, and takes no second touch. */
async function whileBusy<T>(form: HTMLFormElement, waits: boolean, work: () => Promise<T>): Promise<T> {
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]')!
  const label = button.textContent
  button.disabled = true
  if (waits) button.textContent = button.dataset['busy'] ?? ''
  try {
    return await work()
  } finally {
    button.disabled = false
    button.textContent = label
  }
}

/** Shows whom the ticket signs in or out, and does it once that person says so. */
export function openConfirmStep(
  root: HTMLElement,
  { ask }: Asking,
  { ticket, onDone }: { ticket: SignInTicket; onDone: (receipt: SignInReceipt) => void },
): void {
  const form = root.querySelector<HTMLFormElement>('[data-step="confirm"]')!
  const name = form.querySelector<HTMLInputElement>('#name')!
  const { isNew, isIn, signature, asksPosition } = ticket
  show(form, true)
  arrange(form, ticket)
  const pad = openPad(form)

  async function mark(): Promise<void> {
    if (isNew && isWrong(root, name)) return
    const isSigned = !isIn && signature !== 'off' && !pad.isEmpty()
    const lacksSignature = !isIn && signature === 'required' && !isSigned
    find(form, '#sign-message').className = lacksSignature ? 'message problem' : 'message'
    if (lacksSignature) return
    const receipt = await whileBusy(form, asksPosition, async () => {
      const [position, device] = [asksPosition ? await findPosition() : undefined, deviceKey()]
      return ask<SignInReceipt>(paths.mark, {
        kind: isIn ? 'out' : 'in',
        ...(isNew ? { name: name.value.trim() } : {}),
        ...(isSigned ? { handsign: pad.toDataURL('image/png') } : {}),
        ...(position ? { position } : {}),
        ...(device ? { device } : {}),
      })
    })
    if (!receipt) return
    show(form, false)
    onDone(receipt)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void mark()
  })
}
