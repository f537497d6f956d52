import { UPLOAD_MAX_BYTES } from '@consilium/contract/files/files.ts'
import {
  HOSPITAL_OUTCOME_LABELS,
  hospitalRoutes,
  type HospitalImportRow,
} from '@consilium/contract/hospitals/hospitals.ts'
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyFailed } from '../../components/dialogs/notify.ts'
import { RequestError, useErrorText } from '../../components/dialogs/request-error.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import table from '../../components/table.module.css'
import { DropZone } from '../../components/upload/drop-zone.tsx'
import { orNothing, useLabel } from '../../lib/format.ts'
import { call, saveFile } from '../../lib/requests/api.ts'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { hospitalTexts } from './texts.ts'

/** Rows of a result that are shown, those that were not imported first; a summary counts all. */
const ROWS_SHOWN = 200
const COLORS = { created: 'teal', updated: 'blue', refused: 'red' } as const

function Results({ rows }: { rows: readonly HospitalImportRow[] }) {
  const t = useTexts(hospitalTexts)
  const outcome = useLabel(HOSPITAL_OUTCOME_LABELS)
  const count = (each: HospitalImportRow['outcome']) => rows.filter((row) => row.outcome === each).length
  const ordered = rows.toSorted((a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused'))
  return (
    <Stack gap="sm">
      <Text role="status" fw={600}>
        {t('result', {
          created: count('created'),
          updated: count('updated'),
          refused: count('refused'),
        })}
      </Text>
      <div className={table.scroll} tabIndex={0} role="region" aria-label={t('outcome')}>
        <table className={table.table} aria-label={t('outcome')}>
          <thead>
            <tr>
              <th scope="col">{t('rowNumber')}</th>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, ROWS_SHOWN).map((row) => (
              <tr key={row.rowNumber}>
                <td>{row.rowNumber}</td>
                <td>{orNothing(row.name)}</td>
                <td>
                  <Badge variant="light" color={COLORS[row.outcome]}>
                    {outcome(row.outcome)}
                  </Badge>{' '}
                  {row.message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > ROWS_SHOWN && <Text size="sm">{t('shownRows', { count: ROWS_SHOWN })}</Text>}
    </Stack>
  )
}

export function Page() {
  const t = useTexts(hospitalTexts)
  const say = useErrorText()
  const client = useQueryClient()
  const [rows, setRows] = useState<HospitalImportRow[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (file: File) => {
    setBusy(true)
    setError(null)
    setRows(null)
    try {
      setRows(await call(hospitalRoutes.import, { file }))
      await refresh(client)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const template = async () => {
    try {
      saveFile(await call(hospitalRoutes.importTemplate, {}), 'template.xlsx')
    } catch (failure) {
      notifyFailed(t('template'), say(failure))
    }
  }
  return (
    <>
      <PageHeader title={t('import')} backTo="/hospitals" />
      <Stack gap="md" maw={860}>
        <Paper withBorder p="md" radius="md">
          <Stack gap="md" align="stretch">
            <Text size="sm">{t('importSteps')}</Text>
            <Group>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => void template()}
              >
                {t('template')}
              </Button>
            </Group>
            {error !== null && <RequestError error={error} />}
            <DropZone
              label={t('chooseFile')}
              accept=".xlsx,.csv"
              maxBytes={UPLOAD_MAX_BYTES}
              disabled={isBusy}
              onFiles={([file]) => file && void send(file)}
            />
          </Stack>
        </Paper>
        {rows && <Results rows={rows} />}
      </Stack>
    </>
  )
}
