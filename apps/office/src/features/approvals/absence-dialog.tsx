import { approvalRoutes, type Absence } from '@consilium/contract/approvals/approvals.ts'
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TimeField } from '../../components/dates/date-fields.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { RemoteField } from '../../components/forms/choice-fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { call } from '../../lib/requests/api.ts'
import { minute } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { people } from './signer-form.tsx'
import { approvalTexts } from './texts.ts'
import { dated } from '../../components/dated.tsx'

function Line({ absence }: { absence: Absence }) {
  const t = useTexts(approvalTexts)
  const end = useSend(approvalRoutes.cancelAbsence)
  const { absenceId, fromTime, toTime, delegateName, isNow } = absence
  const cancel = async () => {
    await end.mutateAsync({ params: { absenceId } })
    notifyDone(t('handled'))
  }
  return (
    <Group justify="space-between" gap="xs" component="li">
      <Text size="sm">
        {dated(minute(fromTime))} – {dated(minute(toTime))} · {delegateName}{' '}
        {isNow && <Badge variant="light">{t('now')}</Badge>}
      </Text>
      <Button
        variant="subtle"
        type="button"
        loading={end.isPending}
        onClick={() => void cancel().catch(() => undefined)}
      >
        {t('endAbsence')}
      </Button>
      {end.error && <RequestError error={end.error} />}
    </Group>
  )
}

/** The own absences, and a new one. */
export default function AbsenceDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(approvalTexts)
  const { data, error, refetch } = useQuery({
    queryKey: [approvalRoutes.absences.path],
    queryFn: ({ signal }) => call(approvalRoutes.absences, { signal }),
  })
  return (
    <FormDialog
      title={t('absence')}
      route={approvalRoutes.createAbsence}
      saveLabel={t('addAbsence')}
      size="lg"
      onClose={onClose}
    >
      <Text size="sm">{t('absenceHint')}</Text>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={40} aria-busy />}
      {data && (
        <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.absences.length === 0 && (
            <Text size="sm" c="dimmed" component="li">
              {t('noAbsence')}
            </Text>
          )}
          {data.absences.map((absence) => (
            <Line key={absence.absenceId} absence={absence} />
          ))}
        </Stack>
      )}
      <TimeField name="fromTime" label={t('from')} />
      <TimeField name="toTime" label={t('to')} notBefore="fromTime" />
      <RemoteField name="delegateUserId" label={t('delegate')} source={people} />
    </FormDialog>
  )
}
