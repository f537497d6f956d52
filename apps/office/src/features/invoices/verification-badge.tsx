import { VERIFICATION_LABELS, type VerificationState } from '@consilium/contract/invoices/verification.ts'
import { Badge } from '@mantine/core'
import { useLabel } from '../../lib/format.ts'

const COLORS: Record<VerificationState, string> = {
  none: 'gray',
  waiting: 'lagoon',
  valid: 'teal',
  mismatch: 'orange',
  notFound: 'red',
  voided: 'red',
  redFlushed: 'red',
  unsupported: 'gray',
  failed: 'orange',
}

/** What the tax authority says of an invoice, in a word. */
export function VerificationBadge({ state }: { state: VerificationState }) {
  const label = useLabel(VERIFICATION_LABELS)
  return (
    <Badge variant="light" color={COLORS[state]}>
      {label(state)}
    </Badge>
  )
}
