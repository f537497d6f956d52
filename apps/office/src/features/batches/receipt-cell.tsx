import { batchReceiptRoutes } from '@consilium/contract/batches/batch-receipts.ts'
import type { PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onDemand } from '../../components/on-demand.tsx'
import { orNothing } from '../../lib/format.ts'
import { recordQuery } from '../../lib/record-query.ts'
import { useTexts } from '../../lib/texts.ts'
import { receiptTexts } from './receipt-texts.ts'

const LineReceipts = onDemand(() => import('./line-receipts.tsx'))
/** Lines that the bank was told of. */
const SENT: readonly PaymentBatchLine['state'][] = ['exported', 'paid', 'returned']

/** How many lines of a batch have a receipt. */
export function ReceiptSums({ batchId }: { batchId: number }) {
  const t = useTexts(receiptTexts)
  const { data } = useQuery(recordQuery(batchReceiptRoutes.sums, { batchId: String(batchId) }))
  if (!data) return orNothing(null)
  return t('sums', { attached: data.attached, missing: data.missing })
}

/** Leads to the receipts of a line. */
export function ReceiptCell({ line }: { line: PaymentBatchLine }) {
  const t = useTexts(receiptTexts)
  const [isOpen, setOpen] = useState(false)
  if (!SENT.includes(line.state)) return orNothing(null)
  const label = t(line.receiptId === null ? 'upload' : 'view')
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`${label}：${t('ofLine', { name: line.name })}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <LineReceipts line={line} onClose={() => setOpen(false)} />}
    </>
  )
}
