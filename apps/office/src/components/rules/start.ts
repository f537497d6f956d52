import { SINCE_EVER } from '@consilium/contract/gates/rule-owners.ts'
import { useTexts } from '../../lib/texts.ts'
import { ruleTexts } from './texts.ts'

/** Whether somebody chose the day: the rules that the service ships hold from a day before every meeting. */
export const isChosen = (validFrom: string): boolean => validFrom !== SINCE_EVER

/** The day from which a version holds. */
export function useStart(): (version: { validFrom: string }) => string {
  const t = useTexts(ruleTexts)
  return ({ validFrom }) => (isChosen(validFrom) ? validFrom : t('always'))
}
