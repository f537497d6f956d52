import { BATCH_STATE_LABELS, BATCH_WORK_LABELS } from '@consilium/contract/batches/batch-states.ts'
import { batchRoutes, type PaymentBatch } from '@consilium/contract/batches/batches.ts'
import { Badge, Group, Paper, Progress, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLabel } from '../../lib/format.ts'
import { recordQuery } from '../../lib/record-query.ts'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { batchTexts } from './texts.ts'

const POLL_MS = 700
const PERCENT = 100

const COLORS: Readonly<Record<PaymentBatch['state'], string>> = {
  draft: 'gray',
  locked: 'yellow',
  exported: 'blue',
  settled: 'teal',
  cancelled: 'gray',
}

export function BatchBadge({ batch: { state, work } }: { batch: Pick<PaymentBatch, 'state' | 'work'> }) {
  const label = useLabel(BATCH_STATE_LABELS)
  const working = useLabel(BATCH_WORK_LABELS)
  return (
    <Badge variant="light" color={work === null ? COLORS[state] : 'orange'}>
      {work === null ? label(state) : working(work)}
    </Badge>
  )
}

/** How far the work on a batch is. The batch is read again until it ends, then everything on the page is. */
export function Work({ batch: { batchId, work, workDone, workTotal } }: { batch: PaymentBatch }) {
  const t = useTexts(batchTexts)
  const label = useLabel(BATCH_WORK_LABELS)
  const client = useQueryClient()
  useQuery({
    ...recordQuery(batchRoutes.get, { batchId: String(batchId) }),
    enabled: work !== null,
    refetchInterval: work === null ? false : POLL_MS,
  })
  const before = useRef(work)
  useEffect(() => {
    if (before.current !== null && work === null) void refresh(client)
    before.current = work
  }, [client, work])
  if (work === null) return null
  const said = t('work', { what: label(work), done: workDone, total: workTotal })
  return (
    <Paper withBorder radius="md" px="md" py={6} role="status">
      <Group gap="0.25rem 1rem">
        <Text size="sm">{said}</Text>
        <Progress
          flex="1 1 12rem"
          value={workTotal === 0 ? 0 : (PERCENT * workDone) / workTotal}
          aria-label={label(work)}
        />
      </Group>
    </Paper>
  )
}
