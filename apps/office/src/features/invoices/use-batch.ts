import {
  recognitionRoutes,
  type RecognitionBatch,
  type RecognitionFile,
  type RecognitionResult,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import { RecognitionProgress } from '@consilium/contract/messages/messages.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '../../lib/requests/api.ts'
import { useLiveEvent } from '../../lib/live/live.ts'

/** The stream announces one's own batches immediately. Those of others, and missed events, are found by polling. */
const POLL_MS = 3000

const keyOf = (meetingId: number) => [recognitionRoutes.latest.path, meetingId] as const

/** Each finished file may have added invoices, whoever submitted it. */
function useInvoicesOf(batches: readonly RecognitionBatch[] | undefined): void {
  const client = useQueryClient()
  const seen = useRef<string>(undefined)
  const state = batches && JSON.stringify(batches.map(({ batchId, done, failed }) => [batchId, done, failed]))
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== state)
      void client.invalidateQueries({ queryKey: [materialRoutes.meetingInvoice.list.path] })
    seen.current = state
  }, [client, state])
}

/** The latest submissions of a meeting, the last one first. Earlier ones are not shown, but their invoices are. */
export function useBatches(meetingId: number) {
  const client = useQueryClient()
  const hear = useCallback(
    (data: unknown) => {
      if (RecognitionProgress.safeParse(data).data?.meetingId !== meetingId) return
      void client.invalidateQueries({ queryKey: keyOf(meetingId) })
    },
    [client, meetingId],
  )
  useLiveEvent('recognition_progress', hear)
  const result = useQuery<RecognitionBatch[]>({
    queryKey: keyOf(meetingId),
    // The submission continues while its page is closed and hears no events.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ isFinished }) => !isFinished) ? POLL_MS : false),
    queryFn: ({ signal }) => call(recognitionRoutes.latest, { query: { meetingId }, signal }),
  })
  useInvoicesOf(result.data)
  return result
}

/** Whether the answer about a submission holds no results of this file, because it holds those of others. */
export const isLeftOut = ({ results, resultCount }: RecognitionFile): boolean => results.length < resultCount

/** The results of a file. Those that were left out are asked for once somebody wants to see them. */
export function useResults(batchId: number, file: RecognitionFile, isAsked: boolean) {
  const { fileNo, results, resultCount, status } = file
  const query = useQuery<RecognitionResult[]>({
    queryKey: [recognitionRoutes.get.path, batchId, fileNo, status, resultCount],
    enabled: isAsked && isLeftOut(file),
    queryFn: async ({ signal }) => {
      const input = { params: { batchId }, query: { fileNo }, signal }
      const { files } = await call(recognitionRoutes.get, input)
      return files.find((each) => each.fileNo === fileNo)?.results ?? []
    },
  })
  return { ...query, results: query.data ?? results }
}
