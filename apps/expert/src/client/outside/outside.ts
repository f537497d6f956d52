import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { newKey } from '@consilium/contract/client.ts'
import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import { halfWidth } from '@consilium/contract/half-width.ts'
import { rememberLogin } from '@consilium/web-kit/login/proven-phone.ts'
import { ownAddress } from '../../outside/return-address.ts'
import { callAnonymously, type Reply } from '../call.ts'
import { follow as followCode } from '../inputs/code.ts'
import { enable } from './enable.ts'
import { byId } from '../elements.ts'
import { fieldsOf, isFilledIn, setBusy, tellFailure } from '../forms.ts'
import { keepLook } from '../frame.ts'
import { readPage, tellContent } from '../page.ts'
import { offerPasskeys } from './passkey-login.ts'
import { tellWindows } from '../session.ts'

type Body = Record<string, unknown>

const routeIn = (text: string | undefined): CalledRoute => JSON.parse(text!) as CalledRoute

const returnTo = () => new URLSearchParams(location.search).get('returnTo')

/** Opens the page that the login was asked for, or the home. */
function leave(): void {
  // The login does not stay behind the page, where a step back would lead forward again.
  location.replace(ownAddress(returnTo(), location.origin))
}

function arrive(): void {
  tellWindows('begun')
  leave()
}

async function goOn(root: HTMLElement, { secondFactor }: LoginAnswer): Promise<boolean> {
  if (secondFactor === null) {
    arrive()
    return true
  }
  const { showSecondStep } = await import('./second-step.ts')
  showSecondStep(root, secondFactor, arrive)
  return false
}

function showDone(): void {
  document.querySelector<HTMLElement>('[data-until-done]')!.hidden = true
  const done = byId('done')!
  done.hidden = false
  done.focus()
}

/** Registered is logged in. If that fails, the account is there and the login page asks. */
async function logInAnew(form: HTMLFormElement, body: Body): Promise<boolean> {
  const { userName, phone, password } = body as Record<'userName' | 'phone' | 'password', string | undefined>
  const route = routeIn(form.closest<HTMLElement>('[data-login]')!.dataset['login'])
  const login = { username: userName ?? halfWidth(phone!), password }
  const reply = await callAnonymously<LoginAnswer>(route, { body: login })
  if (reply.ok && reply.data.secondFactor === null) {
    arrive()
    return true
  }
  showDone()
  return false
}

/** Goes on after an answer; tells whether the page is left. */
async function end(
  root: HTMLElement,
  { form, body, data }: { form: HTMLFormElement; body: Body; data: unknown },
): Promise<boolean> {
  form.removeAttribute('data-changed')
  switch (form.dataset['ends']) {
    case 'login':
      rememberLogin(form.dataset['part'] === 'sms')
      return goOn(root, data as LoginAnswer)
    case 'arrival':
      arrive()
      return true
    case 'registered':
      return logInAnew(form, body)
    default:
      showDone()
      return false
  }
}

/** The same body sent again has the same key, so that it is done once even if an answer was lost. */
const keys = new WeakMap<HTMLFormElement, { text: string; key: string }>()

function keyOf(form: HTMLFormElement, body: Body): string {
  const text = JSON.stringify(body)
  const kept = keys.get(form)
  if (kept?.text === text) return kept.key
  const key = newKey()
  keys.set(form, { text, key })
  return key
}

async function send(root: HTMLElement, form: HTMLFormElement): Promise<void> {
  const route = routeIn(form.dataset['route'])
  const body = { ...(JSON.parse(form.dataset['body']!) as Body), ...fieldsOf(form) }
  const headers: Record<string, string> = route.keyless ? {} : { 'idempotency-key': keyOf(form, body) }
  setBusy(form, true)
  form.querySelector('.notice')?.remove()
  const reply: Reply<unknown> = await callAnonymously(route, { body, headers })
  const isLeft = reply.ok && (await end(root, { form, body, data: reply.data }))
  // Until the next page is there, nothing is sent again.
  if (!isLeft) setBusy(form, false)
  if (!reply.ok) tellFailure(form, reply)
}

function choose(tab: HTMLElement): void {
  for (const each of tab.parentElement!.querySelectorAll<HTMLElement>('[role=tab]')) {
    const isChosen = each === tab
    each.setAttribute('aria-selected', String(isChosen))
    each.tabIndex = isChosen ? 0 : -1
    byId(each.getAttribute('aria-controls')!)!.hidden = !isChosen
  }
}

const ARROWS: Readonly<Record<string, -1 | 1 | undefined>> = { ArrowLeft: -1, ArrowRight: 1 }

function moveTo({ target, key }: KeyboardEvent): void {
  const step = ARROWS[key]
  const tab = (target as Element).closest<HTMLElement>('[role=tab]')
  if (!tab || step === undefined) return
  const tabs = [...tab.parentElement!.querySelectorAll<HTMLElement>('[role=tab]')]
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]!
  choose(next)
  next.focus()
}

const inputsIn = (root: ParentNode) => [...root.querySelectorAll<HTMLInputElement>('input[name]')]

/** Shows the page in another language; what was typed stays. */
async function changeLanguage(root: HTMLElement, button: HTMLElement): Promise<void> {
  keepLook(button.dataset)
  const next = (await readPage()) ?? null
  const fresh = next?.querySelector<HTMLElement>('.outside')
  if (!next || !fresh) return location.reload()
  for (const { id, value, checked } of inputsIn(root)) {
    const input = fresh.querySelector<HTMLInputElement>(`input[id="${id}"]`)
    if (!input) continue
    if (input.type === 'checkbox') input.checked = checked
    else input.value = value
  }
  const tab = root.querySelector('[role=tab][aria-selected=true]')?.id
  document.documentElement.lang = next.documentElement.lang
  document.title = next.title
  root.replaceWith(document.adoptNode(fresh))
  if (tab) choose(byId(tab)!)
  tellContent()
  fresh.querySelector<HTMLElement>('[data-language]')!.focus()
}

function click(root: HTMLElement, event: MouseEvent): void {
  const target = event.target as Element
  const tab = target.closest<HTMLElement>('[role=tab]')
  if (tab) choose(tab)
  const language = target.closest<HTMLElement>('[data-language]')
  if (!language) return
  event.stopPropagation()
  void changeLanguage(root, language)
}

const LED_BACK = 'consilium.ledBack'
const AGAIN_AFTER_MS = 5000

/**
 * A link on another site brings no cookie along, so its page seems to be one without a session: if there is one, it leads
 * back, but not twice in a row.
 */
async function leadBack(root: HTMLElement): Promise<void> {
  const asking = root.querySelector<HTMLElement>('[data-session]')
  if (!asking || returnTo() === null) return
  const last = Number(sessionStorage.getItem(LED_BACK) ?? 0)
  if (Date.now() - last < AGAIN_AFTER_MS) return
  const reply = await callAnonymously(routeIn(asking.dataset['session']))
  if (!reply.ok) return
  sessionStorage.setItem(LED_BACK, String(Date.now()))
  leave()
}

export function follow(root: HTMLElement): void {
  enable(root)
  root.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    if (!form.hasAttribute('data-sending') && isFilledIn(form)) void send(root, form)
  })
  root.addEventListener('click', (event) => click(root, event))
  root.addEventListener('keydown', moveTo)
  for (const field of root.querySelectorAll<HTMLElement>('[data-purpose]')) followCode(field)
  offerPasskeys(root, (answer) => {
    rememberLogin(false)
    void goOn(root, answer)
  })
  void leadBack(root)
}
