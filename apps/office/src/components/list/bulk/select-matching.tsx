import type { AnsweredPage } from '@consilium/contract/client.ts'
import type { Route } from '@consilium/contract/route.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { callLoosely } from '../../../lib/requests/api.ts'
import type { ListState } from '../../../lib/list-state.ts'
import { useTexts } from '../../../lib/texts.ts'
import { notifyFailed } from '../../dialogs/notify.ts'
import { useErrorText } from '../../dialogs/request-error.tsx'
import { frameTexts } from '../../texts.ts'
import { listTexts } from '../texts.ts'
import type { Selection } from './selection.ts'

/** Every row of a bulk action is a request of its own with its own answer, and an account has 1,200 a minute. */
export const SELECTED_MAX = 1000
const PAGE_SIZE = '200'

/** Reads the rows that match the filters, page after page, as the service finds them. */
async function readMatching<Row>(route: Route, state: ListState): Promise<Row[]> {
  const rows: Row[] = []
  const query = { ...state.query, pageNum: '1', pageSize: PAGE_SIZE, after: undefined, before: undefined }
  let after: string | null | undefined
  do {
    const page = await callLoosely<AnsweredPage<Row>>(route, { query: { ...query, after } })
    rows.push(...page.rows)
    after = page.next
  } while (after && rows.length < SELECTED_MAX)
  return rows.slice(0, SELECTED_MAX)
}

interface SelectMatchingProps<Row> {
  selection: Selection<Row>
  all: { route: Route; state: ListState; total: number }
}

/** Selects what matches the filters beyond this page. */
export function SelectMatching<Row>({ selection, all }: SelectMatchingProps<Row>) {
  const t = useTexts(listTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const [isReading, setReading] = useState(false)
  const { route, state, total } = all
  const count = Math.min(total, SELECTED_MAX)
  if (selection.rows.length >= count) return null
  const read = async () => {
    setReading(true)
    try {
      selection.toggle(await readMatching<Row>(route, state), true)
    } catch (error) {
      notifyFailed(frame('requestFailed'), say(error))
    } finally {
      setReading(false)
    }
  }
  return (
    <Button variant="subtle" size="compact-md" loading={isReading} onClick={() => void read()}>
      {t(total > SELECTED_MAX ? 'selectFirst' : 'selectMatching', { count })}
    </Button>
  )
}
