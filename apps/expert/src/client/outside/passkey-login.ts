import type { CalledRoute } from '@consilium/contract/light-route.ts'
import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import type { PasskeyAssertion, PasskeyRequest } from '@consilium/contract/login/proofs.ts'
import {
  askPasskey,
  canOffer,
  isCancelled,
  passkeysWork,
  stopOffer,
} from '@consilium/web-kit/login/passkeys.ts'
import { callAnonymously, type Reply } from '../call.ts'
import { noticeOf } from '../forms.ts'
import { whenIdle } from '../idle.ts'

type Failed = Extract<Reply<unknown>, { ok: false }>

/** What the browser refuses is told like a lost connection, unless its owner has closed the question. */
export const failureOf = (error: unknown): Failed | null =>
  isCancelled(error) ? null : { ok: false, status: 0, error: null }

/** Asks for a passkey and sends it; tells a failure below the button. Null without an answer. */
export async function askAndSend(
  place: HTMLElement,
  request: Reply<PasskeyRequest>,
  send: (credential: PasskeyAssertion) => Promise<Reply<LoginAnswer>>,
): Promise<LoginAnswer | null> {
  let reply: Reply<LoginAnswer> | null
  try {
    reply = request.ok ? await send(await askPasskey(request.data)) : request
  } catch (error) {
    reply = failureOf(error)
  }
  if (reply?.ok) return reply.data
  if (reply) place.prepend(noticeOf(reply))
  return null
}

/** Login without a name or password: by its button and, if the browser supports it, from the list of stored names. */
export function offerPasskeys(root: HTMLElement, onDone: (answer: LoginAnswer) => void): void {
  const place = root.querySelector<HTMLElement>('[data-passkey]')
  // Without passkeys the place stays empty: the page would move if it went.
  if (!place || !passkeysWork()) return
  place.classList.add('works')
  const routes = JSON.parse(place.dataset['passkey']!) as Record<'options' | 'login', CalledRoute>
  const button = place.querySelector('button')!
  const options = () => callAnonymously<PasskeyRequest>(routes.options)
  const login = (credential: PasskeyAssertion) =>
    callAnonymously<LoginAnswer>(routes.login, { body: { credential } })

  const offer = async () => {
    if (!place.isConnected || !(await canOffer())) return
    const request = await options()
    if (!request.ok || !place.isConnected) return
    const reply = await login(await askPasskey(request.data, true))
    if (reply.ok) onDone(reply.data)
  }
  const ask = async () => {
    place.querySelector('.notice')?.remove()
    button.disabled = true
    const answer = await askAndSend(place, await options(), login)
    button.disabled = false
    if (answer) onDone(answer)
  }
  button.addEventListener('click', () => void ask())
  // A declined offer is not an error; errors are shown for the button only.
  whenIdle(() => void offer().catch(() => undefined))
}

/** Ends the offer in the list of names, where another step of the login has begun. */
export const endOffer = (): void => {
  if (passkeysWork()) void stopOffer()
}
