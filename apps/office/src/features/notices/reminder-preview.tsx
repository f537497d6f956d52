import { meetingRoutes, type Meeting } from '@consilium/contract/meetings/meetings.ts'
import {
  REMINDER_KIND_LABELS,
  reminderRoutes,
  type PreviewRow,
} from '@consilium/contract/notices/reminder-rules.ts'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { type OptionSource } from '../../components/forms/option-source.ts'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'
import { Section } from '../../components/records/record-page.tsx'
import table from '../../components/table.module.css'
import { minute, useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import type { Search } from '../../lib/search.ts'
import { useTexts } from '../../lib/texts.ts'
import { reminderTexts } from './reminder-texts.ts'

const CHOICES = '20'
const HEIGHT = 80

const meetings: OptionSource = {
  route: meetingRoutes.list,
  query: (keyword) => ({ pageSize: CHOICES, ...(keyword === '' ? {} : { meetingName: keyword }) }),
  options: (rows) =>
    (rows as Meeting[]).map(({ meetingId, meetingName, businessId }) => ({
      value: String(meetingId),
      label: `${meetingName} · ${businessId}`,
    })),
}

function Rows({ rows }: { rows: readonly PreviewRow[] }) {
  const t = useTexts(reminderTexts)
  const kind = useLabel(REMINDER_KIND_LABELS)
  return (
    <div className={table['scroll']} role="group" aria-label={t('preview')} tabIndex={0}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('kind')}</th>
            <th scope="col">{t('person')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.recordId} ${row.name} ${row.number}`}>
              <td className={table['unbroken']}>{minute(row.time)}</td>
              <td>{t('numbered', { kind: kind(row.kind), number: row.number })}</td>
              <td>{row.name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Previewed({ meetingId }: { meetingId: string }) {
  const t = useTexts(reminderTexts)
  const { data, error, refetch } = useQuery({
    queryKey: [reminderRoutes.preview.path, meetingId],
    queryFn: ({ signal }) => call(reminderRoutes.preview, { query: { meetingId }, signal }),
  })
  if (!data && error) return <RequestError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={HEIGHT} aria-busy />
  if (data.rows.length === 0) return <Text size="sm">{t('nobody')}</Text>
  return (
    <>
      <Rows rows={data.rows} />
      {!data.isComplete && (
        <Text size="xs" c="dimmed">
          {t('more')}
        </Text>
      )}
    </>
  )
}

/** Who of a meeting is reminded when; the address names the meeting. */
export function ReminderPreview() {
  const t = useTexts(reminderTexts)
  const navigate = useNavigate()
  const { meetingId }: Search = useSearch({ strict: false })
  const chosen = meetingId === undefined || meetingId === '' ? null : meetingId
  return (
    <Section title={t('preview')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('previewHint')}
        </Text>
        <RemoteSelect
          label={t('meeting')}
          source={meetings}
          value={chosen === null ? null : Number(chosen)}
          onChange={(id) =>
            void navigate({
              to: '.',
              search: (before: Search) => ({ ...before, meetingId: id === null ? '' : String(id) }),
              replace: true,
            })
          }
        />
        {chosen !== null && <Previewed meetingId={chosen} />}
      </Stack>
    </Section>
  )
}
