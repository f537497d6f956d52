import { agreementState, type Signed } from '@consilium/web-kit/agreement-state.ts'
import { agreementTexts } from '@consilium/web-kit/agreement-texts.ts'
import { Badge } from '@mantine/core'
import { IconCheck, IconPencil, IconRefreshAlert } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'

const ICON = 12

const ICONS = {
  signed: IconCheck,
  unsealed: IconCheck,
  unsigned: IconPencil,
  signAgain: IconRefreshAlert,
  amended: IconRefreshAlert,
}

/** The status of an attendee's agreement, with the payer's seal if that is waited for, in words as well as by color. */
export function SignatureBadge(attendee: Signed) {
  const t = useTexts(agreementTexts)
  const state = agreementState(attendee)
  const Icon = ICONS[state]
  return (
    <Badge
      variant="light"
      color={state === 'signed' ? 'teal' : 'orange'}
      leftSection={<Icon size={ICON} aria-hidden />}
    >
      {t(state)}
    </Badge>
  )
}
