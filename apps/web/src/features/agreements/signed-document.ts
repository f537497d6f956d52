import type { AnsweredFile } from '@consilium/contract/client.ts'
import { useCallback, useRef } from 'react'
import { agreement, redactedAgreement, signedAgreement } from 'virtual:light-routes'
import { call } from '../../lib/requests/api.ts'

/** Fetches the signed document of an attendee, or its redacted copy, only once, since each access is logged. */
export function useSignedDocument(
  attendeeId: number,
  as: 'signed' | 'redacted' = 'signed',
): () => Promise<AnsweredFile> {
  const kept = useRef<Promise<AnsweredFile> | null>(null)
  return useCallback(() => {
    const request = { params: { attendeeId } }
    const fetched = () =>
      as === 'signed' ? call(agreement.pdf, request) : call(redactedAgreement.pdf, request)
    kept.current ??= fetched().catch((error: unknown) => {
      kept.current = null
      throw error
    })
    return kept.current
  }, [attendeeId, as])
}

export const supersededDocument = (attendeeId: number, historyId: number): Promise<AnsweredFile> =>
  call(signedAgreement.historyPdf, { params: { attendeeId, historyId } })
