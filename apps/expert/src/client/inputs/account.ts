import { hasCheckDigit, PAYEE_ACCOUNT_MIN, plainAccount } from '@consilium/contract/experts/account-number.ts'
import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { accountTexts } from '@consilium/web-kit/account-texts.ts'
import { textOf } from '@consilium/web-kit/texts.ts'
import { call } from '../call.ts'
import { make } from '../elements.ts'
import { language } from '../words.ts'

/** Branches are looked up once nobody types for so long. */
const TYPING_MS = 400

const say = (key: keyof (typeof accountTexts)['pairs'], options: Record<string, string> = {}) =>
  textOf(accountTexts, key, language(), options)

const problem = (text: string) => make('p', { class: 'problem small' }, text)

interface Place {
  bankName: HTMLInputElement | null
  bankAccount: HTMLInputElement
  bankBranch: HTMLInputElement | null
}

const valueOf = (input: HTMLInputElement | null) => input?.value.trim() ?? ''

/** What the digits say about an account while it is typed; none of it keeps anybody from saving. */
async function numberHints({ bankName, bankAccount }: Place): Promise<HTMLElement[]> {
  const number = plainAccount(bankAccount.value)
  if (number.length < PAYEE_ACCOUNT_MIN || !/^\d+$/.test(number)) return []
  const hints: HTMLElement[] = hasCheckDigit(number) ? [] : [problem(say('doubtful'))]
  const { bankOfNumber, isSameBank } = await import('@consilium/contract/experts/card-prefixes.ts')
  const bank = bankOfNumber(number)
  if (bank === null || bankName === null) return hints
  const typed = valueOf(bankName)
  if (typed !== '' && !isSameBank(typed, bank)) hints.push(problem(say('otherBank', { bank })))
  if (typed !== '') return hints
  const use = make('button', { type: 'button', class: 'button quiet' }, say('useBank', { bank }))
  use.addEventListener('click', () => {
    bankName.value = bank
    bankName.dispatchEvent(new Event('input', { bubbles: true }))
    bankName.focus()
  })
  return [...hints, use]
}

interface Lookup {
  branch: { code: string; name: string } | null
  isEmpty: boolean
}

/** The clearing code that bank and branch have in the directory. Nothing while there is no directory. */
async function branchHint(route: CalledRoute, { bankName, bankBranch }: Place): Promise<HTMLElement[]> {
  const [bank, branch] = [valueOf(bankName), valueOf(bankBranch)]
  if (bank === '') return []
  const query = { bankName: bank, ...(branch === '' ? {} : { bankBranch: branch }) }
  const reply = await call<Lookup>(route, { query })
  if (!reply.ok || reply.data.isEmpty) return []
  const { branch: found } = reply.data
  return [found ? make('span', { class: 'soft' }, say('clearingCode', found)) : problem(say('branchUnknown'))]
}

/** Shows what a search has found, unless another one has begun since. */
function latest(place: HTMLElement | null, find: () => Promise<HTMLElement[]>): () => Promise<void> {
  let last = 0
  return async () => {
    const mine = (last += 1)
    const found = await find()
    if (mine === last) place?.replaceChildren(...found)
  }
}

/** Follows the fields of an account. */
export function follow(element: HTMLElement): void {
  const field = (name: string) => element.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const part = (name: string) => element.querySelector<HTMLElement>(`[data-part="${name}"]`)
  const place: Place = {
    bankName: field('bankName'),
    bankAccount: field('bankAccount')!,
    bankBranch: field('bankBranch'),
  }
  const route = JSON.parse(element.dataset['lookup']!) as CalledRoute
  const tellNumber = latest(part('number'), () => numberHints(place))
  const tellBranch = latest(part('branch'), () => branchHint(route, place))
  let timer = 0
  element.addEventListener('input', ({ target }) => {
    if (target !== place.bankBranch) void tellNumber()
    if (target !== place.bankName && target !== place.bankBranch) return
    clearTimeout(timer)
    timer = window.setTimeout(() => void tellBranch(), TYPING_MS)
  })
  void tellNumber()
  if (place.bankBranch) void tellBranch()
}
