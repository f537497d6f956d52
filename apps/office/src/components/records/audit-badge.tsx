import type { AuditStatus } from '@consilium/contract/experts/expert-record.ts'
import { Badge } from '@mantine/core'
import { useDictionary } from '../../lib/dictionary.ts'

const COLORS: Record<AuditStatus, string> = { pending: 'yellow', approved: 'teal', rejected: 'red' }

export function AuditBadge({ status }: { status: AuditStatus }) {
  const { label } = useDictionary('audit_status')
  return (
    <Badge variant="light" color={COLORS[status]}>
      {label(status)}
    </Badge>
  )
}
