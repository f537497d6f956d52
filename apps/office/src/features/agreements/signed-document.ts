import type { AnsweredFile } from '@consilium/contract/client.ts'
import { useCallback, useRef } from 'react'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { redactedAgreementRoutes } from '@consilium/contract/agreements/redacted-agreements.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
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
      as === 'signed' ? call(agreementRoutes.pdf, request) : call(redactedAgreementRoutes.pdf, request)
    kept.current ??= fetched().catch((error: unknown) => {
      kept.current = null
      throw error
    })
    return kept.current
  }, [attendeeId, as])
}

export const supersededDocument = (attendeeId: number, historyId: number): Promise<AnsweredFile> =>
  call(signedAgreementRoutes.historyPdf, { params: { attendeeId, historyId } })
