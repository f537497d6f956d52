import { batchReceiptRoutes, type LineReceipt } from '@consilium/contract/batches/batch-receipts.ts'
import type { PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { Badge, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { minute } from '../../lib/format.ts'
import { recordQuery } from '../../lib/record-query.ts'
import { call, saveFile } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { receiptTexts } from './receipt-texts.ts'
import { dated } from '../../components/dated.tsx'

function Receipt({ receipt }: { receipt: LineReceipt }) {
  const t = useTexts(receiptTexts)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const { receiptId, fileName, userName, createTime, replacedTime } = receipt
  const download = async () => {
    setError(null)
    setBusy(true)
    try {
      saveFile(await call(batchReceiptRoutes.file, { params: { receiptId } }), fileName)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {fileName}
          </Text>
          <Text size="xs" c="dimmed">
            <Badge variant="light" size="xs" color={replacedTime === null ? 'teal' : 'gray'}>
              {t(replacedTime === null ? 'current' : 'former')}
            </Badge>{' '}
            {dated(t('by', { name: userName, time: minute(createTime) }))}
          </Text>
        </div>
        <Button
          variant="default"
          style={{ flexShrink: 0 }}
          loading={isBusy}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download()}
        >
          {t('download')}
        </Button>
      </Group>
      {error !== null && <RequestError error={error} />}
    </li>
  )
}

interface LineReceiptsProps {
  line: Pick<PaymentBatchLine, 'lineId' | 'name'>
  onClose: () => void
}

/** The receipts of a line, with those that were replaced, and another one to take the place of the current. */
export default function LineReceipts({ line: { lineId, name }, onClose }: LineReceiptsProps) {
  const t = useTexts(receiptTexts)
  const { data: receipts, error } = useQuery(
    recordQuery(batchReceiptRoutes.ofLine, { lineId: String(lineId) }),
  )
  const attach = useSend(batchReceiptRoutes.attach)
  const reset = useRef<() => void>(null)
  const current = receipts?.find(({ replacedTime }) => replacedTime === null)
  const upload = async (file: File | null) => {
    if (!file) return
    const query = { lineId: String(lineId), ...(current ? { replaces: String(current.receiptId) } : {}) }
    await attach
      .mutateAsync({ query, file })
      .then(() => notifyDone(t('attached')))
      .catch(() => undefined)
    reset.current?.()
  }
  return (
    <Dialog title={t('ofLine', { name })} onClose={onClose}>
      <Stack gap="md">
        {error && <RequestError error={error} />}
        {receipts?.length === 0 && <Text size="sm">{t('none')}</Text>}
        {receipts && receipts.length > 0 && (
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {receipts.map((receipt) => (
              <Receipt key={receipt.receiptId} receipt={receipt} />
            ))}
          </Stack>
        )}
        <Text size="sm" c="dimmed">
          {t('lineHint')}
        </Text>
        {attach.error && <RequestError error={attach.error} />}
        <FileButton accept=".pdf" resetRef={reset} onChange={(file) => void upload(file)}>
          {(props) => (
            <Button
              {...props}
              variant={current ? 'default' : 'filled'}
              disabled={receipts === undefined}
              loading={attach.isPending}
              leftSection={<IconUpload size={16} aria-hidden />}
              style={{ alignSelf: 'flex-start' }}
            >
              {t(current ? 'replace' : 'uploadPdf')}
            </Button>
          )}
        </FileButton>
      </Stack>
    </Dialog>
  )
}
