import {
  batchReceiptRoutes,
  RECEIPT_OUTCOME_LABELS,
  type ReceiptSums,
  type WaitingReceipt,
} from '@consilium/contract/batches/batch-receipts.ts'
import { batchRoutes, type PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { Badge, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { useSaving } from '../../components/dialogs/use-saving.ts'
import type { OptionSource } from '../../components/forms/option-source.ts'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { minute, useColon, useLabel, yuan } from '../../lib/format.ts'
import { recordQuery } from '../../lib/record-query.ts'
import { call } from '../../lib/requests/api.ts'
import { refresh, useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { receiptTexts } from './receipt-texts.ts'
import { dated } from '../../components/dated.tsx'

const SHOWN = 20
const POLL_MS = 1500
const OFFERED = '20'

type Chosen = Pick<PaymentBatchLine, 'lineId' | 'name' | 'netAmount'>
const labelOf = ({ name, netAmount }: Pick<Chosen, 'name'> & { netAmount: string | null }) =>
  `${name} · ${yuan(netAmount)}`

/** Lines of the batch that lack a receipt. */
const lacking = (batchId: number): OptionSource => ({
  route: batchRoutes.lines,
  query: (keyword) => ({
    batchId: String(batchId),
    hasReceipt: 'false',
    pageSize: OFFERED,
    orderByColumn: 'lineId',
    isAsc: 'asc',
    ...(keyword === '' ? {} : { name: keyword.split(' · ')[0]! }),
  }),
  options: (rows) =>
    (rows as PaymentBatchLine[]).map((line) => ({ value: String(line.lineId), label: labelOf(line) })),
})

/** One receipt, with the line that it seems to be of; a person says which it is, or deletes it. */
function Waiting({ receipt }: { receipt: WaitingReceipt }) {
  const t = useTexts(receiptTexts)
  const colon = useColon()
  const label = useLabel(RECEIPT_OUTCOME_LABELS)
  const { waitingId, batchId, fileName, reason, lines, userName, createTime } = receipt
  const [lineId, setLineId] = useState<number | null>(lines.length === 1 ? lines[0]!.lineId : null)
  const assign = useSend(batchReceiptRoutes.assign)
  const discard = useSend(batchReceiptRoutes.discard)
  const { isRunning, save } = useSaving()
  const replaces = lines.find((line) => line.lineId === lineId)?.receiptId ?? null
  const known = lines.map((line) => ({
    value: String(line.lineId),
    label: line.receiptId === null ? labelOf(line) : `${labelOf(line)} · ${t('has')}`,
  }))
  const send = () => {
    if (lineId === null) return
    const body = { waitingId, lineId, ...(replaces === null ? {} : { replaces }) }
    assign.mutate({ body }, { onSuccess: () => notifyDone(t('attached')) })
  }
  const error = assign.error ?? discard.error
  return (
    <Stack
      component="li"
      gap="xs"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
      pt="sm"
    >
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {fileName}
          </Text>
          <Text size="xs" c="dimmed">
            <Badge variant="light" size="sm" color="orange">
              {label(reason)}
            </Badge>{' '}
            {dated(t('by', { name: userName, time: minute(createTime) }))}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            loading={isRunning}
            aria-label={t('download') + colon + fileName}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void save(batchReceiptRoutes.waitingFile, { params: { waitingId } }, fileName)}
          >
            {t('download')}
          </Button>
          <Button
            variant="default"
            loading={discard.isPending}
            aria-label={t('discard') + colon + fileName}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() =>
              discard.mutate({ params: { waitingId } }, { onSuccess: () => notifyDone(t('discarded')) })
            }
          >
            {t('discard')}
          </Button>
        </Group>
      </Group>
      {reason !== 'unread' && (
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <div style={{ flex: 1, minWidth: 0 }}>
            <RemoteSelect
              source={lacking(batchId)}
              known={known}
              value={lineId}
              aria-label={t('line') + colon + fileName}
              placeholder={t('line')}
              onChange={setLineId}
            />
          </div>
          <Button disabled={lineId === null} loading={assign.isPending} onClick={send}>
            {t(replaces === null ? 'assign' : 'replaceBy')}
          </Button>
        </Group>
      )}
      {error && <RequestError error={error} />}
    </Stack>
  )
}

/** The imported receipts of a batch without a line: how many are still read, and those for which a person says it. */
export function WaitingReceipts({ batchId, sums }: { batchId: number; sums: ReceiptSums }) {
  const t = useTexts(receiptTexts)
  const { unread, waiting } = sums
  const { data, error } = useQuery({
    // Those that are read meanwhile come in or leave.
    queryKey: [batchReceiptRoutes.waiting.path, batchId, unread, waiting],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(batchReceiptRoutes.waiting, { params: { batchId }, signal }),
  })
  if (unread + waiting === 0) return null
  const rows = (data ?? []).filter(({ reason }) => reason !== 'unread').slice(0, SHOWN)
  return (
    <Section title={t('waitingTitle')}>
      <Stack gap="sm">
        {unread > 0 && (
          <Group gap="xs" role="status">
            <Loader size="xs" aria-hidden />
            <Text size="sm">{t('reading', { count: unread })}</Text>
          </Group>
        )}
        {waiting > 0 && <Text size="sm">{t('waitingHint', { count: waiting })}</Text>}
        {error && <RequestError error={error} />}
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {rows.map((receipt) => (
            <Waiting key={receipt.waitingId} receipt={receipt} />
          ))}
        </Stack>
        {waiting > rows.length && rows.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('waitingShown', { count: rows.length })}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

/** How many receipts a batch has, lacks and is reading; asked again while some are read, and then everything on the page is. */
export function useReceiptSums(batchId: number, enabled: boolean) {
  const client = useQueryClient()
  const { data } = useQuery({
    ...recordQuery(batchReceiptRoutes.sums, { batchId: String(batchId) }),
    enabled,
    refetchInterval: ({ state }) => ((state.data?.unread ?? 0) > 0 ? POLL_MS : false),
  })
  const unread = data?.unread ?? 0
  const before = useRef(unread)
  useEffect(() => {
    if (before.current > 0 && unread === 0) void refresh(client)
    before.current = unread
  }, [client, unread])
  return data
}
