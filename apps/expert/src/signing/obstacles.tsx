import { consentRoutes, type DataConsent } from '@consilium/contract/consents/consents.ts'
import type { AgreementObstacle } from '@consilium/contract/signing/signing.ts'
import { consentTexts } from '@consilium/web-kit/consent-texts.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { View } from '../visit.ts'
import { obstacleTexts } from './obstacle-texts.ts'

/** Explains why an agreement cannot be filled in and signed yet, and what happens next. */
export function Obstacles({ view, obstacles }: { view: View; obstacles: readonly AgreementObstacle[] }) {
  const t = view.say(obstacleTexts)
  return (
    <Notice tone="info" title={t('title')}>
      <ul class="obstacles">
        {obstacles.map((obstacle) => (
          <li key={obstacle}>
            <p class="strong">{t(obstacle)}</p>
            <p>{t(`${obstacle}Next`)}</p>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Asks for the separate consent to the use of identity and bank data, before any of it is filled in. */
export function ConsentAsked({ view, consent }: { view: View; consent: DataConsent }) {
  const t = view.say(consentTexts)
  return (
    <Section title={t('title')}>
      <p class="strong">{t('ask')}</p>
      <p>{consent.text}</p>
      <Sending route={consentRoutes.give} body={{ version: consent.version }}>
        <div class="buttons">
          <Button type="submit" icon="circleCheck">
            {t('agree')}
          </Button>
        </div>
      </Sending>
    </Section>
  )
}
