import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import {
  CONFERENCE_COLUMN_LABELS,
  CONFERENCE_OUTCOME_LABELS,
  CONFERENCE_OUTCOMES,
  CONFERENCE_PEOPLE_MAX,
  conferenceRoutes,
  type ConferenceColumn,
  type ConferenceResult,
  type ConferenceRow,
} from '@consilium/contract/attendance/conference.ts'
import type { Presence } from '@consilium/contract/attendance/presence.ts'
import { CallFailed } from '@consilium/contract/client.ts'
import {
  Alert,
  Badge,
  Button,
  FileButton,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { type OptionSource } from '../../components/forms/option-source.ts'
import { RemoteMultiSelect } from '../../components/forms/remote-select.tsx'
import table from '../../components/table.module.css'
import { minute, orNothing, useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { refresh, useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { conferenceTexts } from './conference-texts.ts'
import { dated } from '../../components/dated.tsx'

const COLORS: Readonly<Record<ConferenceResult['outcome'], string>> = {
  matched: 'teal',
  review: 'yellow',
  unknown: 'gray',
  already: 'gray',
  refused: 'red',
}
const COLUMNS = Object.keys(CONFERENCE_COLUMN_LABELS) as ConferenceColumn[]
/** Rows of a result that are shown; a summary counts all. */
const RESULTS_SHOWN = 200

type Chosen = Partial<Record<ConferenceColumn, string>>

/** Imports a file. If its titles are not those of the preset, they are read, so that the user can say which is which. */
function useImport(meetingId: number) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [titles, setTitles] = useState<string[] | null>(null)
  const [results, setResults] = useState<ConferenceResult[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isRunning, setRunning] = useState(false)
  const run = async (chosenFile: File, columns: Chosen) => {
    setFile(chosenFile)
    setRunning(true)
    setError(null)
    setResults(null)
    try {
      setResults(await call(conferenceRoutes.import, { query: { meetingId, ...columns }, file: chosenFile }))
      setTitles(null)
      await refresh(client)
    } catch (failure) {
      setError(failure)
      if (failure instanceof CallFailed && failure.answer.error === 'CONFERENCE_TITLES_MISSING')
        setTitles(await call(conferenceRoutes.titles, { file: chosenFile }).catch(() => null))
    } finally {
      setRunning(false)
    }
  }
  return { file, titles, results, error, isRunning, run }
}

function Mapping({ titles, onImport }: { titles: readonly string[]; onImport: (columns: Chosen) => void }) {
  const t = useTexts(conferenceTexts)
  const label = useLabel(CONFERENCE_COLUMN_LABELS)
  const [columns, setColumns] = useState<Chosen>({})
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t('columns')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {COLUMNS.map((column) => (
          <Select
            key={column}
            label={label(column)}
            data={[...new Set(titles)]}
            placeholder={t('noColumn')}
            clearable
            value={columns[column] ?? null}
            onChange={(title) =>
              setColumns(({ [column]: _before, ...others }) =>
                title ? { ...others, [column]: title } : others,
              )
            }
          />
        ))}
      </SimpleGrid>
      <Button onClick={() => onImport(columns)}>{t('again')}</Button>
    </Stack>
  )
}

function Results({ results }: { results: readonly ConferenceResult[] }) {
  const t = useTexts(conferenceTexts)
  const outcome = useLabel(CONFERENCE_OUTCOME_LABELS)
  const shown = results.filter((row) => row.outcome !== 'already').slice(0, RESULTS_SHOWN)
  const counts = Object.fromEntries(
    CONFERENCE_OUTCOMES.map((each) => [each, results.filter((row) => row.outcome === each).length]),
  )
  return (
    <Stack gap="sm">
      <Text role="status">{t('counts', { all: results.length, ...counts })}</Text>
      {shown.length > 0 && (
        <div className={table.scroll} tabIndex={0} role="region" aria-label={t('result')}>
          <table className={table.table} aria-label={t('result')}>
            <thead>
              <tr>
                <th scope="col">{t('rowNumber')}</th>
                <th scope="col">{outcome('review')}</th>
                <th scope="col">{t('result')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.rowNumber}>
                  <td>{row.rowNumber}</td>
                  <td>{orNothing(row.nickname)}</td>
                  <td>
                    <Badge variant="light" color={COLORS[row.outcome]}>
                      {outcome(row.outcome)}
                    </Badge>{' '}
                    {row.reason ?? row.name}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  )
}

const attendeesOf = (meetingId: number): OptionSource => ({
  route: attendanceRoutes.ofMeeting,
  query: (name) => ({ meetingId: String(meetingId), pageSize: '50', ...(name === '' ? {} : { name }) }),
  options: (rows) =>
    (rows as Presence[]).map(({ attendeeId, name, unit }) => ({
      value: String(attendeeId),
      label: unit === null ? name : `${name} · ${unit}`,
    })),
})

function OpenRow({ row }: { row: ConferenceRow }) {
  const t = useTexts(conferenceTexts)
  const settle = useSend(conferenceRoutes.settle)
  const [chosen, setChosen] = useState<number[]>([])
  const send = (attendeeIds: number[]) => settle.mutate({ body: { rowId: row.rowId, attendeeIds } })
  return (
    <Stack gap={4}>
      <Text size="sm">
        <b>{row.nickname}</b> · {dated(t('stay', { from: minute(row.firstIn), to: minute(row.lastOut) }))}
      </Text>
      <Group gap="sm" align="end" wrap="wrap">
        <RemoteMultiSelect
          source={attendeesOf(row.meetingId)}
          label={t('who')}
          value={chosen}
          onChange={(next) => setChosen(next.slice(0, CONFERENCE_PEOPLE_MAX))}
        />
        <Button disabled={chosen.length === 0} loading={settle.isPending} onClick={() => send(chosen)}>
          {t('count')}
        </Button>
        <Button variant="default" loading={settle.isPending} onClick={() => send([])}>
          {t('dismiss')}
        </Button>
      </Group>
      {settle.error && <RequestError error={settle.error} />}
    </Stack>
  )
}

/** The rows of which somebody has to say who they are. */
function OpenRows({ meetingId }: { meetingId: number }) {
  const t = useTexts(conferenceTexts)
  const query = { meetingId, state: 'review', pageSize: 50 } as const
  const { data } = useQuery({
    queryKey: [conferenceRoutes.rows.path, query],
    queryFn: ({ signal }) => call(conferenceRoutes.rows, { query, signal }),
  })
  if (!data || data.rows.length === 0) return null
  return (
    <Stack gap="md">
      <Title order={3} size="h5">
        {t('openRows')}
      </Title>
      {data.rows.map((row) => (
        <OpenRow key={row.rowId} row={row} />
      ))}
    </Stack>
  )
}

/** Imports who was at an online meeting, and settles who the rows are. */
export default function ConferenceDialog({ meetingId, onClose }: { meetingId: number; onClose: () => void }) {
  const t = useTexts(conferenceTexts)
  const { file, titles, results, error, isRunning, run } = useImport(meetingId)
  const reset = useRef<() => void>(null)
  const choose = async (chosen: File | null) => {
    if (!chosen) return
    await run(chosen, {})
    // The same file may be chosen again once it is mended.
    reset.current?.()
  }
  return (
    <Dialog title={t('import')} size="xl" onClose={onClose}>
      <Stack gap="md">
        <Alert variant="light">{t('hint')}</Alert>
        <FileButton accept=".xlsx,.csv" resetRef={reset} onChange={(chosen) => void choose(chosen)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isRunning}
              leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            >
              {t('choose')}
            </Button>
          )}
        </FileButton>
        {error !== null && <RequestError error={error} title={file?.name} />}
        {titles && file && <Mapping titles={titles} onImport={(columns) => void run(file, columns)} />}
        {results && <Results results={results} />}
        <OpenRows meetingId={meetingId} />
      </Stack>
    </Dialog>
  )
}
