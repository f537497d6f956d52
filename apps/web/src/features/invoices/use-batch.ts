import { recognitionRoutes, type RecognitionBatch } from '@consilium/contract/invoice-recognition.ts'
import { RecognitionProgress } from '@consilium/contract/messages.ts'
import { materialRoutes } from '@consilium/contract/materials.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '../../lib/api.ts'
import { useLiveEvent } from '../../lib/live.ts'

/** The stream tells of own batches at once; others', and what was missed, are asked for now and then. */
const POLL_MS = 3000

const keyOf = (meetingId: number) => [recognitionRoutes.list.path, meetingId] as const

/** Each file that is done may have brought invoices, whoever told of it. */
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

/** The last submission of a meeting, as far as it has come; null where there has been none. */
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
    // It goes on while its page is left, and nobody hears of it there.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !state.data.isFinished ? POLL_MS : false),
    queryFn: async ({ signal }) => {
      const query = { meetingId, pageSize: 1, orderByColumn: 'batchId' as const }
      const [latest] = (await call(recognitionRoutes.list, { query, signal })).rows
      if (!latest) return null
      return (await call(recognitionRoutes.get, { params: { batchId: latest.batchId }, signal })).data
    },
  })
  useInvoicesOf(result.data)
  return result
}
