import type { Attendee } from '@consilium/contract/attendees.ts'
import { Text } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { LinkButton } from '../../components/links.tsx'
import { useTexts } from '../../lib/texts.ts'
import { mustSignAgain } from './signature-badge.tsx'
import { agreementTexts } from './texts.ts'

const NO_FEE = /^0+(\.0+)?$/

/** An agreement without a fee cannot be drawn up. */
export const hasFee = (payableAmount: string): boolean => !NO_FEE.test(payableAmount)

/** What an expert does next with the agreement of a meeting. */
export function AgreementLink({ attendee }: { attendee: Attendee }) {
  const t = useTexts(agreementTexts)
  const { attendeeId, agreementStep, payableAmount, signatureStatus, meetingName } = attendee
  if (signatureStatus === 'signed') return null
  if (!hasFee(payableAmount))
    return (
      <Text size="sm" c="dimmed">
        {t('noFee')}
      </Text>
    )
  const label = t(mustSignAgain(attendee) ? 'signAnew' : agreementStep === 'fill' ? 'sign' : 'goOn')
  return (
    <LinkButton
      to={`/my-agreements/${attendeeId}`}
      aria-label={`${label} · ${meetingName}`}
      leftSection={<IconSignature size={18} aria-hidden />}
    >
      {label}
    </LinkButton>
  )
}
