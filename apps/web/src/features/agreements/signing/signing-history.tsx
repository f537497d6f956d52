import type { SupersededAgreement } from '@consilium/contract/signing/signed-agreements.ts'
import type { LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconDownload, IconRefreshAlert } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { notifyFailed } from '../../../components/dialogs/notify.ts'
import { Section } from '../../../components/records/record-page.tsx'
import { RequestError, useErrorText } from '../../../components/dialogs/request-error.tsx'
import { saveOrExplain } from '../../../components/dialogs/use-saving.ts'
import { minute, money } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { supersededDocument } from './signed-document.ts'
import { historyQuery } from './signing-queries.ts'
import { historyTexts } from './history-texts.ts'
import classes from './signing.module.css'

/** The superseded agreements, newest first. */
export const useHistory = (attendeeId: number) => useQuery(historyQuery(attendeeId))

/** Explains why a signed agreement must be signed again. */
export function InvalidatedNotice({ agreement }: { agreement: LaborAgreement }) {
  const t = useTexts(historyTexts)
  const [latest] = useHistory(agreement.attendeeId).data ?? []
  if (!latest || agreement.signatureStatus === 'signed') return null
  return (
    <Alert color="orange" role="status" icon={<IconRefreshAlert />} title={t('invalidated')}>
      <Text size="sm">
        {t('invalidatedHint', {
          from: money(latest.payableAmount),
          to: money(agreement.payableAmount),
          time: minute(latest.signedTime),
        })}
      </Text>
    </Alert>
  )
}

function HistoryLine({ entry }: { entry: SupersededAgreement }) {
  const t = useTexts(historyTexts)
  const say = useErrorText()
  const { attendeeId, historyId } = entry
  const time = minute(entry.signedTime)
  const save = () =>
    supersededDocument(attendeeId, historyId).then(
      (document) => saveOrExplain(document, `${historyId}.pdf`),
      (error: unknown) => notifyFailed(t('history'), say(error)),
    )
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div>
        <Text size="sm">{`${t('signedTime')} ${time} · ${t('historyFee', { fee: money(entry.payableAmount) })}`}</Text>
        <Text size="xs" c="dimmed">
          {`${t('replaced')} ${minute(entry.supersededTime)}`}
        </Text>
      </div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-label={t('saveSigned', { time })}
        onClick={() => void save()}
      >
        {t('save')}
      </Button>
    </Group>
  )
}

/** The superseded documents, which are kept. */
export function SigningHistory({ attendeeId }: { attendeeId: number }) {
  const t = useTexts(historyTexts)
  const { data = [], error, refetch } = useHistory(attendeeId)
  if (error) return <RequestError error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <Section title={t('history')}>
      <ul className={classes.history}>
        {data.map((entry) => (
          <HistoryLine key={entry.historyId} entry={entry} />
        ))}
      </ul>
    </Section>
  )
}
