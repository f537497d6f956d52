import { ATTENDEE_ROWS_MAX, attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { Alert, Button, FileButton, Group, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormModal } from '../../components/forms/form-modal.tsx'
import { useErrorText, useRowErrorText } from '../../components/dialogs/request-error.tsx'
import { call, saveFile } from '../../lib/requests/api.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { isToSend, linesOf, useKnown, type Sent } from './pasted-lines.ts'
import { readPasted, type PastedRow } from './pasted-rows.ts'
import { PastedTable } from './pasted-table.tsx'
import { useTaxes, type TaxOf } from './pasted-taxes.ts'
import { pasteTexts } from './paste-texts.ts'
import { attendeeTexts } from './texts.ts'

const PERCENT = 100

/** Adds each line by a request of its own, so that it has a result of its own and a repetition adds nobody twice. */
function useAdding(meetingId: number) {
  const say = useRowErrorText()
  const client = useQueryClient()
  const [sentByPhone, setSent] = useState<ReadonlyMap<string, Sent>>(new Map())
  const [progress, setProgress] = useState<number | null>(null)
  const addOne = async ({ phone, name, unit, laborFee, laborForm }: PastedRow) => {
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
      const sent = { row, ...(await addOne(row)), month: taxOf(row) }
      setSent((before) => new Map(before).set(row.phone, sent))
    }
    setProgress(null)
    await refresh(client)
  }
  return { sentByPhone, progress, add }
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
  const { sentByPhone, progress, add } = useAdding(meetingId)
  const rows = readPasted(text, label).slice(0, ATTENDEE_ROWS_MAX)
  const lines = linesOf(rows, sentByPhone, useKnown(meetingId, rows))
  const open = lines.filter(isToSend).map(({ row }) => row)
  const taxOf = useTaxes(meetingId, open)
  const addedCount = [...sentByPhone.values()].filter(({ isAdded }) => isAdded).length
  const refusedCount = lines.filter(({ state }) => state === 'refused').length
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
        {lines.length > 0 && <PastedTable lines={lines} taxOf={taxOf} />}
        {progress !== null && <Progress value={progress} aria-label={t('paste')} />}
        <Group justify="space-between">
          <Text size="sm" role="status">
            {sentByPhone.size > 0 && own('done', { added: addedCount, failed: refusedCount })}
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
