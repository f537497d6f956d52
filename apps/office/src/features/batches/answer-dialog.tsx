import {
  ANSWER_OUTCOME_LABELS,
  ANSWER_PROBLEM_LABELS,
  batchAnswerRoutes,
  type BatchAnswer,
} from '@consilium/contract/batches/batch-answers.ts'
import { Alert, Badge, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import table from '../../components/table.module.css'
import { orNothing, useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { batchTexts } from './texts.ts'

function Rows({ shown }: Pick<BatchAnswer, 'shown'>) {
  const t = useTexts(batchTexts)
  const problem = useLabel(ANSWER_PROBLEM_LABELS)
  const outcome = useLabel(ANSWER_OUTCOME_LABELS)
  if (shown.length === 0) return null
  return (
    <div className={table.scroll} tabIndex={0} role="region" aria-label={t('result')}>
      <table className={table.table} aria-label={t('result')}>
        <thead>
          <tr>
            <th scope="col">{t('rowNumber')}</th>
            <th scope="col">{t('payee')}</th>
            <th scope="col">{t('amount')}</th>
            <th scope="col">{t('result')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.rowNumber}>
              <td>{row.rowNumber}</td>
              <td>{orNothing(row.name)}</td>
              <td>{orNothing(row.amount)}</td>
              <td>
                {row.problem === null ? (
                  row.outcome !== null && (
                    <Badge variant="light" color="orange">
                      {outcome(row.outcome)}
                    </Badge>
                  )
                ) : (
                  <Badge variant="light" color="red">
                    {problem(row.problem)}
                  </Badge>
                )}{' '}
                {row.reason}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Preview({ answer, onDone }: { answer: BatchAnswer; onDone: () => void }) {
  const t = useTexts(batchTexts)
  const apply = useSend(batchAnswerRoutes.apply)
  const { answerId, answerRows: rows, paid, returned, known, problems, unanswered: open } = answer
  const settle = async () => {
    await apply.mutateAsync({ body: { answerId } })
    notifyDone(t('applying'))
    onDone()
  }
  return (
    <Stack gap="sm">
      <Text role="status" size="sm">
        {t('answerSums', { rows, paid, returned, known, problems, open })}
      </Text>
      {answer.isApplied && <Alert variant="light">{t('answerApplied')}</Alert>}
      {returned > 0 && (
        <Alert color="orange" variant="light">
          {t('answerReturns')}
        </Alert>
      )}
      <Rows shown={answer.shown} />
      {apply.error && <RequestError error={apply.error} />}
      <Group justify="flex-end">
        <Button
          loading={apply.isPending}
          disabled={paid + returned === 0}
          onClick={() => void settle().catch(() => undefined)}
        >
          {t('apply')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Reads the answer of a bank, shows what it would settle, and settles by it. */
export default function AnswerDialog({ batchId, onClose }: { batchId: number; onClose: () => void }) {
  const t = useTexts(batchTexts)
  const [answer, setAnswer] = useState<BatchAnswer | null>(null)
  const [failure, setFailure] = useState<{ error: unknown; name: string } | null>(null)
  const [isReading, setReading] = useState(false)
  const reset = useRef<() => void>(null)
  const read = async (file: File | null) => {
    if (!file) return
    setReading(true)
    setFailure(null)
    setAnswer(null)
    try {
      setAnswer(await call(batchAnswerRoutes.read, { query: { batchId }, file }))
    } catch (error) {
      setFailure({ error, name: file.name })
    } finally {
      setReading(false)
      // The same file may be chosen again once it is mended.
      reset.current?.()
    }
  }
  return (
    <Dialog title={t('answer')} size="xl" onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('answerHint')}</Text>
        <FileButton accept=".xlsx,.csv" resetRef={reset} onChange={(file) => void read(file)}>
          {(props) => (
            <Button
              {...props}
              variant={answer ? 'default' : 'filled'}
              loading={isReading}
              leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
              style={{ alignSelf: 'flex-start' }}
            >
              {t('choose')}
            </Button>
          )}
        </FileButton>
        {failure && <RequestError error={failure.error} title={failure.name} />}
        {answer && <Preview key={answer.answerId} answer={answer} onDone={onClose} />}
      </Stack>
    </Dialog>
  )
}
