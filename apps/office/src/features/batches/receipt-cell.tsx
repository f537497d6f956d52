import type { ReceiptSums as Sums } from '@consilium/contract/batches/batch-receipts.ts'
import type { PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { usePhone } from '../../components/forms/use-phone.ts'
import { onDemand } from '../../components/on-demand.tsx'
import { orNothing, useColon } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { receiptTexts } from './receipt-texts.ts'

const LineReceipts = onDemand(() => import('./line-receipts.tsx'))
/** Lines that the bank was told of. */
const SENT: readonly PaymentBatchLine['state'][] = ['exported', 'paid', 'returned']

/** As high as the facts beside it. */
const LOW = { minHeight: 0 }

interface ReceiptSumsProps {
  sums: Sums
  isAssigning: boolean
  onToggle: () => void
}

/** How many lines of a batch have a receipt, and what leads to the receipts without a line. */
export function ReceiptSums({ sums, isAssigning, onToggle }: ReceiptSumsProps) {
  const t = useTexts(receiptTexts)
  const isPhone = usePhone()
  const { attached, missing, unread, waiting } = sums
  return (
    <Group component="span" gap="0.25rem 0.75rem">
      <span>{t('sums', { attached, missing })}</span>
      {unread + waiting > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          style={isPhone ? {} : LOW}
          aria-expanded={isAssigning}
          onClick={onToggle}
        >
          {t('toAssign', { count: unread + waiting })}
        </Button>
      )}
    </Group>
  )
}

/** Leads to the receipts of a line. */
export function ReceiptCell({ line }: { line: PaymentBatchLine }) {
  const t = useTexts(receiptTexts)
  const colon = useColon()
  const [isOpen, setOpen] = useState(false)
  if (!SENT.includes(line.state)) return orNothing(null)
  const label = t(line.receiptId === null ? 'upload' : 'view')
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={label + colon + t('ofLine', { name: line.name })}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <LineReceipts line={line} onClose={() => setOpen(false)} />}
    </>
  )
}
