import type { AnsweredFile } from '@consilium/contract/client.ts'
import { UPLOAD_MAX_BYTES } from '@consilium/contract/files/files.ts'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { saveFile } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { notifyFailed } from '../dialogs/notify.ts'
import { RequestError, useErrorText } from '../dialogs/request-error.tsx'
import { DropZone } from './drop-zone.tsx'
import { sheetImportTexts } from './sheet-import-texts.ts'

export interface SheetStartProps {
  /** What the file has to say, and what becomes of its rows. */
  steps: string
  template: () => Promise<AnsweredFile>
  send: (file: File) => Promise<void>
  /** Inputs that say into what is imported. */
  children?: ReactNode
  /** They do not say it yet. */
  isIncomplete?: boolean
}

/** Begins an import: the template to fill in, and the spreadsheet to send. */
export function SheetStart({ steps, template, send, children, isIncomplete = false }: SheetStartProps) {
  const t = useTexts(sheetImportTexts)
  const say = useErrorText()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const sendFile = async (file: File) => {
    setBusy(true)
    setError(null)
    try {
      await send(file)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const saveTemplate = async () => {
    try {
      saveFile(await template(), 'template.xlsx')
    } catch (failure) {
      notifyFailed(t('template'), say(failure))
    }
  }
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="md" align="stretch">
        <Text size="sm">{steps}</Text>
        {children}
        <Group>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void saveTemplate()}
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
          onFiles={([file]) => file && void sendFile(file)}
        />
      </Stack>
    </Paper>
  )
}
