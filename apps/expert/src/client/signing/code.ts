import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { call, type Reply } from '../call.ts'
import { byId } from '../elements.ts'
import { said } from './texts.ts'

const SECONDS_PER_MINUTE = 60
const SECOND_MS = 1000

interface CodeSent {
  retryAfterSeconds: number
  expiresInSeconds: number
}

/** The button stays in its place and cannot be pressed until then. */
function countDown(button: HTMLButtonElement, seconds: number): void {
  const label = button.firstElementChild!
  const name = label.textContent
  const until = performance.now() + seconds * SECOND_MS
  button.disabled = true
  const show = () => {
    const left = Math.ceil((until - performance.now()) / SECOND_MS)
    label.textContent = left > 0 ? said('sendAgain', { seconds: left }) : name
    button.disabled = left > 0
    if (left > 0) setTimeout(show, SECOND_MS)
  }
  show()
}

/** Sends the code of this contract to the registered phone when its button is pressed. */
export function followCode(
  button: HTMLButtonElement,
  tell: (reply: Extract<Reply<unknown>, { ok: false }>) => void,
): void {
  const { route, body, phone } = button.dataset
  let isSending = false
  button.addEventListener('click', () => {
    if (!isSending) void send()
  })
  async function send(): Promise<void> {
    isSending = true
    const reply = await call<CodeSent>(JSON.parse(route!) as CalledRoute, {
      body: JSON.parse(body!) as object,
    })
    isSending = false
    if (!reply.ok) return tell(reply)
    const { retryAfterSeconds, expiresInSeconds } = reply.data
    const minutes = Math.round(expiresInSeconds / SECONDS_PER_MINUTE)
    byId('code-sent')!.textContent = said('codeSent', { last: phone!, minutes })
    return countDown(button, retryAfterSeconds)
  }
}
