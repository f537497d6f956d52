import { AGREEMENT_STEPS, type AgreementStep } from '@consilium/contract/signing/signing.ts'
import { Icon } from '../parts/icon.tsx'
import type { View } from '../visit.ts'
import { signingTexts } from './texts.ts'

/** Shows the progress of signing. */
export function SigningSteps({ view, step }: { view: View; step: AgreementStep }) {
  const t = view.say(signingTexts)
  const current = AGREEMENT_STEPS.indexOf(step)
  // The last step requires no action, so it is done once it is reached.
  const isDone = (index: number) => index < current || step === 'success'
  return (
    <nav aria-label={t('steps')}>
      <ol class="steps">
        {AGREEMENT_STEPS.map((each, index) => (
          <li
            key={each}
            data-place={isDone(index) ? 'done' : index === current ? 'current' : 'ahead'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span class="step-number" aria-hidden="true">
              {isDone(index) ? <Icon name="check" /> : index + 1}
            </span>
            <span class="unseen">{`${t('stepOf', { step: index + 1, count: AGREEMENT_STEPS.length })}: `}</span>
            <span class="step-name">{t(each)}</span>
            {isDone(index) && <span class="unseen">{` (${t('stepDone')})`}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
