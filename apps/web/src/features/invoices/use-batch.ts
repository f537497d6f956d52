import { recognitionRoutes, type RecognitionBatch } from '@consilium/contract/invoice-recognition.ts'
import { RecognitionProgress } from '@consilium/contract/messages.ts'
import { materialRoutes } from '@consilium/contract/materials.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '../../lib/api.ts'
import { useLiveEvent } from '../../lib/live.ts'

/** The stream announces one's own batches immediately. Those of others, and missed events, are found by polling. */
const POLL_MS = 3000

const keyOf = (meetingId: number) => [recognitionRoutes.list.path, meetingId] as const

/** Each finished file may have added invoices, whoever submitted it. */
function useInvoicesOf(batch: RecognitionBatch | null | undefined): void {
  const client = useQueryClient()
  const seen = useRef<string>(undefined)
  const state = batch === undefined ? undefined : JSON.stringify([batch?.batchId, batch?.done, batch?.failed])
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== state)
      void client.invalidateQueries({ queryKey: [materialRoutes.meetingInvoice.list.path] })
    seen.current = state
  }, [client, state])
}

/** The last submission of a meeting; null if there has been none. */
export function useLatestBatch(meetingId: number) {
  const client = useQueryClient()
  const hear = useCallback(
    (data: unknown) => {
      if (RecognitionProgress.safeParse(data).data?.meetingId !== meetingId) return
      void client.invalidateQueries({ queryKey: keyOf(meetingId) })
    },
    [client, meetingId],
  )
  useLiveEvent('recognition_progress', hear)
  const result = useQuery<RecognitionBatch | null>({
    queryKey: keyOf(meetingId),
    // The submission continues while its page is closed and hears no events.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !state.data.isFinished ? POLL_MS : false),
    queryFn: async ({ signal }) => {
      const query = { meetingId, pageSize: 1, orderByColumn: 'batchId' as const }
      const [latest] = (await call(recognitionRoutes.list, { query, signal })).rows
      if (!latest) return null
      return await call(recognitionRoutes.get, { params: { batchId: latest.batchId }, signal })
    },
  })
  useInvoicesOf(result.data)
  return result
}
