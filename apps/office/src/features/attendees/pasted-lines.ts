import { attendeeRoutes, type KnownPhone } from '@consilium/contract/attendees/attendees.ts'
import type { FeeMonth } from '@consilium/contract/fees/labor-fees.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/requests/api.ts'
import type { PastedRow } from './pasted-rows.ts'
import { TYPING_PAUSE_MS } from './pasted-taxes.ts'

/** What became of a line that was sent, with the month as it was shown then: asked again, it would count the fee twice. */
export interface Sent {
  row: PastedRow
  isAdded: boolean
  reason: string
  month: FeeMonth | undefined
}

export type LineState =
  /** Will be sent. */
  | 'open'
  /** Was sent and refused; will be sent again. */
  | 'refused'
  | 'added'
  /** Says not enough. */
  | 'unreadable'
  /** An earlier line has its phone. */
  | 'repeated'
  /** Its expert is on the list of the meeting. */
  | 'listed'

export interface PastedLine {
  row: PastedRow
  state: LineState
  /** Number of the earlier line, of a repeated one. */
  earlier: number | null
  /** Adding it opens an account. */
  isNew: boolean
  sent: Sent | undefined
}

const contentOf = ({ line: _line, ...content }: PastedRow) => JSON.stringify(content)

/** The lines as they would be sent now. Whom a line has added stays added, however the text is edited. */
export function linesOf(
  rows: readonly PastedRow[],
  sentByPhone: ReadonlyMap<string, Sent>,
  known: ReadonlyMap<string, KnownPhone>,
): PastedLine[] {
  const firstOf = new Map<string, number>()
  return rows.map((row): PastedLine => {
    const { phone } = row
    const line = { row, earlier: null, isNew: false, sent: undefined }
    if (phone === '' || row.unreadable !== null) return { ...line, state: 'unreadable' }
    const earlier = firstOf.get(phone)
    if (earlier !== undefined) return { ...line, state: 'repeated', earlier }
    firstOf.set(phone, row.line)
    const sent = sentByPhone.get(phone)
    if (sent?.isAdded) return { ...line, row: { ...sent.row, line: row.line }, state: 'added', sent }
    if (known.get(phone)?.isAttendee) return { ...line, state: 'listed' }
    const isNew = known.get(phone)?.hasAccount === false
    if (sent && contentOf(sent.row) === contentOf(row)) return { ...line, state: 'refused', isNew, sent }
    return { ...line, state: 'open', isNew }
  })
}

/** Whether a line is sent by the next click. */
export const isToSend = ({ state }: PastedLine): boolean => state === 'open' || state === 'refused'

/** What the service knows of the phones of these lines. */
export function useKnown(meetingId: number, rows: readonly PastedRow[]): ReadonlyMap<string, KnownPhone> {
  const phones = [...new Set(rows.map(({ phone }) => phone).filter((phone) => phone !== ''))].toSorted()
  const [key] = useDebouncedValue(JSON.stringify(phones), TYPING_PAUSE_MS)
  const asked = JSON.parse(key) as string[]
  const { data } = useQuery({
    queryKey: [attendeeRoutes.known.path, meetingId, key],
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(attendeeRoutes.known, { body: { meetingId, phones: asked }, signal }),
  })
  return new Map(data?.map((each) => [each.phone, each]))
}
