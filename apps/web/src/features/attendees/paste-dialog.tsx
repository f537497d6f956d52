import { ATTENDEE_ROWS_MAX, attendeeRoutes } from '@consilium/contract/attendees.ts'
import { PHONE_PATTERN } from '@consilium/contract/fields.ts'
import { laborFeeRoutes, type FeeMonth } from '@consilium/contract/labor-fees.ts'
import { Alert, Badge, Button, FileButton, Group, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormModal } from '../../components/form-modal.tsx'
import { useErrorText } from '../../components/request-error.tsx'
import { call, saveFile } from '../../lib/api.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { money, orNothing } from '../../lib/format.ts'
import { refresh } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { readPasted, type PastedRow } from './pasted-rows.ts'
import { pasteTexts } from './paste-texts.ts'
import { attendeeTexts } from './texts.ts'
import table from '../../components/table.module.css'

const PERCENT = 100

const COLUMNS = ['phone', 'name', 'unit', 'laborForm', 'payable', 'incomeTax', 'result'] as const
const FIGURES: readonly string[] = ['payable', 'incomeTax']

/** The month is the one that was shown when the row was added: asked again, it would count the fee twice. */
type Result = { isAdded: boolean; reason: string; month: FeeMonth | undefined }

/** Long enough that a line is typed to its end, since every question is recorded in the operation log. */
const TYPING_PAUSE_MS = 600
/** How long the answer for an unchanged line is used. */
const KNOWN_MS = 60_000

/** Asks for the tax of a line, or is empty where the line has no fee or nobody to pay it to. */
const questionOf = (meetingId: number, { phone, laborFee, laborForm }: PastedRow) =>
  PHONE_PATTERN.test(phone) && laborFee !== null && Number(laborFee) > 0
    ? [{ meetingId, phone, payableAmount: laborFee, ...(laborForm ? { laborForm } : {}) }]
    : []

type TaxOf = (row: PastedRow) => FeeMonth | undefined

/** What the sum of the month does to the tax of each line. A line that is edited has no tax until it is asked again. */
function useTaxes(meetingId: number, rows: readonly PastedRow[]): TaxOf {
  const may = useMay()
  const client = useQueryClient()
  const language = useLanguage()
  const [key] = useDebouncedValue(
    JSON.stringify(rows.flatMap((row) => questionOf(meetingId, row))),
    TYPING_PAUSE_MS,
  )
  const asked = JSON.parse(key) as ReturnType<typeof questionOf>
  const { data } = useQuery({
    queryKey: [laborFeeRoutes.calculate.path, 'pasted', key, language],
    enabled: asked.length > 0 && may(laborFeeRoutes.calculate),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = new Map<string, FeeMonth>()
      // One after another, and each question once while the text is edited. A line in error is told when it is added.
      for (const body of asked) {
        signal.throwIfAborted()
        // A question that has begun is answered, since the lines of the next text may wait for the same answer.
        const question = {
          queryKey: [laborFeeRoutes.calculate.path, JSON.stringify(body), language],
          queryFn: () => call(laborFeeRoutes.calculate, { body }),
        }
        const answer = await client.fetchQuery({ ...question, staleTime: KNOWN_MS }).catch(() => null)
        if (answer?.month) found.set(JSON.stringify(body), answer.month)
      }
      return found
    },
  })
  return (row) => data?.get(JSON.stringify(questionOf(meetingId, row)[0]))
}

/** The income tax that a fee bears, with that of the month where other fees have a part in it. */
function Tax({ month }: { month: FeeMonth | undefined }) {
  const t = useTexts(attendeeTexts)
  const [tax] = month?.lines.slice(-2) ?? []
  if (!month || !tax) return orNothing(null)
  return (
    <>
      {money(tax.settled)}
      {month.paidCount + month.agreedCount > 0 && (
        <Text size="xs" c="dimmed" maw="11rem" ml="auto" style={{ whiteSpace: 'normal' }}>
          {t('monthTax', { month: month.period, total: money(month.incomeTaxTotal) })}
        </Text>
      )}
    </>
  )
}

/** What was not understood of a line: it is not added if its columns say what should stand there. */
function Unread({ row: { ignored, unreadable } }: { row: PastedRow }) {
  const t = useTexts(pasteTexts)
  if (unreadable !== null)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {t('unreadable', { text: unreadable })}
      </Text>
    )
  if (ignored === null) return null
  return (
    <Text size="sm" c="dimmed">
      {t('ignored', { text: ignored })}
    </Text>
  )
}

interface RowsProps {
  rows: readonly PastedRow[]
  results: ReadonlyMap<string, Result>
  taxOf: TaxOf
}

