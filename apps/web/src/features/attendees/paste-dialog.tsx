import { attendeeRoutes } from '@consilium/contract/attendees.ts'
import { Badge, Button, Group, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '../../components/form-modal.tsx'
import { useErrorText } from '../../components/request-error.tsx'
import { call } from '../../lib/api.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { money, orNothing } from '../../lib/format.ts'
import { randomId, refresh } from '../../lib/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { PASTED_MAX, readPasted, type PastedRow } from './pasted-rows.ts'
import { attendeeTexts } from './texts.ts'
import table from '../../components/table.module.css'

const PERCENT = 100

type Result = { isAdded: boolean; reason: string }

interface RowsProps {
  rows: readonly PastedRow[]
  results: ReadonlyMap<string, Result>
}

/** What was understood of each line, and what became of it. */
function Rows({ rows, results }: RowsProps) {
  const t = useTexts(attendeeTexts)
  const { label } = useDictionary('labor_form')
  return (
    <div className={table.scroll} tabIndex={0} role="region" aria-label={t('pasted')}>
      <table className={table.table} aria-label={t('pasted')}>
        <thead>
          <tr>
            {(['phone', 'name', 'unit', 'laborForm', 'payable', 'result'] as const).map((key) => (
              <th key={key} scope="col" className={key === 'payable' ? table.figure : table.head}>
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const result = results.get(row.phone)
            return (
              <tr key={row.line}>
                <td>{row.phone === '' ? t('noPhone', { line: row.line }) : row.phone}</td>
                <td>{orNothing(row.name)}</td>
                <td>{orNothing(row.unit)}</td>
                <td>{label(row.laborForm ?? 'lecture')}</td>
                <td className={table.figure}>{money(row.laborFee ?? '0.00')}</td>
                <td>
                  {result && (
                    <Badge variant="light" color={result.isAdded ? 'teal' : 'red'}>
                      {t(result.isAdded ? 'added' : 'notAdded')}
                    </Badge>
                  )}{' '}
                  {result?.reason}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Adds each row by a request of its own, so that it has a result of its own and a repetition adds nobody twice. */
function useAdding(meetingId: number) {
  const say = useErrorText()
  const client = useQueryClient()
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [progress, setProgress] = useState<number | null>(null)
  const addOne = async ({ line: _line, unknown: _unknown, phone, ...row }: PastedRow): Promise<Result> => {
    const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
    try {
      const body = { meetingId, phone, ...given }
      await call(attendeeRoutes.create, { body, headers: { 'idempotency-key': randomId() } })
      return { isAdded: true, reason: '' }
    } catch (error) {
      return { isAdded: false, reason: say(error) }
    }
  }
  const add = async (rows: readonly PastedRow[]) => {
    for (const [index, row] of rows.entries()) {
      setProgress((PERCENT * index) / rows.length)
      const result = await addOne(row)
      setResults((before) => new Map(before).set(row.phone, result))
    }
    setProgress(null)
    await refresh(client)
  }
  return { results, progress, add }
}

/** Adds many experts at once, as copied from a spreadsheet. */
export default function PasteDialog({ meetingId, onClose }: { meetingId: number; onClose: () => void }) {
  const t = useTexts(attendeeTexts)
  const { label } = useDictionary('labor_form')
  const [text, setText] = useState('')
  const { results, progress, add } = useAdding(meetingId)
  const rows = readPasted(text, label).slice(0, PASTED_MAX)
  const open = rows.filter(({ phone }) => phone !== '' && !results.get(phone)?.isAdded)
  return (
    <FormModal title={t('paste')} size="xl" isDirty={() => open.length > 0} onClose={onClose}>
      <Stack gap="md">
        <Textarea
          label={t('pasted')}
          description={t('pasteHint', { count: PASTED_MAX })}
          placeholder={t('pasteExample')}
          autosize
          minRows={4}
          maxRows={10}
          value={text}
          readOnly={progress !== null}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        {rows.length > 0 && <Rows rows={rows} results={results} />}
        {progress !== null && <Progress value={progress} aria-label={t('paste')} />}
        <Group justify="space-between">
          <Text size="sm" role="status">
            {results.size > 0 &&
              t('pasteDone', {
                added: [...results.values()].filter(({ isAdded }) => isAdded).length,
                failed: [...results.values()].filter(({ isAdded }) => !isAdded).length,
              })}
          </Text>
          <Button disabled={open.length === 0} loading={progress !== null} onClick={() => void add(open)}>
            {t('addCount', { count: open.length })}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  )
}
