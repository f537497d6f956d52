import type { Route } from '@consilium/contract/route.ts'
import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { callLoosely, saveFile } from '../../lib/requests/api.ts'
import type { ListState } from '../../lib/list-state.ts'
import { useTexts } from '../../lib/texts.ts'
import { notifyDone, notifyFailed } from '../dialogs/notify.ts'
import { useErrorText } from '../dialogs/request-error.tsx'
import { frameTexts } from '../texts.ts'
import { listTexts } from './texts.ts'

/** Exports the list as a spreadsheet, with the filters and the order of the page. */
export function ExportButton({ route, state, name }: { route: Route; state: ListState; name: string }) {
  const t = useTexts(listTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const [isRunning, setRunning] = useState(false)
  const { pageNum: _pageNum, pageSize: _pageSize, ...rest } = state.query
  const { after: _after, before: _before, exactTotal: _exactTotal, ...body } = rest
  const run = async () => {
    setRunning(true)
    try {
      saveFile(await callLoosely(route, { body }), `${name}.xlsx`)
      notifyDone(frame('exported'))
    } catch (error) {
      notifyFailed(frame('requestFailed'), say(error))
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={isRunning}
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      onClick={() => void run()}
    >
      {t('export')}
    </Button>
  )
}
