import { find, send, show, type Reply } from './calls.ts'

const GONE = 410

/** Sends requests one at a time, and shows what keeps one from being answered. */
export interface Asking {
  /** Null while another request runs, and if it failed; `retry` is then offered. */
  ask<T>(path: string, body: object, retry?: () => void): Promise<T | null>
}

/** A code or ticket that is over needs another scan, which the answer says; everything else can be tried again here. */
function tell(root: HTMLElement, reply: Exclude<Reply<unknown>, { ok: true }>, retry?: () => void): void {
  const title = find(root, '[data-slot="problem"]')
  title.textContent = reply?.msg || (title.dataset['failed'] ?? '')
  const isOver = reply?.status === GONE
  const button = root.querySelector<HTMLButtonElement>('[data-action="retry"]')!
  show(button, retry !== undefined && !isOver)
  if (retry) button.addEventListener('click', retry, { once: true })
  show(find(root, '[data-part="problem"]'), true)
  if (isOver) for (const form of root.querySelectorAll('form')) show(form, false)
}

export function createAsking(root: HTMLElement): Asking {
  let isBusy = false
  return {
    async ask<T>(path: string, body: object, retry?: () => void): Promise<T | null> {
      if (isBusy) return null
      isBusy = true
      show(find(root, '[data-part="problem"]'), false)
      const reply = await send<T>(path, body)
      isBusy = false
      if (reply?.ok) return reply.data
      tell(root, reply, retry)
      return null
    },
  }
}

/** Whether an input is wrong, which its line then says. */
export function isWrong(root: HTMLElement, input: HTMLInputElement): boolean {
  const wrong = !input.checkValidity()
  input.setAttribute('aria-invalid', String(wrong))
  find(root, `#${input.id}-message`).className = wrong ? 'message problem' : 'message'
  if (wrong) input.focus()
  return wrong
}
