import {
  batchReceiptRoutes,
  RECEIPT_OUTCOME_LABELS,
  type ReceiptImport,
  type ReceiptImportRow,
} from '@consilium/contract/batches/batch-receipts.ts'
import { Alert, Badge, Button, FileButton, Progress, Stack, Text } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import table from '../../components/table.module.css'
import { orNothing, useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { sendWithProgress } from '@consilium/web-kit/progress.ts'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { batchTexts } from './texts.ts'
import { receiptTexts } from './receipt-texts.ts'

const ROWS_SHOWN = 200
const PERCENT = 100

const COLORS: Readonly<Partial<Record<ReceiptImportRow['outcome'], string>>> = {
  attached: 'teal',
  known: 'gray',
  unread: 'orange',
}
/** What somebody has to look at comes first. */
const RANKS: Readonly<Partial<Record<ReceiptImportRow['outcome'], number>>> = { attached: 1, known: 2 }
const rankOf = ({ outcome }: ReceiptImportRow) => RANKS[outcome] ?? 0

function Rows({ rows }: { rows: readonly ReceiptImportRow[] }) {
  const t = useTexts(receiptTexts)
  const batch = useTexts(batchTexts)
  const label = useLabel(RECEIPT_OUTCOME_LABELS)
  const sorted = rows.toSorted((one, other) => rankOf(one) - rankOf(other))
  return (
    <>
      <div className={table.scroll} tabIndex={0} role="region" aria-label={batch('result')}>
        <table className={table.table} aria-label={batch('result')}>
          <thead>
            <tr>
              <th scope="col">{t('file')}</th>
              <th scope="col" className={table.head}>
                {batch('payee')}
              </th>
              <th scope="col">{batch('result')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, ROWS_SHOWN).map(({ fileName, name, outcome }, at) => (
              // Files of two ZIPs may have one name.
              <tr key={`${at} ${fileName}`}>
                <td style={{ overflowWrap: 'anywhere' }}>{fileName}</td>
                <td>{orNothing(name)}</td>
                <td>
                  <Badge variant="light" color={COLORS[outcome] ?? 'red'}>
                    {label(outcome)}
                  </Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > ROWS_SHOWN && (
        <Text size="sm" c="dimmed">
          {t('shownOf', { max: ROWS_SHOWN })}
        </Text>
      )}
    </>
  )
}

function Result({ result }: { result: ReceiptImport }) {
  const t = useTexts(receiptTexts)
  const { rows, attached, known, unread, problems } = result
  return (
    <>
      <Text role="status" size="sm">
        {t('imported', { count: rows.length, attached, known, problems })}
      </Text>
      {unread > 0 && (
        <Alert color="orange" variant="light">
          {t('readingHint', { count: unread })}
        </Alert>
      )}
      {problems > 0 && (
        <Text size="sm" c="dimmed">
          {t('byHandHint')}
        </Text>
      )}
      {rows.length > 0 && <Rows rows={rows} />}
    </>
  )
}

interface ReceiptsDialogProps {
  batchId: number
  onImported: () => void
  onClose: () => void
}

/** Imports receipts of the bank and says of each what became of it. */
export default function ReceiptsDialog({ batchId, onImported, onClose }: ReceiptsDialogProps) {
  const t = useTexts(receiptTexts)
  const client = useQueryClient()
  const [result, setResult] = useState<ReceiptImport | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [share, setShare] = useState<number | null>(null)
  const reset = useRef<() => void>(null)
  const send = async (files: File[]) => {
    if (files.length === 0) return
    setError(null)
    setResult(null)
    setShare(0)
    try {
      setResult(
        await call(batchReceiptRoutes.import, { body: { batchId }, files }, sendWithProgress(setShare)),
      )
      onImported()
      await refresh(client)
    } catch (failure) {
      setError(failure)
    } finally {
      setShare(null)
      // The same files may be chosen again.
      reset.current?.()
    }
  }
  return (
    <Dialog title={t('import')} size="xl" onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('importHint')}</Text>
        <FileButton multiple accept=".pdf,.zip" resetRef={reset} onChange={(files) => void send(files)}>
          {(props) => (
            <Button
              {...props}
              variant={result ? 'default' : 'filled'}
              loading={share !== null}
              leftSection={<IconFileTypePdf size={16} aria-hidden />}
              style={{ alignSelf: 'flex-start' }}
            >
              {t('choose')}
            </Button>
          )}
        </FileButton>
        {share !== null && <Progress value={share * PERCENT} aria-label={t('import')} />}
        {error !== null && <RequestError error={error} />}
        {result && <Result result={result} />}
      </Stack>
    </Dialog>
  )
}
