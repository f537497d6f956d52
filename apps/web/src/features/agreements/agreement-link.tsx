import type { Attendee } from '@consilium/contract/attendees.ts'
import { Text } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { LinkButton } from '../../components/links.tsx'
import { useTexts } from '../../lib/texts.ts'
import { isFeeOpen } from './explained-fee.ts'
import { mustSignAgain } from './signature-badge.tsx'
import { agreementTexts } from './texts.ts'

/** Why an agreement cannot be signed yet, as far as the row tells; its own page tells all. */
function obstacleOf({ payableAmount, currentStage }: Pick<Attendee, 'payableAmount' | 'currentStage'>) {
  if (currentStage === 'closed') return 'closed'
  if (isFeeOpen({ payableAmount })) return 'noFee'
  return currentStage === 'draft' ? 'notApproved' : null
}

/** What an expert does next with the agreement of a meeting. */
export function AgreementLink({ attendee }: { attendee: Attendee }) {
  const t = useTexts(agreementTexts)
  const { attendeeId, agreementStep, signatureStatus, meetingName } = attendee
  if (signatureStatus === 'signed') return null
  const obstacle = obstacleOf(attendee)
  if (obstacle)
    return (
      <Text size="sm" c="dimmed">
        {t(obstacle)}
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
