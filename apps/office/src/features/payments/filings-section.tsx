import { paymentRoutes, type TaxMonth } from '@consilium/contract/payments/payments.ts'
import { taxFilingRoutes, type TaxFiling } from '@consilium/contract/payments/tax-filings.ts'
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconDownload, IconGitCompare } from '@tabler/icons-react'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { onDemand } from '../../components/on-demand.tsx'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { frameTexts } from '../../components/texts.ts'
import { call, saveFile } from '../../lib/requests/api.ts'
import { minute, money } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { paymentTexts } from './texts.ts'
import { dated } from '../../components/dated.tsx'

const ChangesDialog = onDemand(() => import('./changes-dialog.tsx'))

type KeptFile = TaxFiling['files'][number]

/** The files of a filing as they were filed; the hash is that of the bytes. */
function KeptFiles({ filing: { filingId, files } }: { filing: TaxFiling }) {
  const t = useTexts(paymentTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const [running, setRunning] = useState<KeptFile['kind'] | null>(null)
  const download = async ({ kind, name }: KeptFile) => {
    if (filingId === null) return
    setRunning(kind)
    try {
      saveFile(await call(taxFilingRoutes.file, { body: { filingId, kind } }), name)
      notifyDone(frame('exported'))
    } catch (error) {
      notifyFailed(t(kind), say(error))
    } finally {
      setRunning(null)
    }
  }
  return (
    <Group gap="xs">
      {files.map((file) => (
        <Button
          key={file.kind}
          size="xs"
          variant="default"
          data-long
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={running === file.kind}
          title={`SHA-256 ${file.sha256}`}
          onClick={() => void download(file)}
        >
          {t(file.kind)}
        </Button>
      ))}
    </Group>
  )
}

function Filing({ filing, onCompare }: { filing: TaxFiling; onCompare: () => void }) {
  const t = useTexts(paymentTexts)
  const { number, filedTime, filedByName, isKept } = filing
  const title = number === 0 ? t('return') : t('correctionNumber', { number })
  return (
    <Paper withBorder radius="md" p="sm" component="section" aria-label={title}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {number > 0 && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconGitCompare size={14} aria-hidden />}
            onClick={onCompare}
          >
            {t('compare')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {dated(t('filedByAt', { time: minute(filedTime), name: filedByName ?? '—' }))}
        {' · '}
        {t('filedSums', { payable: money(filing.payableAmount), tax: money(filing.incomeTax) })}
      </Text>
      {isKept ? <KeptFiles filing={filing} /> : <Text size="sm">{t('notKept')}</Text>}
    </Paper>
  )
}

/** The return of a month and its corrections, with what is not filed yet. */
export function Filings({ month }: { month: TaxMonth }) {
  const t = useTexts(paymentTexts)
  const say = useErrorText()
  const [compared, setCompared] = useState<{ number?: number } | null>(null)
  const [isAsking, setAsking] = useState(false)
  const filing = useSend(paymentRoutes.file)
  const { orgId, period, filings, openCorrections } = month
  const next = filings.length
  const correct = async () => {
    try {
      await filing.mutateAsync({ body: { orgId, period, number: next } })
      notifyDone(t('corrected', { number: next }))
    } catch (error) {
      notifyFailed(t('correct', { number: next }), say(error))
    }
  }
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm" fw={600}>
        {t('filings')}
      </Text>
      {filings.map((each) => (
        <Filing key={each.number} filing={each} onCompare={() => setCompared({ number: each.number })} />
      ))}
      {openCorrections > 0 && (
        <Alert color="orange" variant="light">
          <Text size="sm" mb="xs">
            {t('toCorrect', { count: openCorrections })}
          </Text>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setCompared({})}>
              {t('compareOpen')}
            </Button>
            {month.abilities.correct && (
              <Button size="xs" variant="light" onClick={() => setAsking(true)}>
                {t('correct', { number: next })}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {compared && <ChangesDialog month={month} {...compared} onClose={() => setCompared(null)} />}
      {isAsking && (
        <Confirm
          title={t('correctTitle', { month: period, number: next })}
          confirmLabel={t('correct', { number: next })}
          onConfirm={correct}
          onClose={() => setAsking(false)}
        >
          {t('correctHint')}
        </Confirm>
      )}
    </Stack>
  )
}
