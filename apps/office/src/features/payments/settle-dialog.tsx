import { cashDifferenceRoutes, type CashDifference } from '@consilium/contract/payments/cash-differences.ts'
import { DateField } from '../../components/dates/date-fields.tsx'
import { TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { money } from '../../lib/format.ts'
import { useToday } from '../../lib/live/now.ts'
import { useTexts } from '../../lib/texts.ts'
import { paymentTexts } from './texts.ts'

/** Asks on which day a difference was paid or collected by itself. */
export default function SettleDialog({ line, onClose }: { line: CashDifference; onClose: () => void }) {
  const t = useTexts(paymentTexts)
  const { lineId, name, amount } = line
  const settledDate = useToday()
  return (
    <FormDialog
      title={t('settleFor', { name, amount: money(amount) })}
      route={cashDifferenceRoutes.settle}
      initial={{ lineId, settledDate }}
      saveLabel={t('settle')}
      doneText={t('settleDone')}
      onClose={onClose}
    >
      <DateField name="settledDate" label={t('settledDate')} description={t('settledDateHint')} />
      <TextField name="note" label={t('note')} />
    </FormDialog>
  )
}
