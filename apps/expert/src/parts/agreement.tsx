import { ATTENDANCE_LABELS } from '@consilium/contract/attendees/attendance.ts'
import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import type { Visit } from '../visit.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { agreementTexts } from './texts.ts'

const NO_FEE = /^0+(\.0+)?$/

/** An expert may be invited before the fee is decided. */
export const isFeeOpen = ({ payableAmount }: Pick<Attendee, 'payableAmount'>): boolean =>
  NO_FEE.test(payableAmount)

/** Another fee waits for the expert. */
export const isAmended = ({ amendment }: Pick<Attendee, 'amendment'>): boolean =>
  amendment?.status === 'proposed'

const mustSignAgain = ({ signatureStatus, supersededCount }: Attendee) =>
  signatureStatus === 'unsigned' && supersededCount > 0

interface Shown {
  visit: Visit
  attendee: Attendee
}

/** The status of an agreement, with the payer's seal if that is waited for. */
export function SignatureBadge({ visit, attendee }: Shown) {
  const t = visit.say(agreementTexts)
  const isSigned = attendee.signatureStatus === 'signed' && !isAmended(attendee)
  const isAwaiting = isSigned && attendee.sealStatus === 'awaiting'
  const again = isAmended(attendee) || mustSignAgain(attendee)
  const key = isAwaiting
    ? 'unsealed'
    : isSigned
      ? 'signed'
      : isAmended(attendee)
        ? 'amended'
        : again
          ? 'signAgain'
          : 'unsigned'
  return (
    <Badge
      tone={isSigned && !isAwaiting ? 'good' : 'warning'}
      icon={isSigned ? 'check' : again ? 'refresh' : 'pencil'}
    >
      {t(key)}
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
  const t = visit.say(agreementTexts)
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
