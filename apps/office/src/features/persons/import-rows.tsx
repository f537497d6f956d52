import type { ImportResult, PersonImport } from '@consilium/contract/persons/persons.ts'
import { Badge, Group, Pagination, Paper, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { frameTexts } from '../../components/texts.ts'
import { usePhone } from '../../components/forms/use-phone.ts'
import { useTexts } from '../../lib/texts.ts'
import { personTexts } from './texts.ts'
import table from '../../components/table.module.css'

/** A file may have ten thousand rows, too many for a browser to draw at once. */
const ROWS_PER_PAGE = 100
const COLUMNS = ['rowNumber', 'name', 'phone', 'success', 'message'] as const

function Outcome({ success }: { success: boolean }) {
  const t = useTexts(personTexts)
  return (
    <Badge variant="light" color={success ? 'teal' : 'red'}>
      {success ? t('taken') : t('refused')}
    </Badge>
  )
}

function ResultTable({ rows }: { rows: readonly ImportResult[] }) {
  const t = useTexts(personTexts)
  return (
    <div className={table.scroll} tabIndex={0} role="region" aria-label={t('importTitle')}>
      <table className={table.table}>
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rowNumber, name, phone, success, message }) => (
            <tr key={rowNumber}>
              <td>{rowNumber}</td>
              <td>{name}</td>
              <td>{phone}</td>
              <td>
                <Outcome success={success} />
              </td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** On a phone each row is a card, since table columns would be too narrow. */
function ResultCards({ rows }: { rows: readonly ImportResult[] }) {
  const t = useTexts(personTexts)
  return (
    <Stack component="ul" gap="xs" p={0} m={0} aria-label={t('importTitle')} style={{ listStyle: 'none' }}>
      {rows.map(({ rowNumber, name, phone, success, message }) => (
        <Paper key={rowNumber} component="li" withBorder radius="md" p="sm">
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" fw={600}>
              {t('rowOf', { row: rowNumber, name: [name, phone].filter(Boolean).join(' · ') })}
            </Text>
            <Outcome success={success} />
          </Group>
          {message !== '' && <Text size="sm">{message}</Text>}
        </Paper>
      ))}
    </Stack>
  )
}

/** The result of each row of the file, page by page, with failed rows first. */
export function ImportRows({ result }: { result: PersonImport }) {
  const t = useTexts(personTexts)
  const frame = useTexts(frameTexts)
  const isPhone = usePhone()
  const [onlyFailed, setOnlyFailed] = useState(result.failed > 0)
  const [page, setPage] = useState(1)
  const rows = onlyFailed ? result.rows.filter(({ success }) => !success) : result.rows
  const pages = Math.ceil(rows.length / ROWS_PER_PAGE)
  const Results = isPhone ? ResultCards : ResultTable
  return (
    <>
      <Switch
        label={t('onlyFailed')}
        checked={onlyFailed}
        onChange={({ currentTarget: { checked } }) => {
          setOnlyFailed(checked)
          setPage(1)
        }}
      />
      <Results rows={rows.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE)} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {frame('total', { count: rows.length })}
        </Text>
        {pages > 1 && (
          <Pagination
            component="nav"
            aria-label={frame('pages')}
            total={pages}
            value={page}
            siblings={isPhone ? 0 : 1}
            getControlProps={(control) => ({
              'aria-label': control === 'next' ? frame('nextPage') : frame('previousPage'),
            })}
            onChange={setPage}
          />
        )}
      </Group>
    </>
  )
}
