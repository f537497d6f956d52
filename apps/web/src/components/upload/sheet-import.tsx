import type { AnsweredFile } from '@consilium/contract/client.ts'
import { UPLOAD_MAX_BYTES } from '@consilium/contract/files/files.ts'
import { IMPORT_OUTCOME_LABELS, type ImportedRow } from '@consilium/contract/files/imported-rows.ts'
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { orNothing, useLabel } from '../../lib/format.ts'
import { saveFile } from '../../lib/requests/api.ts'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { notifyFailed } from '../dialogs/notify.ts'
import { RequestError, useErrorText } from '../dialogs/request-error.tsx'
import table from '../table.module.css'
import { DropZone } from './drop-zone.tsx'
import { sheetImportTexts } from './sheet-import-texts.ts'

/** Rows of a result that are shown, those that were not imported first; a summary counts all. */
const ROWS_SHOWN = 200
const COLORS = { created: 'teal', updated: 'blue', refused: 'red' } as const

interface ResultColumn<Row> {
  label: string
  of: (row: Row) => string | null
}

function Results<Row extends ImportedRow>({
  rows,
  columns,
}: {
  rows: readonly Row[]
  columns: readonly ResultColumn<Row>[]
}) {
  const t = useTexts(sheetImportTexts)
  const outcome = useLabel(IMPORT_OUTCOME_LABELS)
  const count = (each: ImportedRow['outcome']) => rows.filter((row) => row.outcome === each).length
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
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">{t('outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, ROWS_SHOWN).map((row) => (
              <tr key={row.rowNumber}>
                <td>{row.rowNumber}</td>
                {columns.map(({ label, of }) => (
                  <td key={label}>{orNothing(of(row))}</td>
                ))}
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

interface SheetImportProps<Row extends ImportedRow> {
  /** What the file has to say, and what becomes of its rows. */
  steps: string
  template: () => Promise<AnsweredFile>
  send: (file: File) => Promise<Row[]>
  /** What is shown of each row beside its number and its result. */
  columns: readonly ResultColumn<Row>[]
  /** Inputs that say into what is imported. */
  children?: ReactNode
  /** They do not say it yet. */
  isIncomplete?: boolean
}

/** Sends a spreadsheet and says of each of its rows what became of it. */
export function SheetImport<Row extends ImportedRow>(props: SheetImportProps<Row>) {
  const { steps, columns, children, isIncomplete = false } = props
  const t = useTexts(sheetImportTexts)
  const say = useErrorText()
  const client = useQueryClient()
  const [rows, setRows] = useState<Row[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (file: File) => {
    setBusy(true)
    setError(null)
    setRows(null)
    try {
      setRows(await props.send(file))
      await refresh(client)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const template = async () => {
    try {
      saveFile(await props.template(), 'template.xlsx')
    } catch (failure) {
      notifyFailed(t('template'), say(failure))
    }
  }
  return (
    <Stack gap="md" maw={860}>
      <Paper withBorder p="md" radius="md">
        <Stack gap="md" align="stretch">
          <Text size="sm">{steps}</Text>
          {children}
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
            disabled={isBusy || isIncomplete}
            onFiles={([file]) => file && void send(file)}
          />
        </Stack>
      </Paper>
      {rows && <Results rows={rows} columns={columns} />}
    </Stack>
  )
}
