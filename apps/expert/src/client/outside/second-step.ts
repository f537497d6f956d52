import type { CalledRoute } from '@consilium/contract/light-route.ts'
import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import type { SecondFactorChallenge } from '@consilium/contract/login/proofs.ts'
import { passkeysWork } from '@consilium/web-kit/login/passkeys.ts'
import { callAnonymously } from '../call.ts'
import { enable } from './enable.ts'
import { askAndSend, endOffer } from './passkey-login.ts'

type Typed = 'code' | 'recoveryCode'

/** Asks for one of the account's second factors in place of the first step. */
export function showSecondStep(
  root: HTMLElement,
  challenge: SecondFactorChallenge,
  onDone: () => void,
): void {
  const { methods, passkey } = challenge
  const template = root.querySelector<HTMLTemplateElement>('#second-step')!
  const step = template.content.firstElementChild!.cloneNode(true) as HTMLElement
  const first = root.querySelector<HTMLElement>('.sheet > .steps')!
  const heading = root.querySelector('h1')!
  const [title, pageTitle] = [heading.textContent, document.title]
  const byPasskey = passkey !== null && passkeysWork()
  const typed: Typed = methods.includes('code') ? 'code' : 'recoveryCode'
  const part = (selector: string) => step.querySelector<HTMLElement>(selector)!

  const show = (field: Typed | null) => {
    for (const name of ['passkey', 'code', 'recoveryCode'])
      part(`[data-of=${name}]`).hidden = name !== (field ?? 'passkey')
    const other: Typed = field === 'recoveryCode' ? 'code' : 'recoveryCode'
    for (const name of ['code', 'recoveryCode'])
      part(`[data-uses=${name}]`).hidden = name !== other || !methods.includes(other)
    part('[data-asks-passkey] button').classList.toggle('main', field === null)
    if (field) part(`[data-of=${field}] input`).focus()
  }
  const back = () => {
    step.replaceWith(first)
    heading.textContent = title
    document.title = pageTitle
    heading.focus()
  }
  const ask = async () => {
    const place = part('[data-asks-passkey]')
    const button = place.querySelector('button')!
    place.querySelector('.notice')?.remove()
    button.disabled = true
    const route = JSON.parse(place.dataset['route']!) as CalledRoute
    const answer = await askAndSend(place, { ok: true, data: passkey! }, (credential) =>
      callAnonymously<LoginAnswer>(route, { body: { challenge: challenge.challenge, passkey: credential } }),
    )
    button.disabled = false
    if (answer) onDone()
  }

  endOffer()
  for (const form of step.querySelectorAll('form'))
    form.dataset['body'] = JSON.stringify({ challenge: challenge.challenge })
  part('[data-asks-passkey]').hidden = !byPasskey
  enable(step)
  heading.textContent = template.dataset['title']!
  document.title = `${template.dataset['title']} · Consilium`
  // Out of the page meanwhile: both steps have a field of the same name.
  first.replaceWith(step)
  show(byPasskey && typed === 'recoveryCode' ? null : typed)
  step.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button')
    if (button?.dataset['uses']) show(button.dataset['uses'] as Typed)
    if (button?.hasAttribute('data-back')) back()
    if (button?.closest('[data-asks-passkey]')) void ask()
  })
}
