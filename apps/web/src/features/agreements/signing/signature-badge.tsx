import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import { Badge } from '@mantine/core'
import { IconCheck, IconPencil, IconRefreshAlert } from '@tabler/icons-react'
import { useTexts } from '../../../lib/texts.ts'
import { agreementTexts } from '../texts.ts'

const ICON = 12

type Signed = Pick<Attendee, 'signatureStatus' | 'sealStatus' | 'supersededCount' | 'amendment'>

/** Another fee waits for the expert. */
export const isAmended = ({ amendment }: Pick<Attendee, 'amendment'>): boolean =>
  amendment?.status === 'proposed'

export const mustSignAgain = ({
  signatureStatus,
  supersededCount,
}: Pick<Signed, 'signatureStatus' | 'supersededCount'>): boolean =>
  signatureStatus === 'unsigned' && supersededCount > 0

/** The status of an attendee's agreement, with the payer's seal if that is waited for, in words as well as by color. */
export function SignatureBadge(attendee: Signed) {
  const t = useTexts(agreementTexts)
  const amended = isAmended(attendee)
  const isSigned = attendee.signatureStatus === 'signed' && !amended
  const isAwaiting = isSigned && attendee.sealStatus === 'awaiting'
  const again = amended || mustSignAgain(attendee)
  const Icon = isSigned ? IconCheck : again ? IconRefreshAlert : IconPencil
  return (
    <Badge
      variant="light"
      color={isSigned && !isAwaiting ? 'teal' : 'orange'}
      leftSection={<Icon size={ICON} aria-hidden />}
    >
      {t(
        isAwaiting
          ? 'unsealed'
          : isSigned
            ? 'signed'
            : amended
              ? 'amended'
              : again
                ? 'signAgain'
                : 'unsigned',
      )}
    </Badge>
  )
}
