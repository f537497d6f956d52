import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import { evidenceWords, type MeetingCheck } from '@consilium/contract/gates/gates.ts'
import { ruleTexts } from '../../components/rules/texts.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'

/** Says what is open in a check, in one line; empty if it has no name. */
export function useEvidence(): (check: MeetingCheck, evidence: readonly Evidence[]) => string {
  const language = useLanguage()
  const t = useTexts(ruleTexts)
  return (check, evidence) =>
    evidence
      .flatMap(({ name, expected }) =>
        name === null ? [] : [evidenceWords(check, { name, expected })[language]],
      )
      .join(t('between'))
}
