import type { SupersededAgreement } from '@consilium/contract/signing/signed-agreements.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import { notifyFailed } from '../../components/dialogs/notify.ts'
import { Section } from '../../components/records/record-page.tsx'
import { RequestError, useErrorText } from '../../components/dialogs/request-error.tsx'
import { saveOrExplain } from '../../components/dialogs/use-saving.ts'
import { minute, money } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { supersededDocument } from './signed-document.ts'
import { historyTexts } from '@consilium/web-kit/history-texts.ts'
import classes from './signing-history.module.css'
import { dated } from '../../components/dated.tsx'

/** The superseded agreements, newest first. */
const useHistory = (attendeeId: number) =>
  useQuery({
    queryKey: [signedAgreementRoutes.history.path, attendeeId],
    queryFn: async ({ signal }) =>
      (await call(signedAgreementRoutes.history, { params: { attendeeId }, signal })).rows,
  })

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
        <Text size="sm">
          {dated(`${t('signedTime')} ${time} · ${t('historyFee', { fee: money(entry.payableAmount) })}`)}
        </Text>
        <Text size="xs" c="dimmed">
          {dated(`${t('replaced')} ${minute(entry.supersededTime)}`)}
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
  const { data, error, refetch } = useHistory(attendeeId)
  if (!data && error) return <RequestError error={error} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
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
