import { PHONE_PATTERN } from '@consilium/contract/fields.ts'
import { laborFeeRoutes, type FeeMonth } from '@consilium/contract/fees/labor-fees.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/requests/api.ts'
import { useMay } from '../../lib/session/session.ts'
import { useLanguage } from '../../lib/texts.ts'
import type { PastedRow } from './pasted-rows.ts'

/** Long enough that a line is typed to its end, since every question is recorded in the operation log. */
export const TYPING_PAUSE_MS = 600
/** How long the answer for an unchanged line is used. */
const KNOWN_MS = 60_000

/** Asks for the tax of a line, or is empty where the line has no fee or nobody to pay it to. */
const questionOf = (meetingId: number, { phone, laborFee, laborForm }: PastedRow) =>
  PHONE_PATTERN.test(phone) && laborFee !== null && Number(laborFee) > 0
    ? [{ meetingId, phone, payableAmount: laborFee, ...(laborForm ? { laborForm } : {}) }]
    : []

export type TaxOf = (row: PastedRow) => FeeMonth | undefined

/** What the sum of the month does to the tax of each line. A line that is edited has no tax until it is asked again. */
export function useTaxes(meetingId: number, rows: readonly PastedRow[]): TaxOf {
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
