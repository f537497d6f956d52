import {
  recognitionRoutes,
  SUBMISSION_FILES_MAX,
  type RecognitionBatch,
  type RecognitionFile,
} from '@consilium/contract/invoice-recognition.ts'
import type { Meeting } from '@consilium/contract/meetings.ts'
import { RECOGNITION_FILE_MAX_BYTES } from '@consilium/contract/recognition.ts'
import { Badge, Button, Collapse, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../../components/confirm.tsx'
import { Section } from '../../components/record-page.tsx'
import { RequestError } from '../../components/request-error.tsx'
import { DropZone } from '../../components/upload/drop-zone.tsx'
import { call } from '../../lib/api.ts'
import { minute } from '../../lib/format.ts'
import { sendWithProgress } from '../../lib/progress.ts'
import { refresh, useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { faultTexts, invoiceTexts } from './texts.ts'
import { type SortedFiles, sortFiles } from './sort-files.ts'
import { useBatches } from './use-batch.ts'
import classes from './recognition-panel.module.css'

const ACCEPT = '.jpg,.jpeg,.png,.webp,.tif,.tiff,.bmp,.gif,.heic,.heif,.avif,.pdf,.ofd,.xml,.zip'
const PERCENT = 100

/** A submission that still works, or needs somebody. */
const isUnsettled = ({ isFinished, failed }: RecognitionBatch) => !isFinished || failed > 0

const COLORS: Record<RecognitionFile['status'], string> = {
  waiting: 'gray',
  running: 'lagoon',
  done: 'teal',
  failed: 'red',
  replaced: 'gray',
}

function FileLine({ file }: { file: RecognitionFile }) {
  const t = useTexts(invoiceTexts)
  const fault = useTexts(faultTexts)
  const invoices = file.results.filter(({ isInvoice }) => isInvoice).length
  const others = file.results.filter(({ isInvoice }) => !isInvoice)
  return (
    <li className={classes.file}>
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {file.file.fileName}
        </Text>
        <Badge variant="light" color={COLORS[file.status]} style={{ flexShrink: 0 }}>
          {t(file.status)}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed">
        {[
          invoices > 0 && t('invoicesFound', { count: invoices }),
          file.errorCode !== null && fault(file.errorCode),
          file.nextAttemptTime !== null && t('nextTry', { time: minute(file.nextAttemptTime) }),
          ...others.map(
            ({ errorCode }) => errorCode !== null && t('notInvoice', { reason: fault(errorCode) }),
          ),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </li>
  )
}

/** Progress of the last submission, which continues whether or not anybody watches. */
function BatchProgress({ batch }: { batch: RecognitionBatch }) {
  const t = useTexts(invoiceTexts)
  const retry = useSend(recognitionRoutes.retry)
  const [isOpen, setOpen] = useState(!batch.isFinished || batch.failed > 0)
  const { done, failed, total, batchId } = batch
  const text = batch.isFinished ? t('finished', { done, failed }) : t('progress', { done, failed, total })
  return (
    <Stack gap="xs">
      <Text size="sm" role="status" aria-live="polite">
        {text}
      </Text>
      {!batch.isFinished && <Progress value={(PERCENT * (done + failed)) / total} aria-label={text} />}
      {retry.error && <RequestError error={retry.error} />}
      <Group gap="xs">
        <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'hideFilesOf' : 'showFilesOf')}
        </Button>
        {batch.abilities.retry && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate({ params: { batchId } })}
          >
            {t('retry')}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>
        <ul className={classes.files}>
          {batch.files.map((file) => (
            <FileLine key={file.fileNo} file={file} />
          ))}
        </ul>
      </Collapse>
    </Stack>
  )
}

/** What of the chosen files is not submitted, in words. */
function LeftOut({ sorted }: { sorted: SortedFiles }) {
  const t = useTexts(invoiceTexts)
  const names = sorted.tooMany.join('、')
  const lines = [
    ...sorted.unreadable.map((name) => t('notReadable', { name })),
    ...sorted.empty.map((name) => t('emptyFile', { name })),
    ...(names === '' ? [] : [t('tooMany', { max: SUBMISSION_FILES_MAX, names })]),
  ]
  return lines.map((line) => (
    <Text key={line} size="sm" c="var(--mantine-color-error)" role="alert">
      {line}
    </Text>
  ))
}

/** Submits files of invoices beside the earlier ones. It asks first if the name of a file was submitted before. */
function Submission({ meetingId, earlier }: { meetingId: number; earlier: readonly string[] }) {
  const t = useTexts(invoiceTexts)
  const client = useQueryClient()
  const [chosen, setChosen] = useState<File[] | null>(null)
  const [sorted, setSorted] = useState<SortedFiles | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const send = async (files: File[]) => {
    setChosen(null)
    setError(null)
    setShare(0)
    try {
      const body = { meetingId, earlier: 'keep' } as const
      await call(recognitionRoutes.submit, { body, files }, sendWithProgress(setShare))
      await refresh(client)
    } catch (failure) {
      setError(failure)
    } finally {
      setShare(null)
    }
  }
  const again = (files: readonly File[]) =>
    files.map(({ name }) => name).filter((name) => earlier.includes(name))
  const choose = async (files: File[]) => {
    const result = await sortFiles(files)
    setSorted(result)
    if (result.readable.length === 0) return
    if (again(result.readable).length > 0) setChosen(result.readable)
    else await send(result.readable)
  }
  const percent = Math.round(PERCENT * (share ?? 0))
  return (
    <Stack gap="sm">
      {error !== null && <RequestError error={error} />}
      <DropZone
        label={t('recognize')}
        hint={t('recognizeHint')}
        accept={ACCEPT}
        multiple
        camera
        maxBytes={RECOGNITION_FILE_MAX_BYTES}
        disabled={share !== null}
        onFiles={(files) => void choose(files)}
      />
      {sorted && <LeftOut sorted={sorted} />}
      {share !== null && (
        <div role="status">
          <Text size="sm">{t('sending', { percent })}</Text>
          <Progress value={percent} aria-label={t('sending', { percent })} />
        </div>
      )}
      {chosen && (
        <Confirm
          title={t('replaceTitle')}
          confirmLabel={t('submit')}
          onConfirm={() => send(chosen)}
          onClose={() => setChosen(null)}
        >
          {t('chosenFiles', { count: chosen.length })} ·{' '}
          {t('replacesHint', { names: again(chosen).join('、') })}
        </Confirm>
      )}
    </Stack>
  )
}

/** Recognition of a meeting's invoices: submission and progress. */
export function RecognitionPanel({ meeting }: { meeting: Meeting }) {
  const t = useTexts(invoiceTexts)
  const may = useMay()
  const { meetingId, currentStage } = meeting
  const { data: batches = [], error, refetch } = useBatches(meetingId)
  const maySubmit = may(recognitionRoutes.submit) && currentStage !== 'closed'
  if (!maySubmit && batches.length === 0) return null
  const current = batches.filter(({ isCurrent }) => isCurrent)
  const shown = batches.filter((batch, place) => place === 0 || (batch.isCurrent && isUnsettled(batch)))
  const names = current.flatMap(({ files }) =>
    files.filter(({ status }) => status !== 'replaced').map(({ file }) => file.fileName),
  )
  return (
    <Section title={t('recognize')}>
      <Stack gap="md">
        {error && <RequestError error={error} onRetry={() => void refetch()} />}
        {shown.map((batch) => (
          <Paper key={batch.batchId} withBorder p="sm" radius="md">
            <BatchProgress batch={batch} />
          </Paper>
        ))}
        {maySubmit && <Submission meetingId={meetingId} earlier={names} />}
      </Stack>
    </Section>
  )
}
