import { PHONE_PATTERN } from '@consilium/contract/digits.ts'
import { halfWidth } from '@consilium/contract/half-width.ts'
import type { CodeSent } from '@consilium/contract/login/verification.ts'
import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { call, callAnonymously, type Reply } from '../call.ts'
import { noticeOf } from '../forms.ts'

const SECONDS_PER_MINUTE = 60
const SECOND_MS = 1000

const routeIn = (text: string | undefined) => JSON.parse(text!) as CalledRoute

/** Null where the code of it cannot be loaded, or finds nothing. */
async function solve(challenge: string): Promise<string | null> {
  try {
    const { solveProof } = await import('@consilium/web-kit/login/proof-of-work.ts')
    return await solveProof(challenge)
  } catch {
    return null
  }
}

/** Orders the code; an address that has requested many without a session solves a proof of work first. */
async function order({ dataset }: HTMLElement, phone: string | undefined): Promise<Reply<CodeSent>> {
  const { purpose } = dataset
  const route = routeIn(dataset['order'])
  if (purpose === undefined) return call<CodeSent>(route, phone === undefined ? {} : { body: { phone } })
  const body = { phone, purpose }
  const reply = await callAnonymously<CodeSent>(route, { body })
  if (reply.ok || reply.error?.error !== 'PROOF_REQUIRED') return reply
  const challenge = await callAnonymously<string>(routeIn(dataset['challenge']))
  if (!challenge.ok) return challenge
  const proof = await solve(challenge.data)
  if (proof === null) return { ok: false, status: 0, error: null }
  return callAnonymously<CodeSent>(route, { body: { ...body, proof } })
}

/** Follows the button that sends a code to the phone in the same form, or to that of the account. */
export function follow(field: HTMLElement): void {
  const form = field.closest('form')!
  const phone = form.querySelector<HTMLInputElement>('[name=phone]')
  const button = field.querySelector<HTMLButtonElement>('[data-orders]')!
  const label = button.firstElementChild!
  const status = field.querySelector('[role=status]')!
  const name = label.textContent
  let waits = 0
  let isSending = false
  const number = () => phone?.value && halfWidth(phone.value)

  const show = () => {
    const isKnown = !phone || PHONE_PATTERN.test(number() ?? '')
    button.disabled = isSending || waits > 0 || !isKnown
    label.textContent = waits > 0 ? field.dataset['again']!.replace('{{seconds}}', String(waits)) : name
  }
  const countDown = () => {
    waits -= 1
    show()
    if (waits > 0) setTimeout(countDown, SECOND_MS)
  }
  const send = async () => {
    field.querySelector('.notice')?.remove()
    isSending = true
    show()
    const reply = await order(field, number())
    isSending = false
    if (reply.ok) {
      waits = reply.data.retryAfterSeconds
      setTimeout(countDown, SECOND_MS)
      const minutes = Math.round(reply.data.expiresInSeconds / SECONDS_PER_MINUTE)
      status.textContent = field.dataset['sent']!.replace('{{minutes}}', String(minutes))
    } else field.append(noticeOf(reply))
    show()
  }
  phone?.addEventListener('input', show)
  button.addEventListener('click', () => void send())
  // Browsers fill in what they know before the script is there.
  show()
}
