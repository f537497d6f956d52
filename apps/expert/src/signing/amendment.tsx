import {
  agreementRoutes,
  type Amendment,
  type LaborAgreement,
} from '@consilium/contract/agreements/agreements.ts'
import { money, orNothing } from '@consilium/web-kit/format.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Notice } from '../parts/notice.tsx'
import { Facts, Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { View } from '../visit.ts'
import { ContractStep } from './contract.tsx'
import { amendmentTexts } from './texts.ts'

const DECLINE = 'decline'

interface AmendmentProps {
  view: View
  agreement: LaborAgreement
  amendment: Amendment
}

/** The fee in force beside the proposed one, and why it is to change. */
function Comparison({ view, agreement, amendment }: AmendmentProps) {
  const t = view.say(amendmentTexts)
  const minutes = (count: number | null) => orNothing(count === null ? null : t('minutesOf', { count }))
  return (
    <Section title={t('title')}>
      <Facts
        items={[
          [t('reason'), amendment.reason, 'long'],
          ...(agreement.feeMinutes === amendment.feeMinutes
            ? []
            : [
                [t('minutesNow'), minutes(agreement.feeMinutes)] as const,
                [t('minutesNext'), minutes(amendment.feeMinutes)] as const,
              ]),
          [t('payableNow'), money(agreement.payableAmount)],
          [t('payableNext'), money(amendment.payableAmount)],
          [t('netNow'), money(agreement.netAmount)],
          [t('netNext'), money(amendment.netAmount)],
        ]}
      />
    </Section>
  )
}

function Decline({ view, agreement: { attendeeId } }: Pick<AmendmentProps, 'view' | 'agreement'>) {
  const t = view.say(amendmentTexts)
  return (
    <>
      <Button kind="plain" data-opens={DECLINE}>
        {t('decline')}
      </Button>
      <Dialog view={view} id={DECLINE} title={t('declineTitle')}>
        <p>{t('declineHint')}</p>
        <Sending route={agreementRoutes.decline} body={{ attendeeId }}>
          <div class="buttons">
            <Button type="submit">{t('decline')}</Button>
          </div>
        </Sending>
      </Dialog>
    </>
  )
}

/** Another fee for a signed agreement: the expert reads and signs it, or declines. */
export function AmendmentStep({ view, agreement, amendment }: AmendmentProps) {
  const t = view.say(amendmentTexts)
  const isOpen = agreement.obstacles.length === 0
  return (
    <>
      <Notice tone="warning" title={t('waits')}>
        <p>{t('waitsHint')}</p>
      </Notice>
      <Comparison view={view} agreement={agreement} amendment={amendment} />
      {isOpen && (
        <ContractStep view={view} agreement={{ ...agreement, ...amendment }} explanation={null} isAmendment />
      )}
      {agreement.abilities.decline && <Decline view={view} agreement={agreement} />}
    </>
  )
}
