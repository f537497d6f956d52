import { paymentRoutes, type LaborPayment } from '@consilium/contract/payments/payments.ts'
import { Alert, Text } from '@mantine/core'
import { TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { money } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { paymentTexts } from './texts.ts'

/** Says what a reversal does, and asks for its reason. */
export default function ReverseDialog({ entry, onClose }: { entry: LaborPayment; onClose: () => void }) {
  const t = useTexts(paymentTexts)
  const { entryId, name, payableAmount } = entry
  return (
    <FormDialog
      title={t('reverseFor', { name, amount: money(payableAmount) })}
      route={paymentRoutes.reverse}
      initial={{ entryId }}
      saveLabel={t('reverse')}
      doneText={t('reverseDone')}
      onClose={onClose}
    >
      <Alert color="orange" variant="light">
        <Text size="sm">{t('reverseHint')}</Text>
        <Text size="sm">{t('reverseFiled')}</Text>
      </Alert>
      <TextField name="reason" label={t('reason')} />
    </FormDialog>
  )
}
