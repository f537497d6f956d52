import { IMPORT_OUTCOME_LABELS, type ImportedRow } from '@consilium/contract/files/imported-rows.ts'
import { Badge, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orNothing, useLabel } from '../../lib/format.ts'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import table from '../table.module.css'
import { sheetImportTexts } from './sheet-import-texts.ts'
import { SheetStart, type SheetStartProps } from './sheet-start.tsx'

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

interface SheetImportProps<Row extends ImportedRow> extends Omit<SheetStartProps, 'send'> {
  send: (file: File) => Promise<Row[]>
  /** What is shown of each row beside its number and its result. */
  columns: readonly ResultColumn<Row>[]
}

/** Sends a spreadsheet and says of each of its rows what became of it. */
export function SheetImport<Row extends ImportedRow>({ columns, send, ...start }: SheetImportProps<Row>) {
  const client = useQueryClient()
  const [rows, setRows] = useState<Row[] | null>(null)
  const sendFile = async (file: File) => {
    setRows(null)
    setRows(await send(file))
    await refresh(client)
  }
  return (
    <Stack gap="md" maw={860}>
      <SheetStart {...start} send={sendFile} />
      {rows && <Results rows={rows} columns={columns} />}
    </Stack>
  )
}
