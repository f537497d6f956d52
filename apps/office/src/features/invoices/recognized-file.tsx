import type {
  RecognitionBatch,
  RecognitionFault,
  RecognitionFile,
  RecognitionResult,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { minute } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { SlipLine } from './slip-line.tsx'
import { faultTexts, invoiceTexts } from './texts.ts'
import { isLeftOut, useResults } from './use-batch.ts'
import classes from './recognition-panel.module.css'
import { dated } from '../../components/dated.tsx'

const COLORS: Record<RecognitionFile['status'], string> = {
  waiting: 'gray',
  running: 'lagoon',
  done: 'teal',
  failed: 'red',
  replaced: 'gray',
}

const slipsOf = (results: readonly RecognitionResult[]) => results.flatMap(({ slip }) => slip ?? [])

/**
 * Whether a file was not read wholly, or nobody has entered an invoice from one of its slips yet. What was left out may hold
 * such slips.
 */
export const needsSomebody = (file: RecognitionFile): boolean =>
  file.status !== 'replaced' &&
  (file.status === 'failed' ||
    file.errorCode !== null ||
    isLeftOut(file) ||
    slipsOf(file.results).some(({ recordId }) => recordId === null))

/** Why parts of a file are no invoices, and how many are so for each reason. What is wrong with the whole file is said once. */
function countedReasons(file: RecognitionFile, results: readonly RecognitionResult[]) {
  const counts = new Map<RecognitionFault, number>()
  for (const { isInvoice, slip, errorCode } of results)
    if (!isInvoice && slip === null && errorCode !== null && errorCode !== file.errorCode)
      counts.set(errorCode, (counts.get(errorCode) ?? 0) + 1)
  return [...counts]
}

interface FileLineProps {
  file: RecognitionFile
  batch: RecognitionBatch
  meeting: Meeting
}

/** A submitted file: what became of it, and a line for each slip in it. */
export function FileLine({ file, batch, meeting }: FileLineProps) {
  const t = useTexts(invoiceTexts)
  const fault = useTexts(faultTexts)
  const [isAsked, setAsked] = useState(false)
  const { results, error, refetch, isFetching } = useResults(batch.batchId, file, isAsked)
  const invoices = results.filter(({ isInvoice }) => isInvoice).length
  const slips = slipsOf(results)
  const said = [
    invoices > 0 && t('invoicesFound', { count: invoices }),
    file.errorCode !== null && fault(file.errorCode),
    file.nextAttemptTime !== null && t('nextTry', { time: minute(file.nextAttemptTime) }),
    ...countedReasons(file, results).map(([reason, count]) =>
      t('notInvoice', { count, reason: fault(reason) }),
    ),
    results.length < file.resultCount && t('resultsApart'),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className={classes.file}>
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {file.file.fileName}{' '}
          <Text span size="xs" c="dimmed">
            {dated(said)}
          </Text>
        </Text>
        <Badge variant="light" color={COLORS[file.status]} style={{ flexShrink: 0 }}>
          {t(file.status)}
        </Badge>
      </Group>
      {results.length < file.resultCount && (
        <Button size="compact-sm" variant="subtle" loading={isFetching} onClick={() => setAsked(true)}>
          {t('showResults', { count: file.resultCount })}
        </Button>
      )}
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {file.status !== 'replaced' && slips.length > 0 && (
        <Stack gap={4} mt={4}>
          {slips.map((slip) => (
            <SlipLine key={slip.file.fileId} slip={slip} batch={batch} meeting={meeting} />
          ))}
        </Stack>
      )}
    </li>
  )
}
