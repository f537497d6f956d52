import { consentRoutes, type DataConsent } from '@consilium/contract/consents/consents.ts'
import { consentTexts } from '@consilium/web-kit/consent-texts.ts'
import { minute } from '@consilium/web-kit/format.ts'
import type { View } from '../visit.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'

const WITHDRAW = 'withdraw'

function Withdraw({ view }: { view: View }) {
  const t = view.say(consentTexts)
  return (
    <>
      <div class="buttons">
        <Button kind="plain" data-opens={WITHDRAW}>
          {t('withdraw')}
        </Button>
      </div>
      <Dialog view={view} id={WITHDRAW} title={t('withdrawTitle')}>
        <Sending route={consentRoutes.withdraw}>
          <p>{t('withdrawHint')}</p>
          <div class="buttons">
            <Button type="submit">{t('withdraw')}</Button>
          </div>
        </Sending>
      </Dialog>
    </>
  )
}

function Records({ view, records }: { view: View } & Pick<DataConsent, 'records'>) {
  const t = view.say(consentTexts)
  if (records.length === 0) return null
  return (
    <details>
      <summary>{t('record')}</summary>
      {records.map(({ version, givenTime, endedTime, endedBecause }) => (
        <p key={givenTime} class="small">
          {[
            t('version', { version }),
            t('from', { time: minute(givenTime) }),
            ...(endedTime && endedBecause ? [t(endedBecause, { time: minute(endedTime) })] : []),
          ].join(' · ')}
        </p>
      ))}
    </details>
  )
}

/** The separate consent to the use of identity and bank data, with all that were given and withdrawn. */
export function ConsentSection({ view, consent }: { view: View; consent: DataConsent }) {
  const t = view.say(consentTexts)
  const { version, text, isGiven, givenTime, records } = consent
  return (
    <Section title={t('title')}>
      <p class="small">{text}</p>
      <p class="strong small" role="status">
        {isGiven ? t('given', { time: minute(givenTime), version }) : t('notGiven')}
      </p>
      {isGiven ? (
        <Withdraw view={view} />
      ) : (
        <Sending route={consentRoutes.give} body={{ version }}>
          <div class="buttons">
            <Button type="submit" icon="check">
              {t('agree')}
            </Button>
          </div>
        </Sending>
      )}
      <Records view={view} records={records} />
    </Section>
  )
}
