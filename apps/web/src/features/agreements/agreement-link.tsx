import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import { Text } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { LinkButton } from '../../components/links.tsx'
import { useTexts } from '../../lib/texts.ts'
import { isFeeOpen } from './fee/explained-fee.ts'
import { isAmended, mustSignAgain } from './signing/signature-badge.tsx'
import { agreementTexts } from './texts.ts'

/** Returns the obstacle to signing that a row of the list reveals; the agreement's own page shows all. */
function obstacleOf({
  payableAmount,
  currentStage,
  reply,
}: Pick<Attendee, 'payableAmount' | 'currentStage' | 'reply'>) {
  if (currentStage === 'closed') return 'closed'
  if (reply === 'declined') return 'refused'
  if (isFeeOpen({ payableAmount })) return 'noFee'
  return currentStage === 'draft' ? 'notApproved' : null
}

/** Links to the expert's next step in the agreement of a meeting. */
export function AgreementLink({ attendee }: { attendee: Attendee }) {
  const t = useTexts(agreementTexts)
  const { attendeeId, agreementStep, signatureStatus, meetingName, abilities, reply } = attendee
  if (signatureStatus === 'signed' && !isAmended(attendee)) return null
  const obstacle = obstacleOf(attendee)
  if (obstacle)
    return (
      <Text size="sm" c="dimmed">
        {t(obstacle)}
      </Text>
    )
  const label = t(
    isAmended(attendee)
      ? 'toAmendment'
      : mustSignAgain(attendee)
        ? 'signAnew'
        : agreementStep === 'fill'
          ? 'sign'
          : 'goOn',
  )
  return (
    <LinkButton
      to={`/my-agreements/${attendeeId}`}
      // The answer to the invitation comes first.
      variant={abilities.reply && reply === null ? 'light' : 'filled'}
      aria-label={`${label} · ${meetingName}`}
      leftSection={<IconSignature size={18} aria-hidden />}
    >
      {label}
    </LinkButton>
  )
}
