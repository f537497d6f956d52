import type { Page } from '@consilium/contract/envelope.ts'
import { materialRoutes, type MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { verificationRoutes } from '@consilium/contract/invoices/verification-routes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { invoiceTexts } from './texts.ts'
import { verificationTexts } from './verification-texts.ts'

const POLL_MS = 3000
const listPath = materialRoutes.meetingInvoice.list.path

/** Reads the list again when fewer invoices of the meeting wait for the authority than before. */
function useAnswers(meetingId: number): void {
  const client = useQueryClient()
  const query = { meetingId, verificationState: 'waiting', pageSize: 1 } as const
  const { data } = useQuery<Page<MeetingInvoice>>({
    queryKey: [listPath, 'waiting', meetingId],
    staleTime: 0,
    // Those that wait for long, as for tomorrow, are no reason to ask all the time.
    refetchInterval: ({ state }) => (state.data?.rows[0]?.verification.problem === null ? POLL_MS : false),
    queryFn: ({ signal }) => call(materialRoutes.meetingInvoice.list, { query, signal }),
  })
  const seen = useRef<number>(undefined)
  useEffect(() => {
    if (seen.current !== undefined && data !== undefined && seen.current !== data.total)
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === listPath && queryKey[1] !== 'waiting',
      })
    seen.current = data?.total
  }, [client, data])
}

/** Has invoices of a meeting verified, and follows the answers. */
export function useVerify(meetingId: number) {
  const own = useTexts(invoiceTexts)
  const t = useTexts(verificationTexts)
  const send = useSend(verificationRoutes.ask)
  useAnswers(meetingId)
  const bodyOf = (invoices: readonly MeetingInvoice[]) => ({
    body: { recordIds: invoices.map(({ recordId }) => recordId) },
  })
  return {
    error: send.error,
    labelOf: ({ verificationState }: MeetingInvoice) =>
      t(verificationState === 'none' ? 'verify' : 'verifyAgain'),
    ask: (invoices: readonly MeetingInvoice[]) => send.mutate(bodyOf(invoices)),
    bulk: {
      label: t('verify'),
      may: ({ verification }: MeetingInvoice) => verification.mayAsk,
      run: (invoice: MeetingInvoice) => call(verificationRoutes.ask, bodyOf([invoice])),
      async runAll(invoices: readonly MeetingInvoice[]): Promise<ReadonlyMap<number, string>> {
        const asked = await call(verificationRoutes.ask, bodyOf(invoices))
        return new Map(
          asked.flatMap(({ recordId, missing, isSpent }) => {
            if (isSpent) return [[recordId, t('spent')] as const]
            if (missing.length === 0) return []
            const fields = missing.map((field) => own(field)).join('、')
            return [[recordId, t('missing', { fields })] as const]
          }),
        )
      },
    },
  }
}
