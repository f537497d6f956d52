import { hasCheckDigit, PAYEE_ACCOUNT_MIN, plainAccount } from '@consilium/contract/experts/account-number.ts'
import { accountTexts } from '@consilium/web-kit/account-texts.ts'
import { textOf } from '@consilium/web-kit/texts.ts'
import { make } from './elements.ts'
import { language } from './words.ts'

const said = (key: 'doubtful' | 'useBank' | 'otherBank', bank = '') =>
  textOf(accountTexts, key, language(), { bank })

const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement

/** Fills in the bank of a card, as its owner would. */
function bankButton(bank: string, field: HTMLInputElement): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'button quiet' }, said('useBank', bank))
  button.addEventListener('click', () => {
    field.value = bank
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return button
}

/** What the digits say about an account while it is typed; none of it keeps anybody from sending it. */
async function hintsFor(number: string, bankField: HTMLInputElement): Promise<HTMLElement[]> {
  if (number.length < PAYEE_ACCOUNT_MIN || !/^\d+$/.test(number)) return []
  const { bankOfNumber, isSameBank } = await import('@consilium/contract/experts/card-prefixes.ts')
  const bank = bankOfNumber(number)
  const typed = bankField.value.trim()
  return [
    ...(hasCheckDigit(number) ? [] : [make('p', {}, said('doubtful'))]),
    ...(bank !== null && typed === '' ? [bankButton(bank, bankField)] : []),
    ...(bank !== null && typed !== '' && !isSameBank(typed, bank)
      ? [make('p', {}, said('otherBank', bank))]
      : []),
  ]
}

/** Says below the number of an account what its digits say. */
export function follow(place: HTMLElement): void {
  const form = place.closest('form')!
  const [account, bank] = [fieldOf(form, 'bankAccount'), fieldOf(form, 'bankName')]
  async function show(): Promise<void> {
    const number = plainAccount(account.value)
    const hints = await hintsFor(number, bank).catch(() => [])
    if (number === plainAccount(account.value)) place.replaceChildren(...hints)
  }
  form.addEventListener('input', ({ target }) => {
    if (target === account || target === bank) void show()
  })
}
