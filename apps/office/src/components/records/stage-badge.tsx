import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { Badge } from '@mantine/core'
import { useDictionary } from '../../lib/dictionary.ts'

const COLORS: Partial<Record<MeetingStage, string>> = { draft: 'gray', inSession: 'orange', closed: 'teal' }

export function StageBadge({ stage }: { stage: MeetingStage }) {
  const { label } = useDictionary('meeting_stage')
  return (
    <Badge variant="light" color={COLORS[stage] ?? 'lagoon'}>
      {label(stage)}
    </Badge>
  )
}
