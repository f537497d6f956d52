import {
  recognitionRoutes,
  SUBMISSION_FILES_MAX,
  type RecognitionBatch,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { RECOGNITION_FILE_MAX_BYTES } from '@consilium/contract/recognition/recognition.ts'
import { Box, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { DropZone } from '../../components/upload/drop-zone.tsx'
import { call } from '../../lib/requests/api.ts'
import { sendWithProgress } from '@consilium/web-kit/progress.ts'
import { refresh, useSend } from '../../lib/requests/send.ts'
import { useMay } from '../../lib/session/session.ts'
import { useComma } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { FileLine, needsSomebody } from './recognized-file.tsx'
import { invoiceTexts } from './texts.ts'
import { type SortedFiles, sortFiles } from './sort-files.ts'
import { useBatches } from './use-batch.ts'
import classes from './recognition-panel.module.css'
import toolbar from '../../components/toolbar.module.css'

const ACCEPT = '.jpg,.jpeg,.png,.webp,.tif,.tiff,.bmp,.gif,.heic,.heif,.avif,.pdf,.ofd,.xml,.zip'
const PERCENT = 100

/** A submission that still works, or needs somebody. */
const isUnsettled = (batch: RecognitionBatch) => !batch.isFinished || batch.files.some(needsSomebody)

/**
 * Progress of a submission, which continues whether or not anybody watches. Of its files those that need somebody are
 * shown, so that the list of invoices stays in sight.
 */
function BatchProgress({ batch, meeting }: { batch: RecognitionBatch; meeting: Meeting }) {
  const t = useTexts(invoiceTexts)
  const retry = useSend(recognitionRoutes.retry)
  const [isOpen, setOpen] = useState(false)
  const { done, failed, total, batchId } = batch
  const shown = isOpen ? batch.files : batch.files.filter(needsSomebody)
  const text = batch.isFinished ? t('finished', { done, failed }) : t('progress', { done, failed, total })
  return (
    <Stack gap="xs">
      {!batch.isFinished && <Progress value={(PERCENT * (done + failed)) / total} aria-label={text} />}
      {retry.error && <RequestError error={retry.error} />}
      <Group gap="xs">
        <Text size="sm" role="status" aria-live="polite">
          {text}
        </Text>
        {(isOpen || shown.length < batch.files.length) && (
          <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'hideFilesOf' : 'showFilesOf', { count: batch.files.length })}
          </Button>
        )}
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
      {shown.length > 0 && (
        <ul className={classes.files}>
          {shown.map((file) => (
            <FileLine key={file.fileNo} file={file} batch={batch} meeting={meeting} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** What of the chosen files is not submitted, in words. */
function LeftOut({ sorted }: { sorted: SortedFiles }) {
  const t = useTexts(invoiceTexts)
  const comma = useComma()
  const names = sorted.tooMany.join(comma)
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

interface SubmissionProps {
  meetingId: number
  earlier: readonly string[]
  isShort: boolean
}

/** Submits files of invoices beside the earlier ones. It asks first if the name of a file was submitted before. */
function Submission({ meetingId, earlier, isShort }: SubmissionProps) {
  const t = useTexts(invoiceTexts)
  const comma = useComma()
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
        isShort={isShort}
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
          {t('replacesHint', { names: again(chosen).join(comma) })}
        </Confirm>
      )}
    </Stack>
  )
}

interface PanelProps {
  meeting: Meeting
  /** A line of buttons, once there are invoices. */
  isShort: boolean
  /** Other ways to enter invoices. */
  children: ReactNode
}

/** Recognition of a meeting's invoices: submission and progress. */
export function RecognitionPanel({ meeting, isShort, children }: PanelProps) {
  const t = useTexts(invoiceTexts)
  const may = useMay()
  const { meetingId, currentStage } = meeting
  const { data: batches = [], error, refetch } = useBatches(meetingId)
  const maySubmit = may(recognitionRoutes.submit) && currentStage !== 'closed'
  const current = batches.filter(({ isCurrent }) => isCurrent)
  const names = current.flatMap(({ files }) =>
    files.filter(({ status }) => status !== 'replaced').map(({ file }) => file.fileName),
  )
  const open = current.filter(isUnsettled)
  // The last submission stands in the line of the buttons where nothing of it is left to do.
  const shown = batches.filter((batch, place) => place === 0 || open.includes(batch))
  return (
    <Stack gap="xs" mb="xs" component="section" aria-label={t('recognize')}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      <Group gap="xs" className={toolbar.tools} align="flex-start">
        {shown.map((batch) => {
          const isOpen = open.includes(batch)
          return (
            <Paper
              key={batch.batchId}
              withBorder={isOpen}
              p={isOpen ? 'sm' : 0}
              radius="md"
              flex={isOpen ? '1 1 100%' : '1 1 12rem'}
              bg={isOpen ? undefined : 'transparent'}
            >
              <BatchProgress batch={batch} meeting={meeting} />
            </Paper>
          )
        })}
        {maySubmit && (
          // One place in the tree: what is being sent stays when the first invoice arrives.
          <Box {...(isShort ? {} : { flex: '1 1 100%', style: { order: 1 } })}>
            <Submission meetingId={meetingId} earlier={names} isShort={isShort} />
          </Box>
        )}
        {children}
      </Group>
    </Stack>
  )
}
