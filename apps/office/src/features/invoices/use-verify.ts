import type { MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { verificationRoutes } from '@consilium/contract/invoices/verification-routes.ts'
import { call } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useComma } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { invoiceTexts } from './texts.ts'
import { verificationTexts } from './verification-texts.ts'

/** True of an invoice whose answer comes soon. One that waits for long, as for tomorrow, is not asked for all the time. */
export const isAboutToAnswer = ({ verificationState, verification }: MeetingInvoice) =>
  verificationState === 'waiting' && verification.problem === null

/** Has invoices verified. */
export function useVerify() {
  const own = useTexts(invoiceTexts)
  const t = useTexts(verificationTexts)
  const comma = useComma()
  const send = useSend(verificationRoutes.ask)
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
            const fields = missing.map((field) => own(field)).join(comma)
            return [[recordId, t('missing', { fields })] as const]
          }),
        )
      },
    },
  }
}
