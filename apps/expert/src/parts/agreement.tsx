import { ATTENDANCE_LABELS } from '@consilium/contract/attendees/attendance.ts'
import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import { agreementState, isAmended, isFeeOpen, mustSignAgain } from '@consilium/web-kit/agreement-state.ts'
import { agreementTexts } from '@consilium/web-kit/agreement-texts.ts'
import type { Visit } from '../visit.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { nextStepTexts } from './texts.ts'

interface Shown {
  visit: Visit
  attendee: Attendee
}

/** The status of an agreement, with the payer's seal if that is waited for. */
export function SignatureBadge({ visit, attendee }: Shown) {
  const state = agreementState(attendee)
  const isSigned = state === 'signed' || state === 'unsealed'
  return (
    <Badge
      tone={state === 'signed' ? 'good' : 'warning'}
      icon={isSigned ? 'check' : state === 'unsigned' ? 'pencil' : 'refresh'}
    >
      {visit.say(agreementTexts)(state)}
    </Badge>
  )
}

/** Returns the obstacle to signing that a row of the list reveals; the agreement's own page shows all. */
function obstacleOf(attendee: Attendee) {
  if (attendee.currentStage === 'closed') return 'closed'
  if (attendee.reply === 'declined') return 'refused'
  if (isFeeOpen(attendee)) return 'noFee'
  return attendee.currentStage === 'draft' ? 'notApproved' : null
}

/** Leads to the expert's next step in the agreement of a meeting. */
export function AgreementLink({ visit, attendee }: Shown) {
  const t = visit.say(nextStepTexts)
  const { attendeeId, agreementStep, signatureStatus, meetingName, abilities, reply } = attendee
  if (signatureStatus === 'signed' && !isAmended(attendee)) return null
  const obstacle = obstacleOf(attendee)
  if (obstacle) return <span class="soft small">{t(obstacle)}</span>
  const key = isAmended(attendee)
    ? 'toAmendment'
    : mustSignAgain(attendee)
      ? 'signAnew'
      : agreementStep === 'fill'
        ? 'sign'
        : 'goOn'
  return (
    <Button
      href={`/my-agreements/${attendeeId}`}
      // The answer to the invitation comes first.
      kind={abilities.reply && reply === null ? 'light' : 'main'}
      icon="signature"
      label={`${t(key)} · ${meetingName}`}
    >
      {t(key)}
    </Button>
  )
}

/** What the expert answered to the invitation. Nobody waits for an answer from an expert who has signed. */
export function ReplyBadge({ visit, attendee }: Shown) {
  const { attendance, reply, replyReason, signatureStatus } = attendee
  if (reply === null && signatureStatus === 'signed') return null
  const tone = { accepted: 'good', declined: 'bad', expired: 'warning', invited: 'plain' } as const
  return (
    <Badge tone={tone[attendance]} title={replyReason ?? undefined}>
      {visit.label(ATTENDANCE_LABELS, attendance)}
    </Badge>
  )
}
