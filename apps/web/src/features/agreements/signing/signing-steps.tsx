import { AGREEMENT_STEPS, type AgreementStep } from '@consilium/contract/signing/signing.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTexts } from '../../../lib/texts.ts'
import { signingTexts } from './signing-texts.ts'
import classes from './signing.module.css'

/** Shows the progress of signing. */
export function SigningSteps({ step }: { step: AgreementStep }) {
  const t = useTexts(signingTexts)
  const current = AGREEMENT_STEPS.indexOf(step)
  // The last step requires no action, so it is done once it is reached.
  const isDone = (index: number) => index < current || step === 'success'
  return (
    <nav aria-label={t('steps')}>
      <ol className={classes.steps}>
        {AGREEMENT_STEPS.map((each, index) => (
          <li
            key={each}
            data-state={isDone(index) ? 'done' : index === current ? 'current' : 'ahead'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={classes.number} aria-hidden>
              {isDone(index) ? <IconCheck size={16} stroke={3} /> : index + 1}
            </span>
            <VisuallyHidden>
              {t('stepOf', { step: index + 1, count: AGREEMENT_STEPS.length })}:{' '}
            </VisuallyHidden>
            <span className={classes.stepName}>{t(each)}</span>
            {isDone(index) && <VisuallyHidden> ({t('stepDone')})</VisuallyHidden>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