/** What was understood of each line, and what became of it. */
function Rows({ rows, results, taxOf }: RowsProps) {
  const t = useTexts(attendeeTexts)
  const own = useTexts(pasteTexts)
  const { label } = useDictionary('labor_form')
  return (
    <div className={table.scroll} tabIndex={0} role="region" aria-label={own('pasted')}>
      <table className={table.table} aria-label={own('pasted')}>
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th key={key} scope="col" className={FIGURES.includes(key) ? table.figure : table.head}>
                {key === 'result' ? own(key) : t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const result = results.get(row.phone)
            return (
              <tr key={row.line}>
                <td>
                  {row.phone === '' ? own('noPhone', { line: row.line }) : row.phone}
                  <Unread row={row} />
                </td>
                <td>{orNothing(row.name)}</td>
                <td>{orNothing(row.unit)}</td>
                <td>{label(row.laborForm ?? 'lecture')}</td>
                <td className={table.figure}>
                  {row.unreadable === null ? money(Number(row.laborFee ?? 0).toFixed(2)) : orNothing(null)}
                </td>
                <td className={table.figure}>
                  <Tax month={result?.isAdded ? result.month : taxOf(row)} />
                </td>
                <td style={result && { minWidth: '9rem' }}>
                  {result && (
                    <Badge variant="light" color={result.isAdded ? 'teal' : 'red'}>
                      {own(result.isAdded ? 'added' : 'notAdded')}
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
  const addOne = async ({
    phone,
    name,
    unit,
    laborFee,
    laborForm,
  }: PastedRow): Promise<Omit<Result, 'month'>> => {
    const row = { name, unit, laborFee, laborForm }
    const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
    try {
      const body = { meetingId, phone, ...given }
      await call(attendeeRoutes.create, { body })
      return { isAdded: true, reason: '' }
    } catch (error) {
      return { isAdded: false, reason: say(error) }
    }
  }
  const add = async (rows: readonly PastedRow[], taxOf: TaxOf) => {
    for (const [index, row] of rows.entries()) {
      setProgress((PERCENT * index) / rows.length)
      const result = { ...(await addOne(row)), month: taxOf(row) }
      setResults((before) => new Map(before).set(row.phone, result))
    }
    setProgress(null)
    await refresh(client)
  }
  return { results, progress, add }
}

/** A file with the titles of the columns, which a spreadsheet program opens; Excel needs the mark to read its characters. */
function saveTemplate(t: (key: 'titles' | 'templateName') => string) {
  const bytes = new TextEncoder().encode(`\uFEFF${t('titles')}\r\n`)
  saveFile({ bytes, headers: new Headers({ 'content-type': 'text/csv' }) }, `${t('templateName')}.csv`)
}

/** Puts the rows of a chosen file into the text, where they can be checked and corrected. */
function SheetButton({ onRead }: { onRead: (text: string) => void }) {
  const t = useTexts(pasteTexts)
  const say = useErrorText()
  const [isReading, setReading] = useState(false)
  const [refusal, setRefusal] = useState('')
  const reset = useRef<() => void>(null)
  const read = async (file: File | null) => {
    if (!file) return
    setReading(true)
    setRefusal('')
    try {
      const rows = await call(attendeeRoutes.readSheet, { file })
      onRead(rows.map(({ cells }) => cells.join('\t')).join('\n'))
    } catch (error) {
      setRefusal(`${file.name}: ${say(error)}`)
    } finally {
      setReading(false)
      // The same file may be chosen again once it is mended.
      reset.current?.()
    }
  }
  return (
    <>
      <Group gap="xs">
        <FileButton accept=".xlsx,.csv" resetRef={reset} onChange={(file) => void read(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isReading}
              leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            >
              {t('chooseSheet')}
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" onClick={() => saveTemplate(t)}>
          {t('template')}
        </Button>
      </Group>
      {refusal !== '' && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
    </>
  )
}

/** Adds many experts at once, as copied from a spreadsheet. */
export default function PasteDialog({ meetingId, onClose }: { meetingId: number; onClose: () => void }) {
  const t = useTexts(attendeeTexts)
  const own = useTexts(pasteTexts)
  const { label } = useDictionary('labor_form')
  const [text, setText] = useState('')
  const { results, progress, add } = useAdding(meetingId)
  const rows = readPasted(text, label).slice(0, ATTENDEE_ROWS_MAX)
  const open = rows.filter(
    ({ phone, unreadable }) => phone !== '' && unreadable === null && !results.get(phone)?.isAdded,
  )
  const taxOf = useTaxes(meetingId, open)
  return (
    <FormModal title={t('paste')} size="xl" isDirty={() => open.length > 0} onClose={onClose}>
      <Stack gap="md">
        {progress === null && <SheetButton onRead={setText} />}
        <Textarea
          label={own('pasted')}
          description={own('hint', { count: ATTENDEE_ROWS_MAX })}
          placeholder={own('example')}
          autosize
          minRows={4}
          maxRows={10}
          value={text}
          readOnly={progress !== null}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        {rows.length > 0 && <Rows rows={rows} results={results} taxOf={taxOf} />}
        {progress !== null && <Progress value={progress} aria-label={t('paste')} />}
        <Group justify="space-between">
          <Text size="sm" role="status">
            {results.size > 0 &&
              own('done', {
                added: [...results.values()].filter(({ isAdded }) => isAdded).length,
                failed: [...results.values()].filter(({ isAdded }) => !isAdded).length,
              })}
          </Text>
          <Button
            disabled={open.length === 0}
            loading={progress !== null}
            onClick={() => void add(open, taxOf)}
          >
            {own('addCount', { count: open.length })}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  )
}
