import { halfWidth } from '@consilium/contract/half-width.ts'
import { identityProblem, type IdType } from '@consilium/contract/persons/identity-number.ts'
import { inLanguage } from '@consilium/contract/wording/said.ts'
import { language } from './words.ts'

/** Finds out whether a number can be one of its document before it is sent. */
export function follow(place: HTMLElement): void {
  const field = place.querySelector<HTMLInputElement>('input[name=idCardNo]')!
  const check = () => {
    const number = halfWidth(field.value).toUpperCase()
    const problem = number === '' ? null : identityProblem(place.dataset['document'] as IdType, number)
    field.setCustomValidity(problem === null ? '' : (inLanguage(problem, language()) ?? problem))
  }
  field.addEventListener('input', check)
  // Something may have been typed before the script was there.
  check()
}
