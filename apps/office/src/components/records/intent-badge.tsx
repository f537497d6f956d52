import { INTENT_STATUS_LABELS, type IntentStatus } from '@consilium/contract/publicity/publicity.ts'
import { Badge } from '@mantine/core'
import { useLabel } from '../../lib/format.ts'

const COLORS: Record<IntentStatus, string> = {
  pending: 'yellow',
  contacted: 'lagoon',
  accepted: 'teal',
  declined: 'gray',
}

export function IntentBadge({ status }: { status: IntentStatus }) {
  const label = useLabel(INTENT_STATUS_LABELS)
  return (
    <Badge variant="light" color={COLORS[status]}>
      {label(status)}
    </Badge>
  )
}
