import { recognitionRoutes, type RecognitionBatch } from '@consilium/contract/invoices.ts'
import { RecognitionProgress } from '@consilium/contract/messages.ts'
import { materialRoutes } from '@consilium/contract/materials.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../lib/api.ts'
import { useLiveEvent } from '../../lib/live.ts'

/** The stream tells of own batches at once; others', and what was missed, are asked for now and then. */
const POLL_MS = 3000

const keyOf = (meetingId: number) => [recognitionRoutes.list.path, meetingId] as const

/** The last submission of a meeting, as far as it has come; null where there has been none. */
export function useLatestBatch(meetingId: number) {
  const client = useQueryClient()
  const hear = useCallback(
    (data: unknown) => {
      if (RecognitionProgress.safeParse(data).data?.meetingId !== meetingId) return
      void client.invalidateQueries({ queryKey: keyOf(meetingId) })
      void client.invalidateQueries({ queryKey: [materialRoutes.meetingInvoice.list.path] })
    },
    [client, meetingId],
  )
  useLiveEvent('recognition_progress', hear)
  return useQuery<RecognitionBatch | null>({
    queryKey: keyOf(meetingId),
    refetchInterval: ({ state }) => (state.data && !state.data.isFinished ? POLL_MS : false),
    queryFn: async ({ signal }) => {
      const query = { meetingId, pageSize: 1, orderByColumn: 'batchId' as const }
      const [latest] = (await call(recognitionRoutes.list, { query, signal })).rows
      if (!latest) return null
      return (await call(recognitionRoutes.get, { params: { batchId: latest.batchId }, signal })).data
    },
  })
}
