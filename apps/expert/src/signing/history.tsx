import { addressOf } from '@consilium/contract/addresses.ts'
import type { LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import {
  signedAgreementRoutes,
  type SupersededAgreement,
} from '@consilium/contract/signing/signed-agreements.ts'
import { minute, money } from '@consilium/web-kit/format.ts'
import { historyTexts } from '@consilium/web-kit/history-texts.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import type { View } from '../visit.ts'

interface HistoryProps {
  view: View
  /** The superseded agreements, newest first. */
  history: readonly SupersededAgreement[]
}

/** Explains why a signed agreement must be signed again. */
export function Invalidated({ view, history, agreement }: HistoryProps & { agreement: LaborAgreement }) {
  const t = view.say(historyTexts)
  const [latest] = history
  if (!latest || agreement.signatureStatus === 'signed') return null
  return (
    <Notice tone="warning" title={t('invalidated')}>
      <p>
        {t('invalidatedHint', {
          from: money(latest.payableAmount),
          to: money(agreement.payableAmount),
          time: minute(latest.signedTime),
        })}
      </p>
    </Notice>
  )
}

/** The superseded documents, which are kept. */
export function SigningHistory({ view, history }: HistoryProps) {
  const t = view.say(historyTexts)
  if (history.length === 0) return null
  return (
    <Section title={t('history')}>
      <ul class="rows">
        {history.map(({ attendeeId, historyId, signedTime, supersededTime, payableAmount }) => (
          <li key={historyId} class="to-sign">
            <div>
              <p>{`${t('signedTime')} ${minute(signedTime)} · ${t('historyFee', { fee: money(payableAmount) })}`}</p>
              <p class="soft small">{`${t('replaced')} ${minute(supersededTime)}`}</p>
            </div>
            <Button
              kind="plain"
              icon="download"
              href={addressOf(signedAgreementRoutes.historyPdf, { attendeeId, historyId })}
              data-download={`${historyId}.pdf`}
              label={t('saveSigned', { time: minute(signedTime) })}
            >
              {t('save')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
