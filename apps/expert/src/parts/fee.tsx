import { laborFeeRoutes, type FeeExplanation } from '@consilium/contract/fees/labor-fees.ts'
import { isFeeOpen, type Fee } from '@consilium/web-kit/agreement-state.ts'
import { feeTexts } from '@consilium/web-kit/fee-texts.ts'
import { money, yuan } from '@consilium/web-kit/format.ts'
import type { View, Visit } from '../visit.ts'

/** A fee line by line, each calculated from those above it, with the legal basis. */
function FeeTable({ view, explanation }: { view: View; explanation: FeeExplanation }) {
  const t = view.say(feeTexts)
  const { lines, sources, notice } = explanation
  return (
    <>
      <ol class="fee" aria-label={t('feeLines')}>
        {lines.map(({ label, formula, amount }) => (
          <li key={label}>
            <span>{label}</span>
            <span class="amount">{money(amount)}</span>
            <span class="soft small">{formula}</span>
          </li>
        ))}
      </ol>
      {notice !== null && <p>{notice}</p>}
      <div class="soft small">
        <p>{t('sources')}</p>
        <ul>
          {sources.map((source) => (
            <li key={source}>{source}</li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** How the fee of an attendee comes about; null before it is decided. */
export const readFee = ({ client }: Visit, attendee: Fee): Promise<FeeExplanation | null> =>
  isFeeOpen(attendee)
    ? Promise.resolve(null)
    : client.call(laborFeeRoutes.explain, { params: { attendeeId: attendee.attendeeId } })

interface FeeProps {
  view: View
  attendee: Fee
  explanation: FeeExplanation | null
  isOpen?: boolean
}

/** The amount to be paid, with an explanation line by line. */
export function FeeLines({ view, attendee, explanation, isOpen = false }: FeeProps) {
  const t = view.say(feeTexts)
  if (explanation === null) return <p>{t('feeOpen')}</p>
  return (
    <>
      <p class="soft small">{t('feeSentence')}</p>
      <p class="net">{yuan(attendee.netAmount)}</p>
      <details open={isOpen}>
        <summary>{t('showLines')}</summary>
        <FeeTable view={view} explanation={explanation} />
      </details>
    </>
  )
}
